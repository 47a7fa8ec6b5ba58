"""The full roller: a check with its rules text and a control for everything the situation sets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.check import Check, Input
from engine.record import Record
from engine.rulebook import Game
from macros.book import Book, MacroFault, split
from macros.reference import described
from macros.roller import Inputs, roller_of, written
from macros.shelf import block

_ORDER = ("track", "select", "flag", "text", "stepper", "target")


def full_roller(book: Book, check: str, omit: tuple[str, ...] = (), level: int = 2, **inputs: Any) -> str:
    """The entry of a check with a roller that has a control for each of its inputs but those named in `omit`.

    `level` is that of its heading; 0 prints neither heading nor text, where the page has said what is rolled.
    """
    declared = book.game.check(check).inputs
    unknown = {name for name in omit if name not in declared}
    if unknown:
        raise MacroFault(f"{check} has no input {', '.join(sorted(unknown))} to omit")
    given, _ = split(inputs)
    shown = _agreeing([control for name, control in declared.items() if name not in omit])
    record = book.record(f"check/{check}")
    anchor = f" {{#{record.anchor}}}" if book.at_home(record) else ""
    heading = f"{'#' * level} {record.name}{anchor}\n\n" if level else ""
    place = book.place(record.anchor)
    return heading + block(
        "full_roller.j2",
        **{**described(book, record), "id": "" if level or not anchor else place},
        place=place,
        described=level > 0,
        roller=roller_of(book, check, inputs),
        controls=list(controls(book.game, book.game.check(check), shown, given)),
    )


def _agreeing(shown: list[Input]) -> list[Input]:
    """Without those that may not be given beside an earlier one: a form gives everything it shows."""
    barred: set[str] = set()
    kept = []
    for one in shown:
        if one.id not in barred:
            kept.append(one)
            barred.update(one.excludes)
    return kept


def controls(game: Game, check: Check, inputs: list[Input], given: Inputs) -> Iterator[dict[str, Any]]:
    """What the form shows: what is chosen by name before what is counted, the target last.

    Two inputs that pull one group of dice apart share a control.
    """
    pair = opposites(check)
    for one in sorted(inputs, key=lambda one: _ORDER.index(form(game, one))):
        if pair and one is pair[0]:
            chosen = [int(given.get(side.id, 0) > 0) for side in pair]
            yield {"form": "opposites", "low": pair[1], "high": pair[0], "chosen": chosen[0] - chosen[1]}
        elif not (pair and one is pair[1]):
            choices = options(game, one)
            yield {"form": form(game, one), "input": one, "value": value(game, one, given), "options": choices}


def opposites(check: Check) -> tuple[Input, Input] | None:
    """The two counted inputs, if there are two, that the throws of one group are named for."""
    for ways in check.throws.values():
        named = [way.by for way in ways if way.by]
        pair = [one for name in named for one in check.inputs.values() if one.kind == "number" and one.name == name]
        if len(pair) == 2:
            return pair[0], pair[1]
    return None


def form(game: Game, one: Input) -> str:
    """The form of control that an input gets."""
    if one.kind == "record":
        return "track" if game.kinds[one.of].track else "select"
    if one.kind == "target":
        return "stepper" if one.stands_for else "target"
    return {"number": "stepper", "flag": "flag", "choice": "select"}.get(one.kind, "text")


def options(game: Game, one: Input) -> list[tuple[str, str]]:
    """The values to choose from, each with its name."""
    if one.kind == "choice":
        return [(option, option) for option in one.options]
    if one.kind not in {"record", "target"}:
        return []
    first = [("", "Automatic")] if one.source else [("none", "None")] if one.default == "none" else []
    last = [("none", "None")] if one.kind == "target" else []
    return first + [(record.id, option_name(game, record)) for record in game.of(one.of)] + last


def value(game: Game, one: Input, given: Inputs) -> str:
    """The value a control starts with; a number on a ladder is the row that has it."""
    if one.id not in given and one.source:
        return ""
    start = given.get(one.id, one.default)
    rungs = {record[game.kinds[one.of].ladder]: record for record in game.of(one.of)} if one.kind == "target" else {}
    return written(start if one.stands_for else rungs.get(start, start))


def option_name(game: Game, record: Record) -> str:
    """A record's name, and its rung where its kind is a ladder."""
    ladder = game.kinds[record.kind].ladder
    return f"{record.name} {record[ladder]}" if ladder else record.name
