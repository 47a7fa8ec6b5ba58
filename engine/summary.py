"""From a pool of dice to the few numbers a reading asks of it, exactly.

A summary is the tuple of answers to some queries. `summarize` answers for one throw;
`summaries` gives the weight of every summary over all throws. The second is the first, enumerated;
it never enumerates: faces with equal answers are one class, taken from the best face down with
binomial counts (order statistics), and a plain sum is a convolution die by die.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import comb

from engine.dice import Pool

Summary = tuple[int, ...]
Weights = dict[Summary, int]

_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


@dataclass(frozen=True, slots=True)
class Query:
    """One question to a group with its bound worked out: `count` of faces `>= 11`, or a `sum`."""

    kind: str
    sign: str = ""
    bound: int = 0

    def hits(self, face: int) -> bool:
        """Whether a face counts."""
        return _COMPARE[self.sign](face, self.bound)

    def answer(self, pool: Pool, kept: tuple[int, ...]) -> int:
        """The answer for the kept faces of one throw; no dice at all give 0."""
        if not kept:
            return 0
        match self.kind:
            case "sum":
                return sum(kept)
            case "count":
                return sum(map(self.hits, kept))
            case "top":
                return int(all(face == pool.highest for face in kept))
            case "highest":
                return max(kept)
            case "lowest":
                return min(kept)
        return len(kept)

    def many(self, pool: Pool, face: int, times: int) -> int:
        """The answer for `times` (1 or more) equal kept faces."""
        match self.kind:
            case "sum":
                return face * times
            case "count":
                return times if self.hits(face) else 0
            case "top":
                return int(face == pool.highest)
            case "highest" | "lowest":
                return face
        return times

    def join(self, one: int, other: int) -> int:
        """The answer for two sets of faces together, from the answers for each."""
        match self.kind:
            case "top" | "lowest":
                return min(one, other)
            case "highest":
                return max(one, other)
        return one + other


def summarize(pool: Pool, queries: tuple[Query, ...], faces: tuple[int, ...]) -> Summary:
    """The answers for the faces of one throw.

    >>> from engine.dice import parse_pool
    >>> summarize(parse_pool("2d20kh1"), (Query("sum"), Query("top")), (14, 20))
    (20, 1)
    """
    kept = pool.kept_faces(faces)
    return tuple(query.answer(pool, kept) for query in queries)


@lru_cache(maxsize=2048)
def summaries(pool: Pool, queries: tuple[Query, ...]) -> Weights:
    """The weight of every summary over all throws; weights sum to faces ** dice.

    >>> from engine.dice import parse_pool
    >>> summaries(parse_pool("2d6"), (Query("sum"),))[(7,)]
    6
    >>> summaries(parse_pool("2d20kh1"), (Query("top"),)) == {(1,): 39, (0,): 361}
    True
    """
    if not pool.end and any(query.kind == "sum" for query in queries):
        return _die_by_die(pool, queries)
    return _class_by_class(pool, queries)


def _die_by_die(pool: Pool, queries: tuple[Query, ...]) -> Weights:
    one = _single(pool, queries)
    weights = dict(one)
    for _ in range(pool.count - 1):
        joined: Weights = {}
        for summary, weight in weights.items():
            for face, times in one.items():
                key = tuple([q.join(a, b) for q, a, b in zip(queries, summary, face, strict=True)])
                joined[key] = joined.get(key, 0) + weight * times
        weights = joined
    return weights


def _single(pool: Pool, queries: tuple[Query, ...]) -> Weights:
    weights: Weights = {}
    for face in range(pool.lowest, pool.highest + 1):
        summary = tuple(query.many(pool, face, 1) for query in queries)
        weights[summary] = weights.get(summary, 0) + 1
    return weights


def _class_by_class(pool: Pool, queries: tuple[Query, ...]) -> Weights:
    """Take classes from the end that is kept; the state is (dice left, answers so far)."""
    keeps = pool.keeps
    states: dict[tuple[int, Summary | None], int] = {(pool.count, None): 1}
    for face, width in _classes(pool, queries):
        following: dict[tuple[int, Summary | None], int] = {}
        for (left, summary), weight in states.items():
            room = keeps - (pool.count - left)
            for times in range(left + 1):
                kept = min(times, room) if room > 0 else 0
                key = (left - times, _with(pool, queries, summary, face, kept))
                following[key] = following.get(key, 0) + weight * comb(left, times) * width**times
        states = following
    return {summary or (0,) * len(queries): weight for (left, summary), weight in states.items() if left == 0}


def _classes(pool: Pool, queries: tuple[Query, ...]) -> list[tuple[int, int]]:
    """Runs of neighbouring faces that all queries answer alike, as (a face, how many)."""
    faces = range(pool.lowest, pool.highest + 1)
    classes: list[tuple[int, int]] = []
    last: Summary | None = None
    for face in faces if pool.end == "low" else reversed(faces):
        answers = tuple(query.many(pool, face, 1) for query in queries)
        if answers == last:
            classes[-1] = (classes[-1][0], classes[-1][1] + 1)
        else:
            classes.append((face, 1))
        last = answers
    return classes


def _with(pool: Pool, queries: tuple[Query, ...], summary: Summary | None, face: int, times: int) -> Summary | None:
    if times == 0:
        return summary
    more = tuple([query.many(pool, face, times) for query in queries])
    if summary is None:
        return more
    return tuple([q.join(a, b) for q, a, b in zip(queries, summary, more, strict=True)])
