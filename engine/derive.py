"""Derived values: a formula of the rules over a character's numbers, changed by what applies to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import BadRequest, Complaint, listed, shorten
from engine.expression import parse
from engine.grammar import RULINGS
from engine.record import Record
from engine.rulebook import Game
from engine.ruling import take_rulings
from engine.situation import Counted, active, apply, effect_on_check, parse_situations

Numbers = Mapping[str, object]
LEAST, MOST = -1_000_000, 1_000_000


@dataclass(frozen=True, slots=True)
class Derived:
    """A derived value, its formula, and what changed it; None where a number is missing."""

    record: Record
    value: int | None
    formula: str
    lines: tuple[Counted, ...]


def derive(
    game: Game,
    ref: str,
    numbers: Numbers | None = None,
    with_: str | Iterable[str] = "",
    rulings: str | Mapping[str, object] = "",
) -> Derived:
    """Work out one derived value, `kind/id`, from a character's numbers and situations.

    Raises BadRequest for a value, number or situation that the game does not have.
    """
    records = {record.ref: record for record in game if game.kinds[record.kind].derived}
    if ref not in records:
        raise BadRequest.on("value", ref, listed(records) if records else "none: this game derives nothing")
    env: dict[str, Any] = {RULINGS: take_rulings(game, rulings), **accept_numbers(game, numbers or {})}
    marked, _ = active(game, None, parse_situations(game, with_), env)
    mine = [item for item in marked if item.applied.side == "me" and not effect_on_check(item.effect)]
    return _derive(game, records[ref], env, mine, ())


def _derive(game: Game, record: Record, env: dict[str, Any], marked: list[Any], inside: tuple[str, ...]) -> Derived:
    formula = parse(record[game.kinds[record.kind].derived])
    for name in sorted(formula.names - env.keys() - {"row"}):
        other = next(one for one in game if game.kinds[one.kind].derived and key_of(one) == name)
        if other.ref in (*inside, record.ref):
            raise BadRequest.on("value", record.ref, "a formula that does not lead back to itself")
        env[name] = _derive(game, other, env, marked, (*inside, record.ref)).value
    value = formula.run({**env, "row": record})
    items = [item for item in marked if record.ref in item.effect.on]
    if value is not None and items:
        value = apply(value, items, env)
    said = ((item, game.phrase(item.record, item.effect)) for item in items)
    lines = tuple(
        Counted(f"{item.applied.record.name}: {words}", item.applied.record.path) for item, words in said if words
    )
    return Derived(record, value, formula.text, lines)


def key_of(record: Record) -> str:
    """A record's name inside formulas."""
    return record.id.replace("-", "_")


def number_records(game: Game) -> Iterator[tuple[Record, Mapping[str, int]]]:
    """Every number of a character that formulas may name, with its `min`, `max` and `default`."""
    for record in game:
        declared = game.kinds[record.kind].number
        if record.kind == "number":
            yield record, {name: record[name] for name in ("min", "max", "default") if record[name] is not None}
        elif declared:
            yield record, declared


def needed(game: Game, ref: str) -> list[Record]:
    """The numbers that a derived value's formula comes down to, in the order of the data."""
    wanted, waiting = set[str](), [ref]
    while waiting:
        record = game.record(waiting.pop())
        for name in parse(record[game.kinds[record.kind].derived]).names:
            if name not in (*wanted, "row"):
                wanted.add(name)
                waiting += [one.ref for one in game if game.kinds[one.kind].derived and key_of(one) == name]
    return [record for record, _ in number_records(game) if key_of(record) in wanted]


def accept_numbers(game: Game, given: Numbers) -> dict[str, int | None]:
    """Every number by its name in formulas, those given in place of their defaults; raises BadRequest."""
    known = {record.id: (record, bounds) for record, bounds in number_records(game)}
    values = {key_of(record): bounds.get("default") for record, bounds in known.values()}
    complaints = []
    for name, value in given.items():
        if name not in known:
            complaints.append(Complaint(shorten(name), shorten(value), listed(known) if known else "no numbers"))
            continue
        record, bounds = known[name]
        low, high = bounds.get("min", LEAST), bounds.get("max", MOST)
        number = (
            int(value) if isinstance(value, str) and value.removeprefix("-").isdecimal() and len(value) < 9 else value
        )
        if isinstance(number, bool) or not isinstance(number, int) or not low <= number <= high:
            complaints.append(Complaint(name, shorten(value), f"a whole number from {low} to {high}"))
        else:
            values[key_of(record)] = number
    if complaints:
        raise BadRequest(complaints)
    return values
