"""Free dice: rollers for any notation, in a line of prose or with a field to type one."""

from __future__ import annotations

from engine.errors import RollbookError
from engine.notation.answer import GAME, preview
from macros.book import Book, MacroFault
from macros.shelf import block, inline


def dice(book: Book, notation: str, target: int | None = None) -> str:
    """A roller for a notation inside a line: its dice, its range and average; raises MacroFault if it is none."""
    shown = _preview(notation, target)
    return inline("dice.j2", game=GAME, notation=notation, target=target, shown=shown)


def free_roller(book: Book, notation: str = "2d6") -> str:
    """A roller with fields for a notation and a target."""
    return block("free_roller.j2", notation=notation, shown=_preview(notation, None))


def _preview(notation: str, target: int | None) -> dict[str, object]:
    try:
        return preview(notation, target)
    except RollbookError as error:
        raise MacroFault(f"{notation} is no dice notation: {error}") from None
