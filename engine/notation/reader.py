"""A place in the text of a notation: what stands here, and the complaint when it is not what may stand here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from engine.errors import listed, shorten
from engine.notation.errors import NotationError

DIGITS = "0123456789"
ALIKE: Mapping[str, str] = {"−": "-", "–": "-", "×": "*", "·": "*", "⋅": "*", "÷": "/", "≥": ">=", "≤": "<="}
"""Signs that readers and word processors write for those of the grammar."""


class Reader:
    """Reads a text from left to right; spaces and case do not count.

    What was looked for at a place is what could stand there, so a complaint can list it.
    """

    def __init__(self, text: str) -> None:
        # Every character becomes at most two, and remembers where it stood in the text.
        plain = [(c, at) for at, char in enumerate(text, 1) if not char.isspace() for c in _plain(char)]
        self._text = "".join(c for c, _ in plain)
        self._given = text
        self._positions = [at for _, at in plain] + [len(text) + 1]
        self.place = 0
        self._sought: dict[str, None] = {}

    def takes(self, *words: str) -> str:
        """Go on behind the first of `words` that stands here; nothing if none does."""
        word = next((word for word in words if self._text.startswith(word, self.place)), "")
        self._sought |= dict.fromkeys(words)
        self._go(len(word))
        return word

    def takes_number(self) -> int | None:
        """Go on behind the whole number that stands here; None if none does."""
        digits = self._digits()
        self._sought["a number"] = None
        self._go(len(digits))
        return int(digits) if digits else None

    def ends(self) -> bool:
        """Whether nothing more stands here."""
        self._sought["the end"] = None
        return self.place == len(self._text)

    def refuse(self) -> NoReturn:
        """Complain about what stands here, and list what could."""
        self.refuse_at(self.place, listed(self._sought))

    def refuse_at(self, place: int, expected: str) -> NoReturn:
        """Complain about what stands at an earlier place."""
        self.place = place
        raise NotationError(self._positions[place], self._found(), expected)

    def _go(self, length: int) -> None:
        if length:
            self.place += length
            self._sought = {}

    def _digits(self) -> str:
        end = self.place
        while end < len(self._text) and self._text[end] in DIGITS and self._adjoins(end):
            end += 1
        return self._text[self.place : end]

    def _adjoins(self, place: int) -> bool:
        # A space inside a number makes it two.
        return place == self.place or self._positions[place] == self._positions[place - 1] + 1

    def _found(self) -> str:
        if self.place == len(self._text):
            return "the end"
        found = self._digits() or self._given[self._positions[self.place] - 1]
        return f"“{shorten(found, 12)}”"


def _plain(char: str) -> str:
    # Only plain letters have a lower case here: some others fold into two characters or into a plain one.
    return ALIKE.get(char) or (char.lower() if char.isascii() else char)
