"""The free dice notation, and the parser that follows its grammar rule by rule.

::

    notation   = sum end
    sum        = product { ( "+" | "-" ) product }             from left to right
    product    = signed { ( "*" | "/" ) signed }               each division rounds down at once
    signed     = "-" signed | factor
    factor     = "(" sum ")" | dice | number
    dice       = [ number ] "d" ( number | "%" | "f" ) { rule }
    rule       = reroll | explode | keep | count               in any order; each but keep at most once
    reroll     = ( "r" | "ro" ) [ sign ] [ "-" ] number        faces thrown again: as long as they match, or once
    explode    = "!"                                           a greatest face adds a die
    keep       = ( "kh" | "kl" | "dh" | "dl" ) [ number ]      keep or drop the highest or lowest, 1 unless said
    count      = sign [ "-" ] number                           the term is how many faces match
    sign       = ">=" | "<=" | ">" | "<" | "="

Whatever their order, rules work in this one: reroll, explode, keep, count. Keep sees an exploding die
with all dice it added as one sum; count sees each face of what is kept. `d%` is d100; the faces of `df`
are -1, 0 and 1. Spaces and case do not count; − and – are minus, × and · are times, ≥ and ≤ are signs.
Division rounds down, towards the smaller number.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from engine.errors import BadRequest
from engine.notation.bounds import Bounds, bounds, join
from engine.notation.die import longest_chain
from engine.notation.errors import NotationError
from engine.notation.reader import Reader
from engine.notation.rules import MOST_DICE, MOST_NUMBER, read_rules, read_sides
from engine.notation.tree import CUT, Dice, Negate, Node, Notation, Number, Series

LONGEST = 200
DEEPEST = 20
MOST_TOTAL = 1_000_000_000


def parse(text: object) -> Notation:
    """Parse a notation; raises NotationError with the position, what stands there and what could.

    >>> parse("2d6 + 3") == parse("(2D6)+3")
    True
    >>> parse("2d6 + x")
    Traceback (most recent call last):
    engine.notation.errors.NotationError: notation: “x” at position 7 was given; allowed is -, (, a number or d
    """
    if not isinstance(text, str):
        raise BadRequest.on("notation", text, "a text such as 2d6+3")
    if len(text) > LONGEST:
        raise NotationError(LONGEST + 1, "more text", f"at most {LONGEST} characters")
    return _parse(text)


@lru_cache(maxsize=256)
def _parse(text: str) -> Notation:
    return Notation(_Parser(text).notation())


class _Parser:
    """One method for each rule of the grammar; bounds are held as soon as they are known."""

    def __init__(self, text: str) -> None:
        self._reader = Reader(text)
        self._dice = 0
        self._depth = 0

    def notation(self) -> Node:
        tree = self._sum()
        if not self._reader.ends():
            self._reader.refuse()
        return tree

    def _sum(self) -> Node:
        return self._chain(("+", "-"), self._product)

    def _product(self) -> Node:
        return self._chain(("*", "/"), self._signed)

    def _chain(self, signs: tuple[str, str], operand: Callable[[], Node]) -> Node:
        first = operand()
        rest: list[tuple[str, Node]] = []
        reach = bounds(first, _most)
        place = self._reader.place
        while sign := self._reader.takes(*signs):
            behind = self._reader.place
            rest.append((sign, operand()))
            reach = self._joined(sign, reach, bounds(rest[-1][1], _most), place, behind)
            place = self._reader.place
        return Series(first, tuple(rest)) if rest else first

    def _joined(self, sign: str, left: Bounds, right: Bounds, place: int, behind: int) -> Bounds:
        if sign == "/" and right[0] <= 0 <= right[1]:
            self._reader.refuse_at(behind, "a divisor that is always above 0 or always below it")
        reach = join(sign, left, right)
        if max(map(abs, reach)) > MOST_TOTAL:
            self._reader.refuse_at(place, f"nothing that takes the total beyond {MOST_TOTAL}")
        return reach

    def _signed(self) -> Node:
        place = self._reader.place
        if not self._reader.takes("-"):
            return self._factor()
        return Negate(self._inside(place, self._signed))

    def _factor(self) -> Node:
        place = self._reader.place
        if self._reader.takes("("):
            inner = self._inside(place, self._sum)
            return inner if self._reader.takes(")") else self._reader.refuse()
        number = self._reader.takes_number()
        if self._reader.takes("d"):
            return self._dice_of(1 if number is None else number, place)
        if number is None:
            self._reader.refuse()
        if number > MOST_NUMBER:
            self._reader.refuse_at(place, f"a number up to {MOST_NUMBER}")
        return Number(number)

    def _inside(self, place: int, rule: Callable[[], Node]) -> Node:
        if self._depth == DEEPEST:
            self._reader.refuse_at(place, f"at most {DEEPEST} brackets and minus signs inside each other")
        self._depth += 1
        inner = rule()
        self._depth -= 1
        return inner

    def _dice_of(self, count: int, place: int) -> Dice:
        left = MOST_DICE - self._dice
        if not 1 <= count <= left:
            some = f"1 to {left} dice" if left else "no more dice"
            self._reader.refuse_at(place, f"{some} ({MOST_DICE} in all)")
        self._dice += count
        return read_rules(self._reader, read_sides(self._reader, count))


def _most(dice: Dice) -> int:
    """The longest exploding chain that the dice can have beside any others."""
    return longest_chain(dice, MOST_DICE, CUT)
