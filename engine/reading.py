"""What the faces that lie there mean: values, total, margin, verdict, amounts.

`roll`, `read` and `odds` all read through here; the dice are never decided twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.check import Outcome
from engine.errors import BadRequest, listed
from engine.setting import Setting, refuse_group
from engine.summary import summarize

Faces = Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Reading:
    """The verdict on one throw; `outcome` is None where the target is unknown or none is declared."""

    total: int | None
    margin: int | None
    outcome: Outcome | None
    amounts: Mapping[str, int]


def read(setting: Setting, faces: Faces) -> Reading:
    """Read the faces of one throw; the faces must fit the setting's pools."""
    env = answers(setting, faces)
    for name, expression in setting.check.values.items():
        env[name] = expression.run(env)
    env["total"] = setting.check.total.run(env) if setting.check.total else None
    return judge(setting, env)


def judge(setting: Setting, env: dict[str, Any]) -> Reading:
    """The verdict from an environment that holds every answer, value and the total."""
    check, total, target = setting.check, env["total"], setting.target
    margin = None if total is None or target is None else total - target
    env["margin"] = margin
    outcome = None
    if check.outcomes and not setting.unknown:
        outcome = find_outcome(setting, env)
    env["outcome"] = outcome.id if outcome else None
    env["success"] = outcome.success if outcome else None
    amounts = {} if setting.unknown else {name: int(run.run(env) or 0) for name, run in check.amounts.items()}
    return Reading(total, margin, outcome, amounts)


def find_outcome(setting: Setting, env: dict[str, Any]) -> Outcome:
    """The first outcome whose condition holds, or the one that a situation imposes."""
    for outcome in setting.check.outcomes:
        if setting.verdict:
            if outcome.id == setting.verdict:
                return outcome
            continue
        if outcome.row:
            env["row"] = setting.game.record(outcome.row)
        if outcome.when is None or outcome.when.run(env):
            return outcome
    return setting.check.outcomes[-1]


def answers(setting: Setting, faces: Faces) -> dict[str, Any]:
    """The environment with the answer to every question the check asks of its dice."""
    env = dict(setting.blank)
    for group, asked in setting.queries.items():
        pool = setting.pools.get(dashed(setting, group))
        keys, queries = zip(*asked, strict=True)
        found = summarize(pool, queries, faces[dashed(setting, group)]) if pool else (0,) * len(keys)
        env.update(zip(keys, found, strict=True))
    return env


def dashed(setting: Setting, group: str) -> str:
    """A group's id from its name inside expressions."""
    return next((name for name in setting.check.throws if name.replace("-", "_") == group), group)


def accept_faces(setting: Setting, given: Mapping[str, object]) -> dict[str, tuple[int, ...]]:
    """Faces typed by a reader, held against the dice that this setting throws; raises BadRequest."""
    for name in given:
        if name not in setting.check.throws:
            raise refuse_group(setting.check, name)
    faces: dict[str, tuple[int, ...]] = {}
    for group, pool in setting.pools.items():
        listed_faces = given.get(group)
        wanted = f"{pool.count} whole numbers from {pool.lowest} to {pool.highest}, for {pool}"
        if not isinstance(listed_faces, list | tuple) or len(listed_faces) != pool.count:
            raise BadRequest.on(f"faces {group}", listed_faces, wanted)
        if not all(type(f) is int and pool.lowest <= f <= pool.highest for f in listed_faces):
            raise BadRequest.on(f"faces {group}", listed_faces, wanted)
        faces[group] = tuple(listed_faces)
    for group, value in given.items():
        if group not in setting.pools and value:
            raise BadRequest.on(f"faces {group}", value, f"none: this roll throws {listed(setting.pools) or 'no dice'}")
    return faces
