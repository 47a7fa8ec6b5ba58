"""The games under test: those of the handbook, and the made-up one that uses every mechanic."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from engine.loader import load_game, load_library
from engine.rulebook import Game, Library

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
SAMPLE = Path(__file__).with_name("lamplighters.toml")


@cache
def library() -> Library:
    """All games of the handbook, read once."""
    return load_library(DOCS)


def nexus() -> Game:
    """Essence Nexus."""
    return library().game("essence-nexus")


@cache
def lamplighters() -> Game:
    """The made-up game."""
    with tempfile.TemporaryDirectory() as folder:
        return load_game(write_game(Path(folder), SAMPLE.read_text(encoding="utf8")))


def every_game() -> list[Game]:
    """All games there are, the made-up one too."""
    return [*library().games.values(), lamplighters()]


def write_game(folder: Path, text: str | bytes, name: str = "lamplighters", file: str = "game.toml") -> Path:
    """Write a game's rules into a folder of handbooks; gives the game's own folder."""
    rules = folder / name / "rules"
    rules.mkdir(parents=True, exist_ok=True)
    (rules / file).write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder / name
