"""What the odds of a notation would cost, known before they are computed.

Costs are in microseconds of a middling machine, measured once on what each step is made of: bytes of packed
weights that are multiplied, pairs that are met, totals that are written. An answer may take 100,000; notations
are refused from half of that, which leaves room for a slower machine.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.notation.bounds import bounds, join
from engine.notation.die import chain_limit, weights
from engine.notation.errors import TooMuch
from engine.notation.packed import is_run
from engine.notation.printer import canonical
from engine.notation.tree import Dice, Negate, Node, Notation, Number

MOST_WORK = 50_000
MOST_BITS = 12_000
"""Beyond this a weight could not be written: Python refuses numbers of more than 4300 digits."""


class Cost(NamedTuple):
    """The size of a distribution (most values, bounds, bits of a weight) and the work to reach it."""

    values: int
    low: int
    high: int
    bits: int
    work: float


def refuse_too_much(notation: Notation) -> None:
    """Raise TooMuch where the odds would cost more than an answer may."""
    found = cost(notation, notation.tree)
    written = found.values * (2 + found.bits / 200)
    if found.bits > MOST_BITS or found.work + written > MOST_WORK:
        raise TooMuch(canonical(notation.tree), "for exact odds fewer dice, or fewer sides (it can still be thrown)")


def cost(notation: Notation, node: Node) -> Cost:
    """The cost of a part of a notation."""
    match node:
        case Number():
            return Cost(1, node.value, node.value, 1, 0)
        case Dice():
            return _term(node, chain_limit(notation, node))
        case Negate():
            values, low, high, bits, work = cost(notation, node.of)
            return Cost(values, -high, -low, bits, work)
    sofar = cost(notation, node.first)
    for sign, operand in node.rest:
        sofar = _joined(sign, sofar, cost(notation, operand))
    return sofar


def packed_is_cheaper(sign: str, left: tuple[int, int], right: tuple[int, int]) -> bool:
    """Whether two distributions are joined by one multiplication, told by their (values, span)."""
    return sign in "+-" and left[1] + right[1] < left[0] * right[0]


def multiplying(places: int, bits: int) -> float:
    """The work of multiplying weights of so many bits, packed in so many places, or of raising them to a power."""
    return float((places * (bits // 8 + 1)) ** 1.5) / 1000


def _joined(sign: str, left: Cost, right: Cost) -> Cost:
    low, high = join(sign, left[1:3], right[1:3])
    span, pairs, bits = high - low + 1, left.values * right.values, left.bits + right.bits
    spans = (left.values, left.high - left.low + 1), (right.values, right.high - right.low + 1)
    # Where a mean cannot be had by its laws the distribution is computed twice.
    work = multiplying(span, bits) if packed_is_cheaper(sign, *spans) else 0.3 * pairs
    return Cost(min(span, pairs), low, high, bits, left.work + right.work + 2 * work)


def _term(dice: Dice, longest: int) -> Cost:
    low, high = bounds(dice, lambda _: longest)
    places, faces = high - low + 1, weights(dice)
    endings = len(faces) * longest
    bits = (sum(faces.values()) ** (longest * dice.count)).bit_length()
    work = 1.5 * endings
    if dice.keeps:
        ends = min(dice.ranks[1], dice.count - dice.ranks[0])
        # Weights of one die above 1 make the factors long.
        factor = 0 if is_run(faces) and longest == 1 else bits / dice.count * ends / 2
        placing = ends * (ends + 1) / 2 * (0.8 + (0.0002 + 0.000003 * factor) * places * (bits // 8 + 1))
        leaving = 0.3 * ends * dice.count * (1 + bits / 500)
        work += endings * (placing + leaving)
    elif longest == 1 and dice.counts is None and is_run(faces):
        work += 0.06 * places * dice.count * (1 + bits / 1000)
    else:
        work += multiplying(places, bits)
    return Cost(places, low, high, bits, work)
