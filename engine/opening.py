"""Compiled rules opened again: the tables of every game from one JSON text, with no files and no faults left."""

from __future__ import annotations

import json

from engine.build import build_game
from engine.rulebook import Library


def open_library_text(text: str) -> Library:
    """The library from what `engine.loader.compile_library` wrote."""
    return Library({game: build_game(game, tables) for game, tables in json.loads(text)["games"].items()})
