"""Exact odds of a notation, in integer weights; fractions only at the edge.

Terms are independent, so a notation is its terms' distributions combined by its arithmetic. An exploding
chain stops at the cut (`die.longest_chain`): the few throws that reach it count as they lie there, the chance
of them is the remainder, and the weights still sum to all throws.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from engine.notation.die import chain_limit, endings, remainder, top_share, weights
from engine.notation.packed import Weights, ranked, repeat
from engine.notation.tree import Chain, Dice, Negate, Node, Notation, Number, apply
from engine.notation.work import refuse_too_much


@dataclass(frozen=True, slots=True)
class Odds:
    """What a notation can come to: integer `weights` of each total, their sum, the exact mean, the remainder."""

    weights: Mapping[int, int]
    whole: int = field(init=False)
    mean: Fraction
    remainder: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "whole", sum(self.weights.values()))

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
        return {number: Fraction(self.weights[number], self.whole) for number in sorted(self.weights)}

    def reach(self, target: int) -> Fraction:
        """The chance of a total of at least `target`."""
        return Fraction(sum(weight for number, weight in self.weights.items() if number >= target), self.whole)


@lru_cache(maxsize=64)
def weigh(notation: Notation) -> Odds:
    """The exact odds; raises TooMuch where they would cost more than an answer may.

    >>> from engine.notation.grammar import parse
    >>> weigh(parse("4d6kh3")).mean
    Fraction(15869, 1296)
    >>> weigh(parse("d6!")).mean, weigh(parse("d6!")).remainder < Fraction(1, 10**9)
    (Fraction(21, 5), True)
    """
    refuse_too_much(notation)
    return Odds(_weights(notation, notation.tree), _mean(notation, notation.tree), remainder(notation))


def _weights(notation: Notation, node: Node) -> Weights:
    match node:
        case Number():
            return {node.value: 1}
        case Dice():
            return _term(node, chain_limit(notation, node))
        case Negate():
            return {-number: weight for number, weight in _weights(notation, node.of).items()}
    sofar = _weights(notation, node.first)
    for sign, operand in node.rest:
        sofar = _combine(sign, sofar, _weights(notation, operand))
    return sofar


def _combine(sign: str, left: Weights, right: Weights) -> Weights:
    joined: Weights = {}
    for one, weight in left.items():
        for other, times in right.items():
            number = apply(sign, one, other)
            joined[number] = joined.get(number, 0) + weight * times
    return joined


@lru_cache(maxsize=64)
def _term(dice: Dice, longest: int) -> Weights:
    classes: dict[int, dict[int, int]] = {}
    for ending in endings(dice, longest):
        # Without a rule that ranks the dice, all are one class.
        worths = classes.setdefault(ending.sum if dice.keeps else 0, {})
        worths[ending.worth] = worths.get(ending.worth, 0) + ending.weight
    return ranked(classes, dice.count, *dice.ranks) if dice.keeps else repeat(classes[0], dice.count)


def _mean(notation: Notation, node: Node) -> Fraction:
    """The mean by its laws where they hold, so that no cut touches it; else from the distribution."""
    match node:
        case Number():
            return Fraction(node.value)
        case Dice() if not node.keeps:
            return node.count * _chain_mean(node)
        case Negate():
            return -_mean(notation, node.of)
        case Chain() if all(sign != "/" for sign, _ in node.rest):
            mean = _mean(notation, node.first)
            for sign, operand in node.rest:
                more = _mean(notation, operand)
                mean = mean + more if sign == "+" else mean - more if sign == "-" else mean * more
            return mean
    found = _weights(notation, node)
    return Fraction(sum(number * weight for number, weight in found.items()), sum(found.values()))


def _chain_mean(dice: Dice) -> Fraction:
    """The mean of one die with all that it adds: as many dice as are expected, times the mean of each (Wald)."""
    found = weights(dice)
    worth = sum(weight * (dice.counts.holds(face) if dice.counts else face) for face, weight in found.items())
    return Fraction(worth, sum(found.values())) / (1 - top_share(dice))
