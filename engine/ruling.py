"""Rulings: where a text is ambiguous, the reading taken at this table."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import BadRequest, Complaint, listed, shorten
from engine.rulebook import Game, Ruling


def take_rulings(game: Game, given: str | Mapping[str, object]) -> dict[str, Ruling]:
    """The reading of every ruling, those `given` ("name:reading,…") in place of the default.

    Raises BadRequest for a ruling or reading that the game does not have.
    """
    if isinstance(given, str):
        pairs = [entry.partition(":") for entry in given.split(",") if entry.strip()]
        given = {name.strip(): value.strip() for name, _, value in pairs}
    taken = dict(game.rulings)
    complaints = []
    for name, value in given.items():
        if name not in taken:
            complaints.append(Complaint("ruling", shorten(name), listed(taken) if taken else "none in this game"))
        elif (reading := _reading(game, name, value)) is None:
            complaints.append(Complaint(f"ruling {name}", shorten(value), _allowed(game, name)))
        else:
            taken[name] = reading
    if complaints:
        raise BadRequest(complaints)
    return taken


def _reading(game: Game, name: str, value: object) -> Ruling | None:
    record = game.record(f"ruling/{name}")
    if not isinstance(game.rulings[name], int):
        return value if isinstance(value, str) and value in record["readings"] else None
    low, high = record["bounds"]
    text = str(value)
    number = int(text) if text.removeprefix("-").isdecimal() and len(text) < 9 else None
    return number if number is not None and low <= number <= high else None


def _allowed(game: Game, name: str) -> str:
    record = game.record(f"ruling/{name}")
    if isinstance(game.rulings[name], int):
        return "a whole number from {} to {}".format(*record["bounds"])
    return listed(record["readings"])
