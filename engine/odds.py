"""Exact odds of a check: the distribution of its reading over every possible throw."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod
from typing import Any

from engine.errors import BadRequest
from engine.joint import Table, join
from engine.race import run_race
from engine.reading import Lying, later
from engine.rulebook import Game
from engine.setting import Inputs, Setting, Thrown, settle
from engine.summary import summaries
from engine.sweep import sweep

AGAIN = "again"


@dataclass(frozen=True, slots=True)
class Odds:
    """Exact chances: of each outcome, of success, of each total, of each amount, of each ladder row.

    What a check does not have is empty or None; a thrown-again outcome never appears. `remainder`
    is the chance that an exploding die goes on beyond where odds stop looking.
    """

    outcomes: Mapping[str, Fraction] = field(default_factory=dict)
    success: Fraction | None = None
    total: Mapping[int, Fraction] = field(default_factory=dict)
    amounts: Mapping[str, Mapping[int, Fraction]] = field(default_factory=dict)
    reach: Mapping[str, Fraction] = field(default_factory=dict)
    remainder: Fraction = Fraction(0)


def odds(
    game: Game,
    check: str,
    inputs: Inputs | None = None,
    with_: str | Iterable[str] = "",
    rulings: str | Mapping[str, object] = "",
) -> Odds:
    """The exact odds of a check in a situation.

    Raises BadRequest, or Refused where the rules do not allow the roll.
    """
    return weigh(settle(game, check, inputs, with_, rulings))


def weigh(setting: Setting, held: Lying | None = None) -> Odds:
    """The exact odds of a setting, with the faces of some groups `held` as they lie."""
    if setting.check.race:
        return _race_odds(setting)
    joint = join(setting, held)
    verdicts = sweep_outcomes(setting, joint)
    again = {place for place, outcome in enumerate(setting.check.outcomes) if outcome.id == AGAIN}
    weights, whole = joint.weights, joint.whole
    if again:
        weights = [0 if place in again else weight for place, weight in zip(verdicts, weights, strict=True)]
        whole = sum(weights)
    if not whole:
        raise BadRequest.on("odds", "a roll that is thrown again without end", "a roll that can end")
    nothing = [None] * len(joint)
    totals = nothing if setting.check.margin else joint.columns.get("total", nothing)
    total = {number: chance for number, chance in _chances(totals, weights, whole).items() if number is not None}
    remainder = _remainder(setting.thrown.values())
    if setting.unknown:
        return Odds(total=total, reach=_reach(setting, joint), remainder=remainder)
    found = _chances(verdicts, weights, whole)
    outcomes = {outcome.id: Fraction(0) for outcome in setting.check.verdicts if outcome.id != AGAIN}
    for place, outcome in enumerate(setting.check.outcomes):
        if outcome.id != AGAIN:
            outcomes[outcome.id] += found.get(place, Fraction(0))
    success = sum((outcomes[o.id] for o in setting.check.verdicts if o.success and o.id != AGAIN), Fraction(0))
    amounts = _amounts(setting, joint, verdicts, weights)
    return Odds(outcomes, success if outcomes else None, total, amounts, remainder=remainder)


def sweep_outcomes(setting: Setting, joint: Table) -> list[int]:
    """For each state, the place of its verdict among the check's outcomes; -1 where there is none."""
    check, size = setting.check, len(joint)
    if not check.outcomes or setting.unknown:
        return [-1] * size
    known, columns = dict(setting.known), dict(joint.columns)
    if check.margin is None and setting.target is not None:
        target = setting.target
        columns["margin"] = [None if total is None else total - target for total in columns.get("total", [None] * size)]
    elif check.margin is None:
        known["margin"] = None
    if "total" not in columns:
        known["total"] = None
    places = [len(check.outcomes) - 1] * size
    for place in reversed(range(len(check.outcomes))):
        outcome = check.outcomes[place]
        if setting.verdict:
            places = [place] * size if outcome.id == setting.verdict else places
            continue
        if outcome.row:
            known["row"] = setting.game.record(outcome.row)
        if outcome.when:
            holds = sweep(outcome.when, known, columns, size)
            places = [place if held else other for held, other in zip(holds, places, strict=True)]
    return places


def _chances(column: Iterable[Any], weights: Iterable[int], whole: int) -> dict[Any, Fraction]:
    sums: dict[Any, int] = {}
    for value, weight in zip(column, weights, strict=True):
        if weight:
            sums[value] = sums.get(value, 0) + weight
    return {value: Fraction(sums[value], whole) for value in sorted(sums, key=lambda v: (v is None, v))}


