"""Several games side by side: what each of their ladders asks, by how good a character is at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.answer import percent
from macros.book import Book, MacroFault
from macros.chances import axis
from macros.plot import LETTER, WIDTH
from macros.shelf import block

# One row of the picture, and the room above each game's rows for its name.
_ROW = 22
_HEAD = 40
_NAMES = 118
_MARKS = ("circle", "square", "triangle", "diamond")


def compared(book: Book, games: Sequence[Mapping[str, Any]], levels: Sequence[str], caption: str) -> str:
    """A picture and a table of the chances of several games, a row for each place of each game's ladder.

    Each of `games` is `{"game": …, "check": …, "along": an axis, "levels": inputs for each of the levels}`, and may
    have `"said"`, what these levels are there; one that this handbook does not hold is left out. Raises MacroFault for
    other than one mapping for each level, or more than four levels.
    """
    if len(levels) > len(_MARKS):
        raise MacroFault(f"compared tells at most {len(_MARKS)} levels apart")
    groups = [_group(book, game, levels) for game in games if game["game"] in book.library.games]
    return block("compare.j2", caption=caption, levels=_key(levels), groups=groups, **_drawn(groups))


def _group(book: Book, asked: Mapping[str, Any], levels: Sequence[str]) -> dict[str, Any]:
    game = book.named(asked["game"])
    if len(asked["levels"]) != len(levels):
        raise MacroFault(f"{game.title} has {len(asked['levels'])} levels where {len(levels)} are compared")
    places = list(axis(game, game.check(asked["check"]), asked["along"]))
    return {
        "title": game.title,
        "said": asked.get("said", ""),
        "rows": [
            {
                "name": f"{place.name} {place.rung}".strip(),
                "chances": [
                    book.chance(asked["check"], "success", {**level, **place.inputs}, game) for level in asked["levels"]
                ],
            }
            for place in places
        ],
    }


def _key(levels: Sequence[str]) -> list[dict[str, str]]:
    return [{"name": name, "mark": mark} for name, mark in zip(levels, _MARKS, strict=False)]


def _drawn(groups: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Where everything stands; it is written into the rows beside what they say."""
    left, right, y = _NAMES, WIDTH - 12, 4
    for group in groups:
        group["top"] = y + 16
        y += _HEAD
        for row in group["rows"]:
            spots = [round(left + (right - left) * float(chance), 1) for chance in row["chances"]]
            row["y"], row["spots"], row["texts"] = (
                y,
                list(zip(spots, _MARKS, strict=False)),
                [percent(one) for one in row["chances"]],
            )
            row["short"] = _fitted(row["name"])
            y += _ROW
    grid = [(f"{share} %", round(left + (right - left) * share / 100, 1)) for share in (0, 25, 50, 75, 100)]
    return {"width": WIDTH, "height": y + 14, "left": left, "right": right, "grid": grid}


def _fitted(name: str) -> str:
    most = int((_NAMES - 10) / LETTER)
    return name if len(name) <= most else name.split()[-1]
