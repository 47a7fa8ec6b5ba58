"""Situations: records that apply to me or to the target, and the changes they bring.

The order is: what ignores what, then `add`, `scale` and `set`; of several sets the lowest wins.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.check import Check
from engine.errors import BadRequest, Complaint, listed
from engine.record import Effect, Record
from engine.rulebook import Game

MOST = 40


@dataclass(frozen=True, slots=True, eq=False)
class Applied:
    """A record that applies to one side, with the answers to what it asks."""

    side: str
    record: Record
    answers: Mapping[str, bool] = field(default_factory=dict)

    def __str__(self) -> str:
        asked = "".join(f"?{'' if yes else 'not-'}{name}" for name, yes in self.answers.items())
        return f"{self.side}:{self.record.id}{asked}"


@dataclass(frozen=True, slots=True, eq=False)
class Active:
    """One effect that counts now, the record it came from and the one that brought that in."""

    applied: Applied
    record: Record
    effect: Effect


@dataclass(frozen=True, slots=True)
class Counted:
    """What a record did, in words, and the record's path: a line of the explanation."""

    text: str
    source: str


_ENTRY = re.compile(r"(?:(me|target):)?([a-z0-9-]+(?:/[a-z0-9-]+)?)((?:\?[a-z0-9-]+)*)")


def parse_situations(game: Game, text: str | Iterable[str]) -> tuple[Applied, ...]:
    """Read `me:blinded,target:prone`; raises BadRequest with every complaint at once."""
    entries = text.split(",") if isinstance(text, str) else list(text)
    entries = [entry.strip() for entry in entries if entry.strip()]
    if len(entries) > MOST:
        raise BadRequest.on("with", f"{len(entries)} situations", f"at most {MOST}")
    complaints: list[Complaint] = []
    applied = []
    for entry in entries:
        try:
            applied.append(_parse_entry(game, entry))
        except BadRequest as error:
            complaints.extend(error.complaints)
    if complaints:
        raise BadRequest(complaints)
    return tuple({str(one): one for one in applied}.values())


def _parse_entry(game: Game, entry: str) -> Applied:
    match = _ENTRY.fullmatch(entry)
    if not match:
        raise BadRequest.on("with", entry, "a situation as me:name or target:kind/name")
    side, name = match[1] or "me", match[2]
    found = [record for record in situations(game) if name in (record.id, record.ref)]
    found = found or [record for record in situations(game) if name in _old_names(record)]
    if not found:
        raise BadRequest.on("with", entry, "one of " + listed(sorted({record.id for record in situations(game)})))
    if len(found) > 1:
        raise BadRequest.on("with", entry, "one of " + listed(record.ref for record in found))
    sides = game.kinds[found[0].kind].situation
    if side not in sides:
        raise BadRequest.on("with", entry, listed(f"{side}:{name}" for side in sides))
    asked = {effect.ask.id for _, effect in _carried(game, found[0]) if effect.ask}
    answers: dict[str, bool] = {}
    for word in filter(None, match[3].split("?")):
        answer = word.removeprefix("not-")
        if word in asked or answer not in asked:
            answer = word
        if answer not in asked:
            raise BadRequest.on("with", entry, "an answer to " + listed(sorted(asked)) if asked else "no answer")
        answers[answer] = answer == word
    return Applied(side, found[0], answers)


def _old_names(record: Record) -> set[str]:
    return {name for alias in record.aliases for name in (alias, f"{record.kind}/{alias}")}


def situations(game: Game) -> Iterator[Record]:
    """Every record that may be marked on somebody."""
    return (record for record in game if game.kinds[record.kind].situation)


def _carried(game: Game, record: Record, seen: tuple[str, ...] = ()) -> Iterator[tuple[Record, Effect]]:
    yield from ((record, effect) for effect in record.effects)
    for ref in record.includes:
        if ref not in seen:
            yield from _carried(game, game.record(ref), (*seen, record.ref))


def active(
    game: Game, check: Check | None, applied: tuple[Applied, ...], scope: Mapping[str, Any]
) -> tuple[tuple[Active, ...], tuple[Counted, ...]]:
    """The effects whose time has come, and a line for each record that another one ignores."""
    everything = [
        Active(one, record, effect)
        for one in applied
        for record, effect in _carried(game, one.record)
        if _holds(check, one, record, effect, scope)
    ]
    ignored = {ref: item for item in everything for ref in item.effect.ignores}
    lines = [
        Counted(f"{game.record(ref).name}: ignored ({item.applied.record.name})", game.record(ref).path)
        for ref, item in ignored.items()
        if any(ref in (one.applied.record.ref, one.record.ref) for one in everything)
    ]
    kept = tuple(a for a in everything if a.record.ref not in ignored and a.applied.record.ref not in ignored)
    return kept, tuple(lines)


def _holds(check: Check | None, one: Applied, record: Record, effect: Effect, scope: Mapping[str, Any]) -> bool:
    if effect_on_check(effect) and (effect.who != one.side or not matches(check, effect)):
        return False
    if effect.when and not effect.when.run(Scope(scope, row=record)):
        return False
    return one.answers.get(effect.ask.id, effect.ask.default) if effect.ask else True


class Scope(dict[str, Any]):
    """Names for an effect's expressions; one that does not stand in the present question is none."""

    def __missing__(self, name: str) -> None:
        return None


def effect_on_check(effect: Effect) -> bool:
    """Whether an effect changes a check rather than a derived value."""
    return effect.on[0].startswith("check/")


def matches(check: Check | None, effect: Effect) -> bool:
    """Whether an effect on a check counts for this one, or for one that it extends."""
    return check is not None and any(f"check/{name}" in effect.on for name in check.lineage)


def apply(value: int, items: Iterable[Active], scope: Mapping[str, Any]) -> int:
    """A number after all effects on it: added, scaled, then set to the lowest that is set."""
    items = list(items)
    for item in items:
        if item.effect.add:
            value += item.effect.add.run(Scope(scope, row=item.record)) or 0
    for item in items:
        if item.effect.scale:
            value = item.effect.scale.run(Scope(scope, row=item.record, this=value))
    fixed = [item.effect.set.run(Scope(scope, row=item.record, this=value)) for item in items if item.effect.set]
    return min(fixed) if fixed else value
