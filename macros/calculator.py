"""Calculators: a derived value as words, as a table for some numbers, and as a form for the reader's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any

from engine.answer import derived_answer
from engine.derive import derive, needed, number_records
from engine.record import Record
from engine.template import show
from macros.book import Book, MacroFault
from macros.cells import formula
from macros.reference import described
from macros.shelf import block

Values = Mapping[str, Sequence[int]]

# Where a page names no numbers, these multiples of the usual one are told, in halves.
_HALVES = (1, 2, 3, 4, 6)
_FEW = 9


def calculators(book: Book, kind: str = "derived", only: Iterable[str] = (), level: int = 3) -> str:
    """A calculator for each derived value of a kind; `only` picks some, in its own order."""
    records = [book.record(f"{kind}/{name}") for name in only] or list(book.game.of(kind))
    return "\n".join(calculator(book, record.ref, level) for record in records)


def calculator(book: Book, ref: str, level: int = 3, at: Values | None = None) -> str:
    """A derived value: its formula, a table of it for some numbers, and steppers for the reader's own.

    `at` names the numbers of the table: `{"speed": [6, 9, 12]}`. Raises MacroFault for a number it does not need.
    """
    record = book.record(ref)
    numbers = needed(book.game, ref)
    unknown = {name for name in at or {} if name not in [number.id for number in numbers]}
    if unknown:
        raise MacroFault(f"{ref} does not need {', '.join(sorted(unknown))}")
    bounds = {number.id: bound for number, bound in number_records(book.game)}
    anchor = f" {{#{record.anchor}}}" if book.at_home(record) else ""
    heading = f"{'#' * level} {record.name}{anchor}\n\n" if level else ""
    return heading + block(
        "calculator.j2",
        **{**described(book, record), "formula": formula(book, record)},
        place=book.place(record.anchor),
        game=book.game.id,
        value=_shown(book, ref, {}),
        given=[f"{number.name} {show(bounds[number.id]['default'])}" for number in numbers],
        controls=[_control(number, bounds[number.id]) for number in numbers],
        table=_table(book, record, numbers, bounds, at or {}),
    )


def _shown(book: Book, ref: str, numbers: Mapping[str, int]) -> str:
    return str(derived_answer(derive(book.game, ref, numbers))["shown"])


def _control(number: Record, bound: Mapping[str, int]) -> dict[str, Any]:
    lowest, highest = bound.get("min", 0), bound.get("max", 1000)
    asked = {"id": number.id, "name": number.name, "min": lowest, "max": highest}
    return {"input": asked, "value": bound.get("default", lowest)}


def _table(
    book: Book, record: Record, numbers: Sequence[Record], bounds: Mapping[str, Mapping[str, int]], at: Values
) -> dict[str, Any] | None:
    """The first number across and the second down; those beyond keep their default."""
    if not numbers:
        return None
    first, second = numbers[0], numbers[1] if len(numbers) > 1 else None
    across = at.get(first.id) or _references(bounds[first.id])
    down = (at.get(second.id) or _references(bounds[second.id])) if second else [None]
    cells = {
        (one, other): derive(book.game, record.ref, {first.id: one, **({second.id: other} if second else {})}).value
        for one, other in product(across, down)
    }
    return {
        "over": first.name,
        "corner": second.name if second else "",
        "columns": [show(one) for one in across],
        "rows": [
            (record.name if other is None else show(other), [show(cells[one, other]) for one in across])
            for other in down
        ],
        "unit": record["unit"] or "",
    }


def _references(bound: Mapping[str, int]) -> list[int]:
    low, high = bound.get("min", 0), bound.get("max", 1000)
    if high - low < _FEW:
        return list(range(low, high + 1))
    usual = bound.get("default") or max(low, 4)
    return sorted({max(low, min(high, usual * half // 2)) for half in _HALVES})
