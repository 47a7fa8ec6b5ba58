"""Text of the rules with holes for values, and values as a reader sees them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.errors import ExpressionError, shorten
from engine.expression import Expression, parse
from engine.grammar import Env


@dataclass(frozen=True, slots=True)
class Template:
    """Text with `{expression}` holes; `{expression:+}` prints a number with its sign.

    >>> Template.of("{shift:+} to {step}").fill({"shift": -2, "step": "d4"})
    '−2 to d4'
    """

    pieces: tuple[str | tuple[Expression, str], ...]

    @classmethod
    def of(cls, text: str) -> Template:
        """Parse a template; raises ExpressionError for a hole that does not parse or close."""
        return _template(text)

    def fill(self, env: Env) -> str:
        """The text with every hole filled from `env`."""
        return "".join(p if isinstance(p, str) else show(p[0].run(env), p[1]) for p in self.pieces)

    @property
    def expressions(self) -> Iterator[Expression]:
        """The expressions of its holes, in order."""
        return (piece[0] for piece in self.pieces if not isinstance(piece, str))


@lru_cache(maxsize=4096)
def _template(text: str) -> Template:
    pieces: list[str | tuple[Expression, str]] = []
    rest = text
    while "{" in rest:
        before, _, rest = rest.partition("{")
        hole, closed, rest = rest.partition("}")
        if not closed:
            raise ExpressionError(f"a hole that is not closed with }} in {shorten(text)}")
        body, signed = (hole[:-2], "+") if hole.endswith(":+") else (hole, "")
        pieces += [before, (parse(body), signed)]
    return Template((*pieces, rest))


def show(value: Any, signed: str = "") -> str:
    """A value as a reader sees it, numbers with a true minus sign.

    >>> show(-2), show(3, "+"), show(True)
    ('−2', '+3', 'yes')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:+d}".replace("-", "−") if signed else f"{value}".replace("-", "−")
    if value is None:
        return "none"
    return str(getattr(value, "name", value))
