"""A game's whole data, ready to be asked, and the library of all games of a handbook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.check import Check
from engine.errors import BadRequest, listed
from engine.grammar import RULINGS
from engine.record import Effect, Kind, Record
from engine.template import Template, show

Ruling = str | int


@dataclass(frozen=True, slots=True)
class Game:
    """A game's whole data, ready to be asked."""

    id: str
    title: str
    core: str
    main_check: str
    source: str
    text: str
    kinds: Mapping[str, Kind]
    records: Mapping[str, Mapping[str, Record]]
    checks: Mapping[str, Check]
    rulings: Mapping[str, Ruling]

    def of(self, kind: str) -> tuple[Record, ...]:
        """All records of a kind, in the order of the files."""
        return tuple(self.records.get(kind, {}).values())

    def record(self, ref: str) -> Record:
        """The record with id `kind/id`, under an old id too; raises KeyError."""
        kind, _, name = ref.partition("/")
        found = self.records.get(kind, {}).get(name)
        if found is None:
            found = next((r for r in self if ref in r.aliases or (r.kind == kind and name in r.aliases)), None)
        if found is None:
            raise KeyError(ref)
        return found

    def check(self, name: str) -> Check:
        """The check of that id; raises BadRequest that lists those there are."""
        if name not in self.checks:
            raise BadRequest.on("check", name, listed(self.checks))
        return self.checks[name]

    def prose(self, record: Record) -> str:
        """The record's text with its own numbers filled in; links stay as written."""
        return Template.of(record.text).fill(self.scope(record))

    def phrases(self, record: Record) -> list[str]:
        """What the record's effects do, each as a short phrase, in order and without repeats."""
        return list(dict.fromkeys(p for effect in record.effects if (p := self.phrase(record, effect))))

    def phrase(self, record: Record, effect: Effect) -> str:
        """What one effect of a record does, in a few words; empty where it does nothing."""
        scope = self.scope(record)
        if effect.when and not effect.when.names and not effect.when.run(scope):
            return ""
        add = effect.add.run(scope) if effect.add and effect.add.names <= scope.keys() else None
        if effect.add and not add:
            return ""
        if effect.say:
            return Template.of(effect.say).fill({**scope, "add": add})
        if effect.forbid:
            return effect.forbid
        if effect.ignores:
            return "Ignores " + listed((self.record(ref).name for ref in effect.ignores), "and")
        return self._plain_phrase(effect, add, scope)

    def _plain_phrase(self, effect: Effect, add: int | None, scope: Mapping[str, Any]) -> str:
        names = listed((self.record(ref).name for ref in effect.on), "and")
        against = " against you" if effect.who == "target" else ""
        if effect.input:
            check = self.checks[effect.on[0].partition("/")[2]]
            name = check.inputs[effect.input].name
            amount = "" if add in (1, None) else f" {show(add, '+')}"
            return f"{name}{amount} on {names}{against}"
        if effect.outcome:
            return f"{names}{against}: {effect.outcome}"
        if effect.set:
            return f"{names} {show(effect.set.run(scope))}"
        return f"{show(add, '+')} {names}" if add else ""

    def scope(self, record: Record) -> dict[str, Any]:
        """The names that a record's own text may use: its columns, `row` and the rulings."""
        columns = {name.replace("-", "_"): value for name, value in record.values.items()}
        return {**columns, "row": record, RULINGS: self.rulings}

    def __iter__(self) -> Iterator[Record]:
        return (record for group in self.records.values() for record in group.values())


@dataclass(frozen=True, slots=True)
class Library:
    """All games of a handbook, by id."""

    games: Mapping[str, Game]

    def game(self, name: str) -> Game:
        """The game of that id; raises BadRequest that lists those there are."""
        if name not in self.games:
            raise BadRequest.on("game", name, listed(self.games))
        return self.games[name]
