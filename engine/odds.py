"""Exact odds of a check: the distribution of its reading over every possible throw.

Groups of dice meet as summaries, never as throws. Values are taken in order; each joins only the
groups that it reads, and the joint weights are then projected onto what later expressions need.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from engine.errors import BadRequest
from engine.expression import Expression
from engine.inputs import number_of
from engine.race import run_race
from engine.reading import Faces, dashed, judge
from engine.rulebook import Game
from engine.setting import Inputs, Setting, settle
from engine.summary import Query, summaries, summarize

AGAIN = "again"
MOST_WEIGHED = 400_000


@dataclass(frozen=True, slots=True)
class Odds:
    """Exact chances: of each outcome, of success, of each total, of each amount, of each ladder row.

    What a check does not have is empty or None; a thrown-again outcome never appears.
    """

    outcomes: Mapping[str, Fraction] = field(default_factory=dict)
    success: Fraction | None = None
    total: Mapping[int, Fraction] = field(default_factory=dict)
    amounts: Mapping[str, Mapping[int, Fraction]] = field(default_factory=dict)
    reach: Mapping[str, Fraction] = field(default_factory=dict)


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


def weigh(setting: Setting, held: Faces | None = None) -> Odds:
    """The exact odds of a setting, with the faces of some groups `held` as they lie."""
    check = setting.check
    if check.race:
        return _race_odds(setting)
    joint = _Joint(setting, held or {})
    sums = _tally(setting, joint)
    outcomes = {
        outcome.id: sums.outcomes.get(outcome.id, Fraction(0)) for outcome in check.verdicts if outcome.id != AGAIN
    }
    if setting.unknown:
        return Odds(total=sums.total, reach=_reach(setting, joint))
    success = sum((outcomes[o.id] for o in check.verdicts if o.success and o.id != AGAIN), Fraction(0))
    return Odds(outcomes, success if outcomes else None, sums.total, sums.amounts)


class _Joint:
    """The joint weights of all names that the verdict needs, built value by value."""

    def __init__(self, setting: Setting, held: Faces) -> None:
        self.setting, self.held = setting, held
        self.names: tuple[str, ...] = ()
        self.weights: dict[tuple[Any, ...], int] = {(): 1}
        self.total_weight = 1
        self._waiting = dict(setting.queries)
        check = setting.check
        steps = [*check.values.items()]
        if check.total:
            steps.append(("total", check.total))
        finals = [outcome.when for outcome in check.outcomes if outcome.when] + list(check.amounts.values())
        for place, (name, expression) in enumerate(steps):
            needed = self._needed([step for _, step in steps[place + 1 :]] + finals) | {"total"}
            if name in needed:
                self._join(expression)
                self._append(name, expression, needed)
        for expression in finals:
            self._join(expression)
        self.env: dict[str, Any] = dict(setting.blank)

    def _needed(self, later: Iterable[Expression]) -> set[str]:
        return set().union(*(expression.needs(self.setting.known) for expression in later))

    def _join(self, expression: Expression) -> None:
        needs = expression.needs(self.setting.known)
        for group in dict.fromkeys(
            q.group for q in expression.questions if q.key in needs and q.group in self._waiting
        ):
            keys, queries = zip(*self._waiting.pop(group), strict=True)
            self._multiply(keys, self._group(group, queries))

    def _group(self, group: str, queries: tuple[Query, ...]) -> Mapping[tuple[int, ...], int]:
        name = dashed(self.setting, group)
        pool = self.setting.pools.get(name)
        if pool is None:
            return {(0,) * len(queries): 1}
        if name in self.held:
            return {summarize(pool, queries, self.held[name]): 1}
        return summaries(pool, queries)

    def _multiply(self, keys: tuple[str, ...], group: Mapping[tuple[int, ...], int]) -> None:
        if len(self.weights) * len(group) > MOST_WEIGHED:
            raise BadRequest.on("dice", f"{len(self.weights) * len(group)} combinations", f"at most {MOST_WEIGHED}")
        self.names += keys
        self.weights = {
            state + summary: weight * times
            for state, weight in self.weights.items()
            for summary, times in group.items()
        }
        self.total_weight *= sum(group.values())

    def _append(self, name: str, expression: Expression, needed: set[str]) -> None:
        env = dict(self.setting.blank)
        keep = [place for place, known in enumerate(self.names) if known in needed]
        projected: dict[tuple[Any, ...], int] = {}
        for state, weight in self.weights.items():
            env.update(zip(self.names, state, strict=True))
            key = (*[state[place] for place in keep], expression.run(env))
            projected[key] = projected.get(key, 0) + weight
        self.names = (*[self.names[place] for place in keep], name)
        self.weights = projected

    def environments(self) -> Iterable[tuple[dict[str, Any], int]]:
        """One environment after another (the same dict, refilled) with its weight."""
        for state, weight in self.weights.items():
            self.env.update(zip(self.names, state, strict=True))
            yield self.env, weight


def _tally(setting: Setting, joint: _Joint) -> Odds:
    outcomes: dict[str, int] = {}
    totals: dict[int, int] = {}
    amounts: dict[str, dict[int, int]] = {name: {} for name in setting.check.amounts} if not setting.unknown else {}
    whole = 0
    for env, weight in joint.environments():
        reading = judge(setting, env)
        if reading.outcome and reading.outcome.id == AGAIN:
            continue
        whole += weight
        if reading.outcome:
            outcomes[reading.outcome.id] = outcomes.get(reading.outcome.id, 0) + weight
        if reading.total is not None:
            totals[reading.total] = totals.get(reading.total, 0) + weight
        for name, amount in reading.amounts.items():
            amounts[name][amount] = amounts[name].get(amount, 0) + weight
    if not whole:
        raise BadRequest.on("odds", "a roll that is thrown again without end", "a roll that can end")
    return Odds(
        {name: Fraction(weight, whole) for name, weight in outcomes.items()},
        None,
        {total: Fraction(totals[total], whole) for total in sorted(totals)},
        {name: {a: Fraction(w, whole) for a, w in sorted(sums.items())} for name, sums in amounts.items()},
    )


def _reach(setting: Setting, joint: _Joint) -> dict[str, Fraction]:
    """The chance of success against each row of the target's ladder."""
    ladder = setting.check.inputs["target"].of
    reach = {}
    for row in setting.game.of(ladder):
        number = number_of(row, setting.game.kinds[ladder].ladder)
        against = setting.dealing(number or 0)
        met = 0
        for env, weight in joint.environments():
            env["target"] = number
            verdict = judge(against, env).outcome
            met += weight if verdict and verdict.success else 0
        reach[row.id] = Fraction(met, joint.total_weight)
    return reach


def _race_odds(setting: Setting) -> Odds:
    race = setting.check.race
    assert race is not None  # only asked of checks that are races
    single = settle(
        setting.game,
        race.of,
        {name: setting.given[name] for name in setting.game.check(race.of).inputs},
        [str(one) for one in setting.applied],
        setting.rulings,
    )
    marks: dict[tuple[bool, int], Fraction] = {}
    chances = weigh(single)
    for outcome in single.check.verdicts:
        env = {**setting.env, "outcome": outcome.id, "success": outcome.success}
        key = (outcome.success, race.marks.run(env))
        marks[key] = marks.get(key, Fraction(0)) + chances.outcomes.get(outcome.id, Fraction(0))
    start = (setting.env.get("successes") or 0, setting.env.get("failures") or 0)
    in_a_row = race.counting.run(setting.env) == "consecutive"
    won = run_race(marks, race.needs, start, in_a_row)
    return Odds({race.wins.id: won, race.loses.id: 1 - won}, won)