def _amounts(setting: Setting, joint: Table, verdicts: list[int], weights: list[int]) -> dict[str, dict[int, Fraction]]:
    """The distribution of each amount; dice that an outcome calls for are met once per kind of verdict."""
    if not setting.check.amounts:
        return {}
    needs = [name for name in setting.yield_needs if name in joint.columns]
    if "margin" in setting.yield_needs and "margin" not in joint.columns and "total" in joint.columns:
        needs = sorted({*needs, "total"})
    sums: dict[tuple[Any, ...], int] = {}
    for key, weight in zip(zip(verdicts, *(joint.columns[name] for name in needs), strict=True), weights, strict=True):
        if weight:
            sums[key] = sums.get(key, 0) + weight
    whole = sum(weights)
    amounts: dict[str, dict[int, Fraction]] = {name: {} for name in setting.check.amounts}
    for (place, *state), weight in sums.items():
        outcome = setting.check.outcomes[place] if place >= 0 else None
        env = {**setting.blank, **dict(zip(needs, state, strict=True))}
        if "margin" not in env or (env["margin"] is None and env["total"] is not None and setting.target is not None):
            env["margin"] = env["total"] - setting.target
        env |= {"outcome": outcome.id if outcome else None, "success": outcome.success if outcome else None}
        for name, yielded in _yields(setting, env).items():
            for value, chance in yielded.items():
                amounts[name][value] = amounts[name].get(value, Fraction(0)) + chance * Fraction(weight, whole)
    return {name: dict(sorted(chances.items())) for name, chances in amounts.items()}


def _yields(setting: Setting, env: dict[str, Any]) -> dict[str, dict[int, Fraction]]:
    called = later(setting, env)
    states: dict[tuple[Any, ...], int] = {(): 1}
    keys: tuple[str, ...] = ()
    for name, asked in setting.later_queries(env).items():
        group = setting.check.group(name)
        more, queries = zip(*asked, strict=True)
        weights = summaries(called[group].group, queries) if group in called else {(0,) * len(queries): 1}
        keys += more
        states = {state + one: weight * times for state, weight in states.items() for one, times in weights.items()}
    whole = sum(states.values())
    sums: dict[str, dict[int, Fraction]] = {name: {} for name in setting.check.amounts}
    for state, weight in states.items():
        env.update(zip(keys, state, strict=True))
        for name, expression in setting.check.amounts.items():
            value = int(expression.run(env) or 0)
            sums[name][value] = sums[name].get(value, Fraction(0)) + Fraction(weight, whole)
    return sums


def _reach(setting: Setting, joint: Table) -> dict[str, Fraction]:
    """The chance of success against each row of the target's ladder."""
    reach = {}
    whole = sum(joint.weights)
    for row in setting.game.of(setting.check.inputs["target"].of):
        against = setting.against(row.id)
        places = sweep_outcomes(against, joint)
        good = [outcome.success for outcome in setting.check.outcomes]
        met = sum(weight for place, weight in zip(places, joint.weights, strict=True) if good[place])
        reach[row.id] = Fraction(met, whole)
    return reach


def _remainder(thrown: Iterable[Thrown]) -> Fraction:
    exploding = [pool for one in thrown for pool in one.group.pools if pool.explodes]
    return 1 - prod(
        (1 - Fraction(1, pool.sides**pool.depth) for pool in exploding for _ in range(pool.count)), start=Fraction(1)
    )


def _race_odds(setting: Setting) -> Odds:
    race = setting.check.race
    assert race is not None  # only asked of checks that are races
    single = setting.again({}, race.of)
    marks: dict[tuple[bool, int], Fraction] = {}
    chances = weigh(single)
    for outcome in single.check.verdicts:
        env = {**setting.env, "outcome": outcome.id, "success": outcome.success}
        key = (outcome.success, max(0, race.marks.run(env) or 0))
        marks[key] = marks.get(key, Fraction(0)) + chances.outcomes.get(outcome.id, Fraction(0))
    start = (setting.env.get("successes") or 0, setting.env.get("failures") or 0)
    in_a_row = race.counting.run(setting.env) == "consecutive"
    won = run_race(marks, race.needs, start, in_a_row)
    return Odds({race.wins.id: won, race.loses.id: 1 - won}, won)
