"""A question worked out up to the dice: inputs, situations and rulings turned into pools to throw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.check import Check, Input, Throw
from engine.dice import Group, parse_group
from engine.errors import Refused
from engine.expression import Expression
from engine.grammar import RULINGS, Question
from engine.inputs import accept, assume, number_of
from engine.record import Record
from engine.rulebook import Game, Ruling
from engine.ruling import take_rulings
from engine.situation import (
    Active,
    Applied,
    Counted,
    Scope,
    active,
    apply,
    effect_on_check,
    parse_situations,
)
from engine.summary import Query

Inputs = Mapping[str, object]
CHECK = "check"
"""The name under which an effect's condition knows the check that is asked."""

Asked = Mapping[str, tuple[tuple[str, Query], ...]]


MOST_REMEMBERED = 20_000
_OPEN = object()
_needs: dict[tuple[Any, ...], frozenset[str]] = {}


@dataclass(frozen=True, slots=True)
class Thrown:
    """A group of dice as it is thrown here, and the word for why one of them would be dropped."""

    group: Group
    by: str = ""


@dataclass(frozen=True)
class Setting:
    """A check with everything settled but the faces.

    `asked` holds the inputs that were named, `given` all of them; `env` has them after all effects, with
    `let` names and rulings; `thrown` each group of dice that decides the verdict; `lines` what counted so
    far; `verdict` an outcome that a situation imposes.
    """

    game: Game
    check: Check
    asked: Mapping[str, Any]
    given: Mapping[str, Any]
    applied: tuple[Applied, ...]
    rulings: Mapping[str, Ruling]
    env: Mapping[str, Any]
    thrown: Mapping[str, Thrown]
    lines: tuple[Counted, ...]
    verdict: str = ""

    def needs(self, expression: Expression) -> frozenset[str]:
        """What an expression still needs here; the same names with the same values need the same."""
        if expression in self._asked_before:
            return self._asked_before[expression]
        names = tuple(self.known.get(name, _OPEN) for name in expression.names)
        key = (expression, names, *(self.rulings[name] for name in expression.rulings))
        found = _needs.get(key)
        if found is None:
            if len(_needs) > MOST_REMEMBERED:
                _needs.clear()
            found = _needs[key] = expression.needs(self.known)
        self._asked_before[expression] = found
        return found

    @cached_property
    def _asked_before(self) -> dict[Expression, frozenset[str]]:
        return {}

    @cached_property
    def queries(self) -> Asked:
        """For each group that decides the verdict, the questions whose answers can matter here, by key."""
        asked: dict[str, dict[str, Query]] = {}
        for expression in expressions(self.check):
            needs = self.needs(expression)
            for question in expression.questions:
                if question.key in needs and self.check.group(question.group) in self.check.throws:
                    asked.setdefault(question.group, {})[question.key] = _query(question, self.env)
        return {group: tuple(queries.items()) for group, queries in asked.items()}

    def later_queries(self, env: Mapping[str, Any]) -> Asked:
        """For each group that an outcome may call for, the questions that amounts ask of it, by key."""
        asked: dict[str, dict[str, Query]] = {}
        for expression in self.check.amounts.values():
            for question in expression.questions:
                if self.check.group(question.group) in self.check.after:
                    asked.setdefault(question.group, {})[question.key] = _query(question, env)
        return {group: tuple(queries.items()) for group, queries in asked.items()}

    @cached_property
    def yield_needs(self) -> tuple[str, ...]:
        """The names and answers, still open before the throw, on which amounts and later dice depend."""
        parts = [*self.check.amounts.values(), *later_expressions(self.check)]
        later_keys = {q.key for part in parts for q in part.questions if self.check.group(q.group) in self.check.after}
        needs = set().union(*(self.needs(part) for part in parts))
        return tuple(sorted(needs - later_keys))

    @cached_property
    def known(self) -> Mapping[str, Any]:
        """What is settled before the dice, values included; an unknown target may yet be any number."""
        known = {name: value for name, value in self.env.items() if not (name == "target" and self.unknown)}
        for name, expression in self.check.values.items():
            decided, value = expression.decide(known)
            if decided:
                known[name] = value
        return known

    @cached_property
    def blank(self) -> dict[str, Any]:
        """The environment with nothing thrown: answers that cannot matter stay 0, values too."""
        unasked = {question.key: 0 for expression in expressions(self.check) for question in expression.questions}
        return {
            **dict.fromkeys(self.check.values, 0),
            **unasked,
            **self.env,
            **self.known,
            "total": None,
            "margin": None,
        }

    @property
    def target(self) -> int | None:
        """The number to reach; none where the check has no target or it is unknown."""
        target: int | None = self.env.get("target")
        return target

    @property
    def unknown(self) -> bool:
        """Whether the check has a target that the roller does not know."""
        return "target" in self.check.inputs and self.target is None

    @property
    def row(self) -> Record | None:
        """The row of the ladder that the target was named by."""
        target = self.given.get("target")
        return target if isinstance(target, Record) else None

    def against(self, row: str) -> Setting:
        """The same question asked against a row of the target's ladder."""
        return self.again({"target": row})

    def again(self, inputs: Inputs, check: str = "") -> Setting:
        """The same question with some inputs changed, or of another check that takes the same inputs."""
        known = self.game.check(check or self.check.id).inputs
        asked = {name: value for name, value in {**self.asked, **inputs}.items() if name in known}
        return settle(self.game, check or self.check.id, asked, [str(one) for one in self.applied], self.rulings)


