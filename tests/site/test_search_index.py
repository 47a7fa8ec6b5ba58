"""What the search finds, and what it costs."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from tests.handbook import library

KB = 1000


@pytest.fixture(scope="module")
def index(site: Path, pages: object) -> dict[str, str]:
    """Text and title of each section by its address."""
    return _read(site / "search" / "search_index.json")


@cache
def _read(file: Path) -> dict[str, str]:
    sections = json.loads(file.read_text(encoding="utf-8"))["docs"]
    return {section["location"]: f"{section['title']} {section['text']}" for section in sections}


def test_a_newcomers_word_finds_the_record(index: dict[str, str]) -> None:
    missing = []
    for game in library().games.values():
        for record in game:
            page = f"{game.id}/" + ("" if record.page == "index" else f"{record.page}/")
            # A row of a table is found with the section that holds it.
            own = f"{page}#{record.anchor}"
            found = [index[own]] if own in index else [text for place, text in index.items() if place.startswith(page)]
            missing += [(record.path, word) for word in record.words if not any(word in text for text in found)]

    assert missing == []


def test_stealth_finds_infiltration(index: dict[str, str]) -> None:
    found = [place for place, text in index.items() if "stealth" in text and place.startswith("essence-nexus/")]

    assert found == ["essence-nexus/skills/#skill-infiltration"]


def test_the_index_stays_small(site: Path, pages: object) -> None:
    assert (site / "search" / "search_index.json").stat().st_size < 100 * KB * len(library().games)


def test_odds_and_rollers_are_not_searched(index: dict[str, str]) -> None:
    """Hundreds of numbers would drown the words."""
    assert [place for place, text in index.items() if "rb-roll" in text or text.count("%") > 6] == []
