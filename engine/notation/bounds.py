"""The least and the greatest total of a notation, from those of its parts, without its distribution."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from engine.notation.tree import Dice, Negate, Node, Number, apply

Bounds = tuple[int, int]


def bounds(node: Node, limit: Callable[[Dice], int]) -> Bounds:
    """The least and greatest value that can come about; `limit` gives the most dice of an exploding chain.

    >>> from engine.notation.grammar import parse
    >>> bounds(parse("4d6kh3 - d4").tree, lambda dice: 1)
    (-1, 17)
    """
    match node:
        case Number():
            return node.value, node.value
        case Dice():
            return _term(node, limit(node))
        case Negate():
            low, high = bounds(node.of, limit)
            return -high, -low
    sofar = bounds(node.first, limit)
    for sign, operand in node.rest:
        sofar = join(sign, sofar, bounds(operand, limit))
    return sofar


def join(sign: str, left: Bounds, right: Bounds) -> Bounds:
    """The bounds of one step of arithmetic; a divisor must not reach 0."""
    corners = [apply(sign, one, other) for one in left for other in right]
    return min(corners), max(corners)


@lru_cache(maxsize=1024)
def _term(dice: Dice, longest: int) -> Bounds:
    first, last = dice.ranks
    shown = [face for face in dice.faces if face_remains(dice, face)]
    chain = longest if dice.explodes and shown[-1] == dice.faces[-1] else 1
    if dice.counts:
        low, high = _hits([dice.counts.holds(face) for face in shown], chain)
        return low * (last - first), high * (last - first)
    return shown[0] * (last - first), shown[-1] * chain * (last - first)


def _hits(hits: list[bool], chain: int) -> Bounds:
    """How many faces of one chain can count: greatest faces, then one that ends it or the cut."""
    if chain == 1:
        return int(min(hits)), int(max(hits))
    *ends, top = hits
    return min(int(min(ends)), chain * top), max((chain - 1) * top + max(ends), chain * top)


def face_remains(dice: Dice, face: int) -> bool:
    """Whether a die can lie with this face; one rerolled once may show any."""
    return dice.reroll is None or dice.reroll.once or not dice.reroll.faces.holds(face)
