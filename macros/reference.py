"""Records as the templates want them: entries, rows, tables and tracks, with rollers beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from markupsafe import Markup

from engine.answer import percent
from engine.record import Column, Kind, Record
from macros.book import Book, MacroFault
from macros.cells import cell, formula
from macros.links import term
from macros.prose import phrases_of, rulings_of, text_of
from macros.roller import roller_of
from macros.shelf import block

Names = Iterable[str] | None


def entries(
    book: Book, kind: str, by: str = "", only: Iterable[str] = (), check: str = "", effects: bool = False, **inputs: Any
) -> str:
    """Each record of a kind under a heading of its own; `by` names a column to group them under its records.

    With a check each has a roller; an input may be `row`, the record itself, or `row.column`.
    `effects` says in words what the data does, for records whose text leaves that out.
    """
    records = chosen(book, kind, only)
    if not by:
        return "\n".join(_entry(book, record, 3, effects, check, inputs) for record in records)
    parts = []
    for group, members in grouped(records, by):
        parts.append(_entry(book, group, 2, effects, "", {}))
        parts += [_entry(book, record, 3, effects, check, inputs, by) for record in members]
    return "\n".join(parts)


def entry(book: Book, ref: str, level: int = 3, check: str = "", **inputs: Any) -> str:
    """One record under a heading of the given level."""
    return _entry(book, book.record(ref), level, False, check, inputs)


def grouped(records: Iterable[Record], by: str) -> list[tuple[Record, list[Record]]]:
    """Records under those of a column, each group in the order of its first."""
    groups: dict[str, tuple[Record, list[Record]]] = {}
    for record in records:
        groups.setdefault(record[by].ref, (record[by], []))[1].append(record)
    return list(groups.values())


def _entry(
    book: Book, record: Record, level: int, effects: bool, check: str, inputs: Mapping[str, Any], told: str = ""
) -> str:
    name = record.name.replace("*", r"\*").replace("_", r"\_")
    anchor = f" {{#{record.anchor}}}" if book.at_home(record) else ""
    facts = _facts(book, record, [column for column in _shown(book.game.kinds[record.kind]) if column.id != told])
    roller = _roller(book, record, check, inputs)
    body = block("entry.j2", **described(book, record, effects), facts=facts, roller=roller)
    return f"{'#' * level} {name}{anchor}\n\n{body}"


def ladder(
    book: Book, kind: str, by: str = "", check: str = "", only: Iterable[str] = (), columns: Names = None, **inputs: Any
) -> str:
    """Each record of a kind as a row; with a check also the bar of its chance and a button that rolls.

    Groups and inputs as in `entries`; a check that is `row.column` is the first that this column names.
    """
    records = chosen(book, kind, only)
    if not by:
        return _rows(book, records, check, inputs, columns)
    shown = columns or [column.id for column in _shown(book.game.kinds[kind]) if column.id != by]
    return "\n".join(
        _entry(book, group, 2, False, "", {}) + "\n" + _rows(book, members, check, inputs, shown)
        for group, members in grouped(records, by)
    )


def _rows(book: Book, records: Iterable[Record], check: str, inputs: Mapping[str, Any], columns: Names) -> str:
    rows = [_row(book, record, check, inputs, columns) for record in records]
    thrown = {row["roller"]["label"] for row in rows if row["roller"] and row["bar"]}
    same = thrown.pop() if len(thrown) == 1 and len(rows) > 1 else ""
    return block("ladder.j2", rows=rows, thrown=same)


def _row(book: Book, record: Record, check: str, inputs: Mapping[str, Any], columns: Names) -> dict[str, Any]:
    kind = book.game.kinds[record.kind]
    rung = kind.columns.get(kind.ladder)
    roller = _roller(book, record, check, inputs)
    chance = book.odds(roller["attributes"]["check"], fitting(book, record, check, inputs)).success if roller else None
    return {
        **described(book, record),
        "facts": _facts(book, record, [column for column in _shown(kind, columns) if column is not rung]),
        "rung": {"name": rung.name, "value": cell(book, record, rung)} if rung else None,
        "roller": roller,
        "bar": None if chance is None else _bar(chance),
    }


def _bar(chance: Fraction) -> dict[str, Any]:
    return {"share": round(float(chance), 4), "text": percent(chance)}


def table(
    book: Book, kind: str, columns: Names = None, only: Iterable[str] = (), caption: str = "", bare: bool = False
) -> str:
    """The records of a kind as a table: name and text, then the columns named, else all that are shown.

    A bare one has the columns alone and links each name to its entry, which stands elsewhere.
    """
    declared = book.game.kinds[kind]
    shown = _shown(declared, columns)
    rows = [
        {
            **(_bare(book, record) if bare else described(book, record)),
            "cells": [cell(book, record, column) or column.text_if_none for column in shown],
        }
        for record in chosen(book, kind, only)
    ]
    return block("table.j2", rows=rows, columns=shown, name=declared.name, caption=caption or declared.plural)


def _bare(book: Book, record: Record) -> dict[str, Any]:
    return {"name": term(book, record), "id": "", "old": [], "text": "", "words": ()}


def track(book: Book, kind: str, columns: Names = None) -> str:
    """The steps of a track as a ladder of dice, the best at the top, so that up is up."""
    declared = book.game.kinds[kind]
    steps = [
        {
            **described(book, record),
            "facts": _facts(book, record, [column for column in _shown(declared, columns) if column.type != "dice"]),
            "dice": _sides(record),
        }
        for record in reversed(book.game.of(kind))
    ]
    return block("track.j2", steps=steps)


def see(book: Book, ref: str, words: str = "") -> Markup:
    """The name of a record or kind, or other words for it, as a link to its entry."""
    return term(book, book.goal(ref), words)


def chosen(book: Book, kind: str, only: Iterable[str] = ()) -> list[Record]:
    """The records of a kind, in the order of the files; `only` picks some, in its own order. Raises MacroFault."""
    if kind not in book.game.kinds:
        raise MacroFault(f"{book.game.title} has no kind {kind}")
    return [book.record(f"{kind}/{name}") for name in only] or list(book.game.of(kind))


def described(book: Book, record: Record, effects: bool = False) -> dict[str, Any]:
    """What every layout says of a record; its effects in words if asked for, or where nothing else is said."""
    formulas = book.game.kinds[record.kind].columns.get("formula")
    return {
        "record": record,
        "name": record.name,
        "words": record.words,
        "id": record.anchor if book.at_home(record) else "",
        "old": [f"{record.kind}-{alias.rpartition('/')[2]}" for alias in record.aliases],
        "text": text_of(book, record),
        "phrases": phrases_of(book, record) if effects or not record.text else [],
        "formula": formula(book, record) if formulas and not formulas.name else "",
        "rulings": [term(book, ruling) for ruling in rulings_of(book, record)],
    }


def bound(record: Record, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Inputs of a check with `row` and `row.column` replaced by a record and its values.

    A situation `me:row` is that record's, if it does anything.
    """
    return {
        name: _situated(record, value) if name == "with_" else _bound(record, value) for name, value in inputs.items()
    }


