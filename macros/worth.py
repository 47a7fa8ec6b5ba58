"""What help is worth: the points of chance that it adds, at each place of a ladder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from engine.answer import percent
from engine.template import show
from macros.book import Book
from macros.chances import Place, axis, situation_name
from macros.shelf import block


def helped(book: Book, rows: Sequence[Mapping[str, Any]], caption: str) -> str:
    """A table of kinds of help: what each adds on average over a ladder, and where it adds most and least.

    Each row is `{"game": …, "check": …, "along": an axis, "without": inputs, "help": inputs, "name": …}`, and may have
    `"said"`, what those without it have; a game that this handbook does not hold is left out.
    """
    return block(
        "help.j2", caption=caption, rows=[_row(book, row) for row in rows if row["game"] in book.library.games]
    )


def _row(book: Book, row: Mapping[str, Any]) -> dict[str, Any]:
    game = book.named(row["game"])
    check = game.check(row["check"])

    def chance(place: Place, more: Mapping[str, Any]) -> Fraction:
        return book.chance(check.id, "success", {**row["without"], **more, **place.inputs}, game)

    gains = [(chance(place, row["help"]) - chance(place, {}), place) for place in axis(game, check, row["along"])]
    most, least = max(gains, key=lambda gain: gain[0]), min(gains, key=lambda gain: gain[0])
    return {
        "game": game.title,
        "name": row["name"],
        "without": row.get("said") or (situation_name(game, check, row["without"]) if row["without"] else ""),
        "mean": _points(sum((gain for gain, _ in gains), Fraction()) / len(gains)),
        "share": float(sum((gain for gain, _ in gains), Fraction()) / len(gains)),
        "most": _at(check.inputs, most),
        "least": _at(check.inputs, least),
        "from": percent(chance(most[1], {})),
        "to": percent(chance(most[1], row["help"])),
    }


def _points(gain: Fraction) -> str:
    return show(round(float(gain) * 100), "+") if round(float(gain) * 100) else "0"


def _at(inputs: Mapping[str, Any], gain: tuple[Fraction, Place]) -> dict[str, str]:
    found, place = gain
    name = next(iter(place.inputs))
    plain = place.name.lstrip("−").isdecimal()
    return {"points": _points(found), "place": f"{inputs[name].name} {place.name}" if plain else place.name}
