"""Chances in prose: one that is computed, and statements that the build holds to be true."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from engine.answer import percent
from macros.book import Book, MacroFault

_SIGNS: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    ">=": operator.ge,
    ">": operator.gt,
}


def chance(book: Book, check: str, outcome: str = "success", **inputs: Any) -> str:
    """The chance of a check's success, or of one of its outcomes, as a reader sees it."""
    return percent(book.chance(check, outcome, inputs))


def claim(book: Book, words: str, check: str, sign: str, value: Any, outcome: str = "success", **inputs: Any) -> str:
    """Words that say how a chance compares, which must be true; `{chance}` and `{value}` in them are filled in.

    `value` is a number, a fraction such as `1/3`, or the inputs of another roll of the same check.
    Raises MacroFault with both numbers where the claim is false.
    """
    if sign not in _SIGNS:
        raise MacroFault(f"claim compares with one of {' '.join(_SIGNS)}, not {sign}")
    found = book.chance(check, outcome, inputs)
    other = book.chance(check, outcome, value) if isinstance(value, Mapping) else _fraction(value)
    if not _SIGNS[sign](found, other):
        raise MacroFault(
            f"the claim “{words}” is false: {check} {outcome} is {percent(found)} ({found}), "
            f"which is not {sign} {percent(other)} ({other})"
        )
    return words.replace("{chance}", percent(found)).replace("{value}", percent(other))


def _fraction(value: Any) -> Fraction:
    try:
        # By way of text, so that 0.3 is three tenths.
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        raise MacroFault(f"claim compares with a number or a fraction, not {value}") from None
