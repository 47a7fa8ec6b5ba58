"""One throw: thrown with a given source of randomness, or typed in, and read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.dice import Faces, Group, Source
from engine.errors import BadRequest, listed, shorten
from engine.odds import AGAIN
from engine.reading import Lying, Verdict, judge, later, look, measure
from engine.setting import Setting, Thrown

MOST_THROWS = 1000


@dataclass(frozen=True, slots=True)
class Rolled:
    """A setting, the groups thrown, the faces that lie there, and what they mean.

    `env` holds every value and answer, for explanations.
    """

    setting: Setting
    thrown: Mapping[str, Thrown]
    lying: Lying
    verdict: Verdict
    amounts: Mapping[str, int]
    env: Mapping[str, Any]


def roll(setting: Setting, source: Source, held: Lying | None = None) -> Rolled:
    """Throw the dice of a setting, all but those `held`, and read them.

    A thrown-again outcome is thrown again; raises BadRequest for a check that cannot be rolled
    (a race is only odds).
    """
    _one_throw(setting)
    held = held or {}
    for _ in range(MOST_THROWS):
        lying = {name: _throw(thrown.group, source, held.get(name, ())) for name, thrown in setting.thrown.items()}
        env = look(setting, lying)
        verdict = judge(setting, env)
        if not verdict.outcome or verdict.outcome.id != AGAIN:
            break
    called = later(setting, env)
    lying |= {name: thrown.group.throw(source) for name, thrown in called.items()}
    return Rolled(setting, {**setting.thrown, **called}, lying, verdict, measure(setting, env, called, lying), env)


def adjudicate(setting: Setting, faces: Mapping[str, object]) -> Rolled:
    """Read faces that a reader typed; raises BadRequest if they are not what this setting throws."""
    _one_throw(setting)
    for name in faces:
        if name not in setting.check.groups:
            raise BadRequest.on("faces", name, listed(setting.check.groups) if setting.check.groups else "no dice")
    lying = {name: _accept(name, thrown.group, faces.get(name)) for name, thrown in setting.thrown.items()}
    env = look(setting, lying)
    verdict = judge(setting, env)
    called = later(setting, env)
    lying |= {name: _accept(name, thrown.group, faces.get(name)) for name, thrown in called.items()}
    thrown = {**setting.thrown, **called}
    for name, given in faces.items():
        if given and name not in thrown:
            raise BadRequest.on(f"faces {name}", given, f"none: this roll throws {listed(thrown) or 'no dice'}")
    return Rolled(setting, thrown, lying, verdict, measure(setting, env, called, lying), env)


def _one_throw(setting: Setting) -> None:
    if setting.check.race:
        raise BadRequest.on("check", setting.check.id, f"a check that is one throw, such as {setting.check.race.of}")


def _throw(group: Group, source: Source, held: Faces) -> Faces:
    if not held:
        return group.throw(source)
    missing = group.count - len(held)
    rest = Group((replace(group.pools[0], count=missing),)) if missing > 0 else None
    return (*held, *rest.throw(source)) if rest else held


def _accept(name: str, group: Group, given: object) -> Faces:
    fits = isinstance(given, list | tuple) and len(given) <= 1000 and all(type(face) is int for face in given)
    if not fits or group.split(tuple(given)) is None:  # type: ignore[arg-type]  # fits says that it is a row of faces
        raise BadRequest.on(f"faces {name}", "nothing" if given is None else shorten(given), group.wanted)
    return tuple(given)  # type: ignore[arg-type]  # as above
