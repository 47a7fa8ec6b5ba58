"""Rollers: buttons that throw, with what the engine says they will throw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.record import Record
from engine.rulebook import Game
from macros.book import Book, split
from macros.shelf import inline

Inputs = Mapping[str, Any]


def roller_of(book: Book, check: str, inputs: Inputs, game: Game | None = None) -> dict[str, Any]:
    """What a roller's template needs: the element's attributes and what the engine says it will throw."""
    game = game or book.game
    shown = book.preview(check, inputs, game)
    given, situation = split(inputs)
    attributes = {"game": game.id, "check": check, **{name: written(value) for name, value in given.items()}}
    if situation:
        attributes["with"] = situation
    return {"attributes": attributes, **shown}


def roller(book: Book, check: str, **inputs: Any) -> str:
    """A roller inside a line: what it throws, for what, and the chance."""
    return inline("roller.j2", roller=roller_of(book, check, inputs))


def written(value: Any) -> str:
    """A value as an attribute or a form writes it."""
    if isinstance(value, Record):
        return value.id
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
