"""One die with its rules: the weight of each face, and the chain it starts when it explodes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from engine.notation.bounds import face_remains
from engine.notation.tree import Dice, Notation


class Ending(NamedTuple):
    """One way a chain can end: its sum, what it is worth to the term, and its weight."""

    sum: int
    worth: int
    weight: int


@lru_cache(maxsize=1024)
def weights(dice: Dice) -> Mapping[int, int]:
    """The weight of each face with which one die can lie, after rerolls.

    A face rerolled once comes about when the throw before it matched; any other also by itself.

    >>> from engine.notation.grammar import parse
    >>> weights(parse("d4ro1").terms[0])
    {1: 1, 2: 5, 3: 5, 4: 5}
    """
    if dice.reroll is None or not dice.reroll.once:
        return {face: 1 for face in dice.faces if face_remains(dice, face)}
    again = sum(map(dice.reroll.faces.holds, dice.faces))
    return {face: again + (0 if dice.reroll.faces.holds(face) else dice.sides) for face in dice.faces}


def top_share(dice: Dice) -> Fraction:
    """The chance that one die explodes."""
    found = weights(dice)
    return Fraction(found.get(dice.faces[-1], 0), sum(found.values())) if dice.explodes else Fraction(0)


@lru_cache(maxsize=1024)
def longest_chain(dice: Dice, exploding: int, cut: Fraction) -> int:
    """The most dice of one chain, so that of `exploding` chains one is cut with a chance below `cut`.

    >>> from engine.notation.grammar import parse
    >>> longest_chain(parse("d10!").terms[0], 1, Fraction(1, 10**9))
    10
    """
    share, length, chance = top_share(dice), 1, top_share(dice)
    while chance * exploding >= cut:
        chance, length = chance * share, length + 1
    return length


def chain_limit(notation: Notation, dice: Dice) -> int:
    """The most dice of one chain of a term in its notation."""
    exploding = sum(term.count for term in notation.terms if term.explodes)
    return longest_chain(dice, exploding, notation.cut)


def endings(dice: Dice, longest: int) -> Iterator[Ending]:
    """Every way one die with the dice it adds can lie, in weights of `total ** longest`.

    >>> from engine.notation.grammar import parse
    >>> list(endings(parse("d2!").terms[0], 2))
    [Ending(sum=1, worth=1, weight=2), Ending(sum=3, worth=3, weight=1), Ending(sum=4, worth=4, weight=1)]
    """
    found = weights(dice)
    top, total = dice.faces[-1], sum(found.values())
    tops = found.get(top, 0) if dice.explodes else 0
    for before in range(longest if tops else 1):
        rest = tops**before * total ** (longest - 1 - before)
        for face, weight in found.items():
            if not tops or face != top:
                yield Ending(before * top + face, _worth(dice, before, face), weight * rest)
    if tops:
        yield Ending(longest * top, _worth(dice, longest - 1, top), tops**longest)


def _worth(dice: Dice, before: int, face: int) -> int:
    if dice.counts is None:
        return before * dice.faces[-1] + face
    return before * dice.counts.holds(dice.faces[-1]) + dice.counts.holds(face)


def remainder(notation: Notation) -> Fraction:
    """The chance that some exploding chain is cut; 0 where nothing explodes."""
    uncut = Fraction(1)
    for dice in notation.terms:
        uncut *= (1 - top_share(dice) ** chain_limit(notation, dice)) ** dice.count
    return 1 - uncut
