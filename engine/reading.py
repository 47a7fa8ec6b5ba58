"""What the faces that lie there mean: values, total, margin, verdict, amounts.

`roll`, `read` and `odds` all read through here; the dice are never decided twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.check import Outcome
from engine.dice import Faces
from engine.setting import Setting, Thrown, choose_groups
from engine.summary import summarize

Lying = Mapping[str, Faces]
"""The faces of each group that was thrown."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the dice decide; `outcome` is None where the target is unknown or none is declared."""

    total: int | None
    rival: int | None
    margin: int | None
    outcome: Outcome | None


def judge(setting: Setting, env: dict[str, Any]) -> Verdict:
    """The verdict from an environment with every answer, value and total; adds `outcome`, `success`."""
    check, total, target = setting.check, env["total"], setting.target
    if check.margin is None:
        env["margin"] = None if total is None or target is None else total - target
    outcome = find_outcome(setting, env) if check.outcomes and not setting.unknown else None
    env["outcome"] = outcome.id if outcome else None
    env["success"] = outcome.success if outcome else None
    return Verdict(total, env.get("rival"), env["margin"], outcome)


def find_outcome(setting: Setting, env: dict[str, Any]) -> Outcome:
    """The first outcome whose condition holds, or the one that a situation imposes."""
    if setting.verdict:
        return next(outcome for outcome in setting.check.outcomes if outcome.id == setting.verdict)
    for outcome in setting.check.outcomes:
        if outcome.row:
            env["row"] = setting.game.record(outcome.row)
        if outcome.when is None or outcome.when.run(env):
            return outcome
    return setting.check.outcomes[-1]


def look(setting: Setting, lying: Lying) -> dict[str, Any]:
    """The environment with the answer to every question that the verdict asks of its dice, values too."""
    env = dict(setting.blank)
    for name, asked in setting.queries.items():
        group = setting.check.group(name)
        if group in setting.thrown:
            keys, queries = zip(*asked, strict=True)
            env.update(zip(keys, summarize(setting.thrown[group].group, queries, lying[group]), strict=True))
    check = setting.check
    for name, expression in check.values.items():
        env[name] = expression.run(env)
    env["total"] = check.total.run(env) if check.total else None
    env["rival"] = check.rival.run(env) if check.rival else None
    if check.margin:
        env["margin"] = check.margin.run(env)
    return env


def later(setting: Setting, env: Mapping[str, Any]) -> dict[str, Thrown]:
    """The groups that the outcome in `env` calls for."""
    return choose_groups(setting.check.after, env) if setting.check.after and not setting.unknown else {}


def measure(setting: Setting, env: dict[str, Any], thrown: Mapping[str, Thrown], lying: Lying) -> dict[str, int]:
    """The amounts that the verdict in `env` yields, with the later groups as they lie."""
    if setting.unknown:
        return {}
    for name, asked in setting.later_queries(env).items():
        group = setting.check.group(name)
        keys, queries = zip(*asked, strict=True)
        found = summarize(thrown[group].group, queries, lying[group]) if group in thrown else (0,) * len(keys)
        env.update(zip(keys, found, strict=True))
    return {name: int(expression.run(env) or 0) for name, expression in setting.check.amounts.items()}