def _query(question: Question, env: Mapping[str, Any]) -> Query:
    return Query(question.kind, question.sign, (question.bound(env) if question.bound else 0) or 0)


def expressions(check: Check) -> Iterator[Expression]:
    """Every expression of a check that may ask dice, in the order of evaluation."""
    yield from check.values.values()
    yield from (expression for expression in (check.total, check.rival) if expression)
    yield from (outcome.when for outcome in check.outcomes if outcome.when)
    yield from check.amounts.values()
    yield from later_expressions(check)


def later_expressions(check: Check) -> Iterator[Expression]:
    """Every expression that says which dice an outcome calls for."""
    for ways in check.after.values():
        for way in ways:
            yield from (part for part in (way.when, way.times, *way.dice.expressions) if part)


def settle(
    game: Game,
    check_id: str,
    inputs: Inputs | None = None,
    with_: str | Iterable[str] = "",
    rulings: str | Mapping[str, object] = "",
) -> Setting:
    """Work out a question up to the dice.

    Raises BadRequest for what the rules do not know, Refused for what they do not allow.
    """
    check = game.check(check_id)
    applied = parse_situations(game, with_)
    taken = take_rulings(game, rulings)
    asked = accept(game, check, inputs or {})
    given = _with_defaults(game, check, asked, taken)
    env: dict[str, Any] = {declared.key: given[declared.id] for declared in check.inputs.values()}
    env[RULINGS] = taken
    if "target" in check.inputs:
        env["target"] = number_of(given["target"], game.kinds[check.inputs["target"].of].ladder)
    counting, ignored = active(game, check, applied, {**env, CHECK: check.id})
    for item in counting:
        if item.effect.forbid:
            raise Refused(f"{_source(item)}: {item.effect.forbid}")
    changed, lines = _change(game, check, env, counting)
    env.update(changed)
    for name, expression in check.let.items():
        env[name] = expression.run(env)
    for need in check.needs:
        if not need.when.run(env):
            raise Refused(need.text.fill(env))
    verdict = next((item.effect.outcome for item in counting if check.has(item.effect.outcome)), "")
    said = tuple(dict.fromkeys((*ignored, *lines)))
    return Setting(game, check, asked, given, applied, taken, env, choose_groups(check.throws, env), said, verdict)


def _with_defaults(game: Game, check: Check, given: Mapping[str, Any], taken: Mapping[str, Ruling]) -> dict[str, Any]:
    values = {
        declared.id: given[declared.id] if declared.id in given else assume(game, declared)
        for declared in check.inputs.values()
        if declared.id in given or declared.source is None
    }
    for declared in check.inputs.values():
        if declared.id not in values and declared.source:
            scope = Scope({name.replace("-", "_"): value for name, value in values.items()})
            scope[RULINGS] = taken
            value = declared.source.run(scope)
            values[declared.id] = assume(game, declared) if value is None else value
    return {name: values[name] for name in check.inputs}


def _change(
    game: Game, check: Check, env: Mapping[str, Any], counting: tuple[Active, ...]
) -> tuple[dict[str, Any], list[Counted]]:
    """Inputs after the effects that count, held within their bounds, and a line for each."""
    changed: dict[str, Any] = {}
    lines: list[Counted] = []
    stand_in = check.inputs.get("target")
    for declared in check.inputs.values():
        items = [item for item in counting if effect_on_check(item.effect) and item.effect.input == declared.id]
        if declared is stand_in and declared.stands_for and env["target"] is not None:
            items += [item for item in counting if _stands(declared, item, env)]
        if not items or env[declared.key] is None:
            continue
        value = apply(env[declared.key], items, env)
        flag = declared.kind == "flag"
        changed[declared.key] = bool(value) if flag else max(declared.min, min(declared.max, value))
        lines += [
            Counted(f"{_source(item)}: {phrase}", item.applied.record.path)
            for item in items
            if (phrase := game.phrase(item.record, item.effect))
        ]
    lines += [
        Counted(f"{_source(item)}: {game.phrase(item.record, item.effect)}", item.applied.record.path)
        for item in counting
        if check.has(item.effect.outcome)
    ]
    return changed, lines


def _stands(declared: Input, item: Active, env: Mapping[str, Any]) -> bool:
    """Whether an effect changes the value of the target that this number stands for."""
    if item.applied.side != "target" or effect_on_check(item.effect) or declared.stands_for is None:
        return False
    value = declared.stands_for.run(env)
    return f"{declared.stands_kind}/{getattr(value, 'id', value)}" in item.effect.on


def _source(item: Active) -> str:
    through = "" if item.record is item.applied.record else f" ({item.record.name})"
    whose = "Target " if item.applied.side == "target" else ""
    return f"{whose}{item.applied.record.name}{through}"


def choose_groups(ways: Mapping[str, tuple[Throw, ...]], env: Mapping[str, Any]) -> dict[str, Thrown]:
    """The dice of each group that is thrown, as the first way whose condition holds says."""
    chosen: dict[str, Thrown] = {}
    for name, throws in ways.items():
        way = next((way for way in throws if way.when is None or way.when.run(env)), None)
        group = parse_group(way.dice.fill(env)) if way else None
        if way and group:
            times = way.times.run(env) if way.times else 1
            if times > 0:
                chosen[name] = Thrown(group.times(times) if times != 1 else group, way.by)
    return chosen
