"""Inputs from outside, held against what a check declares before any dice are thrown."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from engine.check import Check, Input
from engine.dice import parse_group
from engine.errors import BadRequest, Complaint, RollbookError, listed, shorten
from engine.record import Band, Record
from engine.rulebook import Game

_NUMBER = re.compile(r"[+-]?\d{1,9}")
_YES, _NO = ("yes", "true", "on", "1"), ("no", "false", "off", "0")


def accept(game: Game, check: Check, given: Mapping[str, object]) -> dict[str, Any]:
    """The values given, each checked: whole numbers, flags, words, records, None for `none`.

    Raises BadRequest with every complaint at once.
    """
    values: dict[str, Any] = {}
    complaints: list[Complaint] = []
    for name, value in given.items():
        declared = check.inputs.get(name) or check.inputs.get(name.replace("_", "-"))
        if declared is None:
            known = listed(check.inputs) if check.inputs else "no inputs at all"
            complaints.append(Complaint(shorten(name), shorten(value), f"{known}, for {check.id}"))
            continue
        try:
            values[declared.id] = _read(game, declared, value)
        except _NotAllowed:
            complaints.append(Complaint(declared.id, shorten(value), allowed(game, declared)))
    # An answer repeats all inputs, defaults included, and must be fit to be asked again.
    chosen = {name for name in values if values[name] != assume(game, check.inputs[name])}
    for name in chosen:
        for other in chosen.intersection(check.inputs[name].excludes):
            complaints.append(Complaint(name, f"{name} and {other}", "one of the two"))
    if complaints:
        raise BadRequest(complaints)
    return values


def assume(game: Game, declared: Input) -> Any:
    """An input's default, as a value; a default written with `from` is worked out elsewhere."""
    return None if declared.default is None else _read(game, declared, declared.default)


def allowed(game: Game, declared: Input) -> str:
    """What an input takes, as words for a reader."""
    match declared.kind:
        case "number":
            return f"a whole number from {declared.min} to {declared.max}" + (", or none" if declared.optional else "")
        case "flag":
            return "yes or no"
        case "choice":
            return listed(declared.options)
        case "record":
            names = [record.id for record in game.of(declared.of)]
            return listed([*names, "none"] if declared.optional else names)
        case "target":
            rows = [record.id for record in game.of(declared.of)]
            return f"a whole number from {declared.min} to {declared.max}, " + listed([*rows, "none"])
    return "a dice notation such as 2d6, or none"


def number_of(value: Any, ladder: str) -> int | None:
    """A target as a number: itself, its row's, or the lowest of its row's band."""
    if isinstance(value, Record):
        column = value[ladder]
        return column.low if isinstance(column, Band) else column
    number: int | None = value
    return number


class _NotAllowed(Exception):
    """The value does not fit its input."""


def _read(game: Game, declared: Input, value: object) -> Any:
    text = value.strip() if isinstance(value, str) else value.id if isinstance(value, Record) else value
    if text in ("none", None, "") and declared.optional:
        return None
    no = _NotAllowed()
    match declared.kind:
        case "flag":
            return _flag(text, no)
        case "number":
            return _whole(text, declared, no)
        case "target":
            return _row(game, declared, text) or _whole(text, declared, no)
        case "record":
            try:
                return game.record(f"{declared.of}/{text}") if isinstance(text, str) else _refuse(no)
            except KeyError:
                raise no from None
        case "choice":
            return text if text in declared.options else _refuse(no)
    try:
        return str(text) if isinstance(text, str) and parse_group(text) else _refuse(no)
    except RollbookError:
        raise no from None


def _row(game: Game, declared: Input, text: object) -> Record | None:
    try:
        return game.record(f"{declared.of}/{text}") if isinstance(text, str) and not _NUMBER.fullmatch(text) else None
    except KeyError:
        return None


def _whole(value: object, declared: Input, no: _NotAllowed) -> int:
    if isinstance(value, str) and _NUMBER.fullmatch(value := value.replace("−", "-")):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not declared.min <= value <= declared.max:
        raise no
    return value


def _flag(value: object, no: _NotAllowed) -> bool:
    if isinstance(value, bool):
        return value
    word = str(value).lower()
    return True if word in _YES else False if word in _NO else _refuse(no)


def _refuse(no: _NotAllowed) -> Any:
    raise no
