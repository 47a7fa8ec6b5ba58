"""A question worked out up to the dice: inputs, situations and rulings turned into pools to throw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.check import Check, Input
from engine.dice import Pool, parse_pool
from engine.errors import BadRequest, Complaint, Refused, listed
from engine.expression import Expression
from engine.grammar import RULINGS
from engine.inputs import accept, assume, number_of
from engine.record import Record
from engine.rulebook import Game, Ruling
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


@dataclass(frozen=True)
class Setting:
    """A check with everything settled but the faces.

    `env` holds inputs after all effects, `let` names and rulings; `pools` the dice of each group
    that is thrown, `by` the word for why one of them would be dropped; `lines` what counted so far;
    `verdict` an outcome that a situation imposes.
    """

    game: Game
    check: Check
    given: Mapping[str, Any]
    applied: tuple[Applied, ...]
    rulings: Mapping[str, Ruling]
    env: Mapping[str, Any]
    pools: Mapping[str, Pool]
    by: Mapping[str, str]
    lines: tuple[Counted, ...]
    verdict: str = ""

    @cached_property
    def queries(self) -> Mapping[str, tuple[tuple[str, Query], ...]]:
        """For each group, the questions whose answers can matter here, by key."""
        asked: dict[str, dict[str, Query]] = {}
        for expression in expressions(self.check):
            needs = expression.needs(self.known)
            for question in expression.questions:
                if question.key in needs:
                    bound = question.bound(self.env) if question.bound else 0
                    asked.setdefault(question.group, {})[question.key] = Query(question.kind, question.sign, bound or 0)
        return {group: tuple(queries.items()) for group, queries in asked.items()}

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
        return {**dict.fromkeys(self.check.values, 0), **unasked, **self.env, **self.known, "total": None}

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

    def dealing(self, target: int) -> Setting:
        """The same setting against another target, for checks whose dice do not depend on it."""
        return Setting(
            self.game, self.check, self.given, self.applied, self.rulings, {**self.env, "target": target},
            self.pools, self.by, self.lines, self.verdict,
        )  # fmt: skip


def expressions(check: Check) -> Iterator[Expression]:
    """Every expression of a check that may ask dice, in the order of evaluation."""
    yield from check.values.values()
    if check.total:
        yield check.total
    yield from (outcome.when for outcome in check.outcomes if outcome.when)
    yield from check.amounts.values()


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
    given = _with_defaults(game, check, accept(game, check, inputs or {}), taken)
    env: dict[str, Any] = {declared.key: given[declared.id] for declared in check.inputs.values()}
    env[RULINGS] = taken
    if "target" in check.inputs:
        env["target"] = number_of(given["target"], game.kinds[check.inputs["target"].of].ladder)
    counting, ignored = active(game, check, applied, env)
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
    pools, by = _pools(check, env)
    verdict = next((item.effect.outcome for item in counting if item.effect.outcome), "")
    return Setting(game, check, given, applied, taken, env, pools, by, (*ignored, *lines), verdict)


def take_rulings(game: Game, given: str | Mapping[str, object]) -> dict[str, Ruling]:
    """The reading of every ruling, those given in place of the default.

    Raises BadRequest for a ruling or reading that the game does not have.
    """
    if isinstance(given, str):
        pairs = [entry.partition(":") for entry in given.split(",") if entry.strip()]
        given = {name.strip(): value.strip() for name, _, value in pairs}
    taken = dict(game.rulings)
    complaints = []
    for name, value in given.items():
        if name not in taken:
            complaints.append(Complaint("ruling", name, listed(taken) if taken else "none in this game"))
            continue
        record = game.record(f"ruling/{name}")
        if isinstance(taken[name], int):
            low, high = record["bounds"]
            number = int(value) if str(value).lstrip("-").isdigit() and len(str(value)) < 9 else None
            if number is None or not low <= number <= high:
                complaints.append(Complaint(f"ruling {name}", str(value), f"a whole number from {low} to {high}"))
            else:
                taken[name] = number
        elif value in record["readings"]:
            taken[name] = str(value)
        else:
            complaints.append(Complaint(f"ruling {name}", str(value)[:60], listed(record["readings"])))
    if complaints:
        raise BadRequest(complaints)
    return taken


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
        changed[declared.key] = max(declared.min, min(declared.max, value))
        lines += [
            Counted(f"{_source(item)}: {phrase}", item.applied.record.path)
            for item in items
            if (phrase := game.phrase(item.record, item.effect))
        ]
    lines += [
        Counted(f"{_source(item)}: {game.phrase(item.record, item.effect)}", item.applied.record.path)
        for item in counting
        if item.effect.outcome
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


def _pools(check: Check, env: Mapping[str, Any]) -> tuple[dict[str, Pool], dict[str, str]]:
    pools: dict[str, Pool] = {}
    by: dict[str, str] = {}
    for group, ways in check.throws.items():
        way = next((way for way in ways if way.when is None or way.when.run(env)), None)
        pool = parse_pool(way.dice.fill(env)) if way else None
        if way and pool:
            pools[group] = pool
            by[group] = way.by
    return pools, by


def refuse_group(check: Check, name: str) -> BadRequest:
    """The refusal of a group of dice that a check does not have."""
    return BadRequest.on("faces", name, listed(check.throws) if check.throws else "no dice")
