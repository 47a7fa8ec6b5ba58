"""The table of contents: which games of the navigation are there, and which have no place in it yet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Nav = list[Any]
RULINGS = "rulings.md"


def folder_of(entry: Any) -> str:
    """The folder of the pages below an entry of the navigation; empty for the handbook's own pages.

    >>> folder_of({"Lamplighters": ["lamplighters/index.md"]}), folder_of("odds.md")
    ('lamplighters', '')
    """
    while isinstance(entry, Mapping):
        entry = next(iter(entry.values()), "")
    if isinstance(entry, list):
        return folder_of(entry[0]) if entry else ""
    return entry.partition("/")[0] if "/" in entry else ""


def complete(nav: Nav, games: Mapping[str, str], pages: Mapping[str, Iterable[str]]) -> Nav:
    """The navigation without games that are not there, and with those that it leaves out.

    `games` are titles by id, `pages` the pages of each. A new game stands behind the last that the navigation names.

    >>> complete(["index.md", {"A": ["a/index.md"]}, {"All": "odds.md"}], {"b": "B"}, {"b": ["b/index.md", "b/x.md"]})
    ['index.md', {'B': ['b/index.md', 'b/x.md']}, {'All': 'odds.md'}]
    """
    known = {folder_of(entry) for entry in nav} - {""}
    added = [{title: _ordered(pages[game])} for game, title in games.items() if game not in known]
    ends = [at for at, entry in enumerate(nav) if folder_of(entry)]
    end = ends[-1] + 1 if ends else len(nav)
    return [entry for entry in nav[:end] if not folder_of(entry) or folder_of(entry) in games] + added + nav[end:]


def _ordered(pages: Iterable[str]) -> list[str]:
    """The index first; rulings are linked at the foot of each page instead."""
    shown = [page for page in pages if not page.endswith(f"/{RULINGS}")]
    return sorted(shown, key=lambda page: (not page.endswith("/index.md"), page))
