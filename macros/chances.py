"""Tables of exact chances: a check asked once per cell, by whatever stands along its two axes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from engine.answer import percent
from engine.check import Check, Input
from engine.errors import Refused
from engine.rulebook import Game
from engine.template import show as written
from macros.book import Book, MacroFault, split
from macros.shelf import block

OUTCOME = "outcome"
NO_CHANCE = "—"


@dataclass(frozen=True, slots=True)
class Place:
    """One row or column: what it is called, and what it adds to the question or picks from the answer."""

    name: str
    rung: str = ""
    inputs: Mapping[str, Any] = field(default_factory=dict)
    picks: str = ""


def odds_table(
    book: Book,
    check: str,
    rows: Any,
    columns: Any,
    show: str = "success",
    caption: str = "",
    folded: bool = False,
    **inputs: Any,
) -> str:
    """A table of chances.

    An axis is an input of the check (all its values), `{input: [values]}`, a list of situations such as
    `[{}, {"help": 1}]`, or, for columns, `outcome` or one of the check's amounts. `show` is `success`, an outcome,
    or an amount, then shown as its mean. A folded one opens at a tap.
    """
    game = book.game
    asked = game.check(check)
    down = list(axis(game, asked, rows))
    across = list(axis(game, asked, columns))
    lines = [
        [_cell(book, check, show, {**inputs, **row.inputs, **column.inputs}, column) for column in across]
        for row in down
    ]
    kept = [at for at, column in enumerate(across) if not column.picks or any(line[at].chance for line in lines)]
    return block(
        "odds.j2",
        caption=caption or asked.name,
        corner=axis_name(asked, rows),
        over=axis_name(asked, columns),
        columns=[across[at] for at in kept],
        rows=[(row, [line[at] for at in kept]) for row, line in zip(down, lines, strict=True)],
        percent=show not in asked.amounts,
        folded=folded,
    )


def axis(game: Game, check: Check, given: Any) -> Iterator[Place]:
    """The places along an axis; raises MacroFault for one that the check does not have."""
    if given == OUTCOME:
        yield from (Place(outcome.name, picks=outcome.id) for outcome in verdicts(check))
    elif isinstance(given, str) and given in check.amounts:
        raise MacroFault(f"{given} is an amount of {check.id}; name it in show")
    elif isinstance(given, list | tuple):
        yield from (Place(situation_name(game, check, one), inputs=one) for one in given)
    else:
        name, values = (given, None) if isinstance(given, str) else next(iter(given.items()))
        yield from _values(game, _input(check, name), values)


def _values(game: Game, one: Input, values: Any) -> Iterator[Place]:
    if one.kind in {"record", "target"}:
        kind = game.kinds[one.of]
        for record in game.of(one.of):
            # A step that throws nothing has no chance to tell, unless it is asked for.
            if record.id in values if values else not record["verdict"]:
                yield Place(record.name, str(record[kind.ladder]) if kind.ladder else "", {one.id: record.id})
        numbers = [value for value in values or () if isinstance(value, int)]
        yield from (Place(written(value), inputs={one.id: value}) for value in numbers)
    else:
        everything = values or (one.options if one.kind == "choice" else range(one.min or 0, (one.max or 0) + 1))
        yield from (Place(written(value), inputs={one.id: value}) for value in everything)


def verdicts(check: Check) -> list[Any]:
    """Each outcome of a check once, in the order of the data; a race ends in one of two.

    One that throws again is no end, and odds leave it out.
    """
    ends = (check.race.wins, check.race.loses) if check.race else check.outcomes
    return list({outcome.id: outcome for outcome in ends if outcome.id != "again"}.values())


def situation_name(game: Game, check: Check, situation: Mapping[str, Any]) -> str:
    """What a reader calls a situation: `Help 1`, `Modifier 2`, `Fog`; Plain where nothing is set."""
    given, marks = split(situation)
    names = [_setting(check, _input(check, name), value) for name, value in given.items()]
    situations = [record for record in game if game.kinds[record.kind].situation]
    for mark in filter(None, marks.split(",")):
        wanted = mark.partition(":")[2].partition("?")[0]
        names += [record.name for record in situations if wanted in (record.id, record.ref)]
    return ", ".join(names) or "Plain"


def _setting(check: Check, one: Input, value: Any) -> str:
    # One source of what decides which die is kept goes by its name alone.
    alone = value is True or (value == 1 and one.name in {way.by for ways in check.throws.values() for way in ways})
    return one.name if alone else f"{one.name} {written(value)}"


def axis_name(check: Check, given: Any) -> str:
    """What stands at the head of an axis: the name of its input, nothing over situations and outcomes."""
    name = given if isinstance(given, str) else next(iter(given), "") if isinstance(given, dict) else ""
    return check.inputs[name].name if name in check.inputs else ""


def _input(check: Check, name: str) -> Input:
    try:
        return check.inputs[name.replace("_", "-")]
    except KeyError:
        raise MacroFault(f"{check.id} has no input {name}") from None


@dataclass(frozen=True, slots=True)
class Cell:
    """A number as shown, and the chance from 0 to 1 that tints it."""

    text: str
    chance: float = 0.0


def _cell(book: Book, check: str, show: str, inputs: Mapping[str, Any], column: Place) -> Cell:
    try:
        found = book.odds(check, inputs)
    except Refused:
        return Cell(NO_CHANCE)
    if show in found.amounts and not column.picks:
        return Cell(mean(found.amounts[show]))
    chance = book.chance(check, column.picks or show, inputs)
    # The caption says that these are percentages; a sign in each cell would not fit a phone.
    return Cell(percent(chance).removesuffix("%").rstrip(), float(chance))


def mean(amount: Mapping[int, Fraction]) -> str:
    """The mean of an amount, to two decimals.

    >>> mean({0: Fraction(1, 2), 3: Fraction(1, 2)})
    '1.50'
    """
    return f"{float(sum(value * chance for value, chance in amount.items())):.2f}"