def _situated(record: Record, situation: str) -> str:
    marks = [mark for mark in situation.split(",") if record.effects or not mark.endswith(":row")]
    return ",".join(f"{mark[:-3]}{record.ref}" if mark.endswith(":row") else mark for mark in marks)


def _bound(record: Record, value: Any) -> Any:
    if value == "row":
        return record.id
    if isinstance(value, str) and value.startswith("row."):
        found = record[value.removeprefix("row.")]
        return found.id if isinstance(found, Record) else found
    return value


def fitting(book: Book, record: Record, check: str, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The bound inputs that this record's check has: records of one kind may ask for different checks."""
    declared = book.game.check(_check(record, check)).inputs
    given = bound(record, inputs)
    if not check.startswith("row."):
        return given
    return {name: value for name, value in given.items() if name == "with_" or name.replace("_", "-") in declared}


def _check(record: Record, check: str) -> str:
    if not check.startswith("row."):
        return check
    named = record[check.removeprefix("row.")] or ("",)
    return str(named[0] if isinstance(named, tuple) else named.id).removeprefix("check/")


def _roller(book: Book, record: Record, check: str, inputs: Mapping[str, Any]) -> dict[str, Any] | None:
    asked = _check(record, check) if check else ""
    return roller_of(book, asked, fitting(book, record, check, inputs)) if asked else None


def _shown(kind: Kind, names: Names = None) -> list[Column]:
    if names is None:
        return [column for column in kind.columns.values() if column.shown and column.name]
    try:
        return [kind.columns[name] for name in names]
    except KeyError as missing:
        raise MacroFault(f"{kind.id} has no column {missing}") from None


def _facts(book: Book, record: Record, columns: Iterable[Column]) -> list[dict[str, Any]]:
    values = ((column.name, cell(book, record, column)) for column in columns)
    return [{"name": name, "value": value} for name, value in values if value]


def _sides(record: Record) -> list[int]:
    count, _, sides = str(record["dice"] or "").partition("d")
    return [int(sides)] * int(count or 1) if sides.isdigit() else []
