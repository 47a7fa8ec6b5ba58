"""Brute force twins of the fast paths: they enumerate every throw, and know no classes, columns or convolutions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from engine.dice import Chain, Faces, Group, Pool
from engine.odds import AGAIN
from engine.reading import Lying, judge, later, look
from engine.roll import Rolled, adjudicate
from engine.setting import Setting, Thrown
from engine.summary import Queries, Summary, summarize

MOST_THROWS = 100_000


def chains(pool: Pool) -> list[tuple[Chain, Fraction]]:
    """Every way one die can come to rest, with its chance; exploding dice as far as odds look."""
    faces = range(pool.lowest, pool.highest + 1)
    one = Fraction(1, pool.sides)
    if not pool.explodes:
        return [((face,), one) for face in faces]
    return [
        ((*(pool.highest,) * links, face), one ** (links + 1))
        for links in range(pool.depth)
        for face in faces
        if face != pool.highest
    ]


def throws(group: Group) -> Iterator[tuple[Faces, Fraction]]:
    """Every throw of a group that comes to rest, with its chance."""
    each = [chains(pool) for pool in group.pools for _ in range(pool.count)]
    assert prod(map(len, each)) <= MOST_THROWS, f"{group} is too large to enumerate"
    for dice in product(*each):
        yield (
            tuple(face for chain, _ in dice for face in chain),
            prod((chance for _, chance in dice), start=Fraction(1)),
        )


def summaries(group: Group, queries: Queries) -> dict[Summary, Fraction]:
    """The chance of every summary, from the summary of every throw."""
    return _added((summarize(group, queries, faces), chance) for faces, chance in throws(group))


def layouts(thrown: Mapping[str, Thrown], held: Lying | None = None) -> Iterator[tuple[dict[str, Faces], Fraction]]:
    """Every way the dice of several groups can lie, those `held` as they are."""
    each = [
        [(held[name], Fraction(1))] if held and name in held else list(throws(one.group))
        for name, one in thrown.items()
    ]
    assert prod(map(len, each)) <= MOST_THROWS, "too many throws to enumerate"
    for parts in product(*each):
        yield (
            dict(zip(thrown, (faces for faces, _ in parts), strict=True)),
            prod((chance for _, chance in parts), start=Fraction(1)),
        )


def readings(setting: Setting) -> Iterator[tuple[Rolled, Fraction]]:
    """Every throw of a setting as it is read, later dice too, with its chance."""
    for lying, chance in layouts(setting.thrown):
        called = _called(setting, lying)
        for more, further in layouts(called):
            yield adjudicate(setting, {**lying, **more}), chance * further


def _called(setting: Setting, lying: Lying) -> dict[str, Thrown]:
    env = look(setting, lying)
    judge(setting, env)
    return later(setting, env)


def distribution(setting: Setting) -> dict[str, Any]:
    """The odds of a setting, conditioned on not thrown again, from the reading of every throw."""
    final = [(r, c) for r, c in readings(setting) if r.verdict.outcome is None or r.verdict.outcome.id != AGAIN]
    whole = sum((chance for _, chance in final), Fraction(0))
    final = [(rolled, chance / whole) for rolled, chance in final]
    found: dict[str, Any] = {
        "total": _added((r.verdict.total, chance) for r, chance in final if r.verdict.total is not None),
        "outcomes": {o.id: Fraction(0) for o in setting.check.verdicts if o.id != AGAIN and not setting.unknown},
        "success": None,
        "amounts": {},
    }
    if setting.unknown or not setting.check.outcomes:
        return found
    found["outcomes"] |= _added((r.verdict.outcome.id, chance) for r, chance in final if r.verdict.outcome)
    found["success"] = sum(
        (chance for r, chance in final if r.verdict.outcome and r.verdict.outcome.success), Fraction(0)
    )
    found["amounts"] = {
        name: _added((r.amounts[name], chance) for r, chance in final) for name in setting.check.amounts
    }
    return found


def _added(pairs: Any) -> dict[Any, Fraction]:
    sums: dict[Any, Fraction] = {}
    for key, chance in pairs:
        sums[key] = sums.get(key, Fraction(0)) + chance
    return dict(sorted(sums.items()))
