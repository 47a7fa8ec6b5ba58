"""Exact odds of a notation, in integer weights; fractions only at the edge.

Terms are independent, so a notation is its terms' distributions combined by its arithmetic. An exploding
chain stops at the cut (`die.longest_chain`): the few throws that reach it count as they lie there, the chance
of them is the remainder, and the weights still sum to all throws.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from engine.notation.die import chain_limit, endings, remainder, top_share, weights
from engine.notation.packed import Weights, convolve, ranked, repeat
from engine.notation.tree import Dice, Negate, Node, Notation, Number, Series, apply
from engine.notation.work import packed_is_cheaper, refuse_too_much


@dataclass(frozen=True, slots=True)
class Odds:
    """What a notation can come to: the weight of each total, the exact mean, the remainder."""

    weights: Mapping[int, int]
    mean: Fraction
    remainder: Fraction

    @property
    def whole(self) -> int:
        """The weight of all throws."""
        return sum(self.weights.values())

    @property
    def low(self) -> int:
        """The least total."""
        return min(self.weights)

    @property
    def high(self) -> int:
        """The greatest total, of chains that stop at the cut."""
        return max(self.weights)

    @property
    def total(self) -> dict[int, Fraction]:
        """The chance of each total, in ascending order."""
        whole = self.whole
        return {number: Fraction(self.weights[number], whole) for number in sorted(self.weights)}

    def reach(self, target: int) -> Fraction:
        """The chance of a total of at least `target`."""
        return Fraction(sum(weight for number, weight in self.weights.items() if number >= target), self.whole)


@lru_cache(maxsize=16)
def weigh(notation: Notation) -> Odds:
    """The exact odds; raises TooMuch where they would cost more than an answer may.

    >>> from engine.notation.grammar import parse
    >>> weigh(parse("4d6kh3")).mean
    Fraction(15869, 1296)
    >>> weigh(parse("d6!")).mean, weigh(parse("d6!")).remainder < Fraction(1, 10**9)
    (Fraction(21, 5), True)
    """
    refuse_too_much(notation)
    found, cut = _weights(notation, notation.tree), remainder(notation)
    return Odds(found, mean_by_laws(notation, notation.tree) if cut else _mean_of(found), cut)


def _weights(notation: Notation, node: Node) -> Weights:
    match node:
        case Number():
            return {node.value: 1}
        case Dice():
            return _term(node, chain_limit(notation, node))
        case Negate():
            return _negative(_weights(notation, node.of))
    sofar = _weights(notation, node.first)
    for sign, operand in node.rest:
        sofar = _combine(sign, sofar, _weights(notation, operand))
    return sofar


def _combine(sign: str, left: Weights, right: Weights) -> Weights:
    if packed_is_cheaper(sign, (len(left), _span(left)), (len(right), _span(right))):
        return convolve(left, right if sign == "+" else _negative(right))
    joined: Weights = {}
    for one, weight in left.items():
        for other, times in right.items():
            number = apply(sign, one, other)
            joined[number] = joined.get(number, 0) + weight * times
    return joined


def _negative(weights: Weights) -> Weights:
    return {-number: weight for number, weight in weights.items()}


def _span(weights: Weights) -> int:
    return max(weights) - min(weights) + 1


@lru_cache(maxsize=16)
def _term(dice: Dice, longest: int) -> Weights:
    classes: dict[int, dict[int, int]] = {}
    for ending in endings(dice, longest):
        # Without a rule that ranks the dice, all are one class.
        worths = classes.setdefault(ending.sum if dice.keeps else 0, {})
        worths[ending.worth] = worths.get(ending.worth, 0) + ending.weight
    return ranked(classes, dice.count, *dice.ranks) if dice.keeps else repeat(classes[0], dice.count)


def mean_by_laws(notation: Notation, node: Node) -> Fraction:
    """The mean by its laws where they hold, so that no cut touches it; else from the distribution."""
    match node:
        case Number():
            return Fraction(node.value)
        case Dice() if not node.keeps:
            return node.count * _chain_mean(node)
        case Negate():
            return -mean_by_laws(notation, node.of)
        case Series() if all(sign != "/" for sign, _ in node.rest):
            mean = mean_by_laws(notation, node.first)
            for sign, operand in node.rest:
                more = mean_by_laws(notation, operand)
                mean = mean + more if sign == "+" else mean - more if sign == "-" else mean * more
            return mean
    return _mean_of(_weights(notation, node))


def _mean_of(weights: Weights) -> Fraction:
    return Fraction(sum(number * weight for number, weight in weights.items()), sum(weights.values()))


def _chain_mean(dice: Dice) -> Fraction:
    """The mean of one die with all that it adds: as many dice as are expected, times the mean of each (Wald)."""
    found = weights(dice)
    worth = sum(weight * (dice.counts.holds(face) if dice.counts else face) for face, weight in found.items())
    return Fraction(worth, sum(found.values())) / (1 - top_share(dice))
