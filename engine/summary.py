"""From a group of dice to the few numbers a reading asks of it, exactly.

A summary is the tuple of answers to some queries. `summarize` answers for one throw;
`summaries` gives the weight of every summary over all throws. The second is the first, enumerated;
it never enumerates: dice with equal answers are one class, taken from the best down with binomial
counts (order statistics), and a plain sum is a convolution die by die.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from math import comb

from engine.dice import Chain, Faces, Group, Pool

Summary = tuple[int, ...]
Weights = dict[Summary, int]

MOST_TERMS = 60_000

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
    """One question to a group with its bound worked out: `count` of faces `>= 11`, or a `sum`.

    A count sees every face of a chain, the others its sum; no dice at all answer 0.
    """

    kind: str
    sign: str = ""
    bound: int = 0

    def one(self, pool: Pool, chain: Chain) -> int:
        """The answer for a single kept die."""
        match self.kind:
            case "count":
                compare = _COMPARE[self.sign]
                return sum(compare(face, self.bound) for face in chain)
            case "top":
                return int(chain[0] == pool.highest)
            case "dice":
                return 1
        return sum(chain)

    def many(self, one: int, times: int) -> int:
        """The answer for `times` (1 or more) dice that each answer `one`."""
        return one if self.kind in ("top", "highest", "lowest") else one * times

    def join(self, one: int, other: int) -> int:
        """The answer for two sets of dice together, from the answers for each."""
        match self.kind:
            case "top" | "lowest":
                return min(one, other)
            case "highest":
                return max(one, other)
        return one + other


Queries = tuple[Query, ...]


def summarize(group: Group, queries: Queries, faces: Faces) -> Summary:
    """The answers for the faces of one throw, which must be one of this group.

    >>> from engine.dice import parse_group
    >>> summarize(parse_group("2d20kh1"), (Query("sum"), Query("top")), (14, 20))
    (20, 1)
    """
    dice = group.split(faces) or []
    return _together(
        queries,
        (
            tuple(query.one(pool, chain) for query in queries)
            for pool, chains in zip(group.pools, dice, strict=False)
            for chain in pool.kept_chains(chains)
        ),
    )


def _together(queries: Queries, summaries: Iterable[Summary]) -> Summary:
    found = list(summaries)
    return reduce(lambda a, b: join(queries, a, b), found) if found else (0,) * len(queries)


def join(queries: Queries, one: Summary, other: Summary) -> Summary:
    """The summary of two sets of dice together."""
    return tuple([query.join(a, b) for query, a, b in zip(queries, one, other, strict=True)])


@lru_cache(maxsize=2048)
def summaries(group: Group, queries: Queries) -> Weights:
    """The weight of every summary over all throws; without exploding dice they sum to sides ** dice.

    >>> from engine.dice import parse_group
    >>> summaries(parse_group("2d6"), (Query("sum"),))[(7,)]
    6
    >>> summaries(parse_group("2d20kh1"), (Query("top"),)) == {(1,): 39, (0,): 361}
    True
    """
    return reduce(lambda a, b: convolve(queries, a, b), (_pool_summaries(pool, queries) for pool in group.pools))


def convolve(queries: Queries, one: Weights, other: Weights) -> Weights:
    """The weights of two independent sets of dice together."""
    joined: Weights = {}
    if len(queries) == 1 and queries[0].kind in ("sum", "count", "dice"):
        for (number,), weight in one.items():
            for (addend,), times in other.items():
                plain = (number + addend,)
                joined[plain] = joined.get(plain, 0) + weight * times
        return joined
    for summary, weight in one.items():
        for more, times in other.items():
            key = join(queries, summary, more)
            joined[key] = joined.get(key, 0) + weight * times
    return joined


def _pool_summaries(pool: Pool, queries: Queries) -> Weights:
    if not pool.end and any(query.kind == "sum" for query in queries):
        single = dict(_classes(pool, queries))
        if len(queries) == 1:
            return _power(single, pool.count)
        return reduce(lambda weights, _: convolve(queries, weights, single), range(pool.count - 1), single)
    classes = _classes(pool, queries)
    additive = all(query.kind in ("count", "dice") for query in queries)
    if not pool.end and additive and comb(pool.count + len(classes) - 1, pool.count) <= MOST_TERMS:
        return _multinomial(pool.count, classes)
    return _class_by_class(pool, queries)


def _power(single: Weights, count: int) -> Weights:
    """The sum of `count` dice: the weights as the digits of one large number, raised to that power."""
    least = min(single)[0]
    room = (sum(single.values()) ** count).bit_length() + 1
    digits = sum(weight << (room * (number - least)) for (number,), weight in single.items()) ** count
    mask, place, weights = (1 << room) - 1, least * count, Weights()
    while digits:
        if weight := digits & mask:
            weights[(place,)] = weight
        digits >>= room
        place += 1
    return weights


def _multinomial(count: int, classes: list[tuple[Summary, int]]) -> Weights:
    """Every split of `count` dice over the classes, all splits of one class at a time, column by column."""
    left, weights = [count], [1]
    columns = [[0] for _ in classes[0][0]]
    for one, width in classes[:-1]:
        shares = [[comb(dice, some) * width**some for some in range(dice + 1)] for dice in range(count + 1)]
        columns = [
            [value + answer * some for value, dice in zip(column, left, strict=True) for some in range(dice + 1)]
            for column, answer in zip(columns, one, strict=True)
        ]
        weights = [weight * share for weight, dice in zip(weights, left, strict=True) for share in shares[dice]]
        left = [dice - some for dice in left for some in range(dice + 1)]
    one, width = classes[-1]
    powers = [width**dice for dice in range(count + 1)]
    columns = [
        [value + answer * dice for value, dice in zip(column, left, strict=True)]
        for column, answer in zip(columns, one, strict=True)
    ]
    sums: Weights = {}
    for summary, weight, dice in zip(zip(*columns, strict=True), weights, left, strict=True):
        sums[summary] = sums.get(summary, 0) + weight * powers[dice]
    return sums


def _class_by_class(pool: Pool, queries: Queries) -> Weights:
    """Take classes from the end that is kept; the state is (dice left, answers so far)."""
    states: dict[tuple[int, Summary | None], int] = {(pool.count, None): 1}
    for one, width in _classes(pool, queries):
        following: dict[tuple[int, Summary | None], int] = {}
        for (left, summary), weight in states.items():
            room = max(0, pool.keeps - (pool.count - left))
            for times in range(left + 1):
                key = (left - times, _with(queries, summary, one, min(times, room)))
                following[key] = following.get(key, 0) + weight * comb(left, times) * width**times
        states = following
    return {summary: weight for (left, summary), weight in states.items() if left == 0 and summary is not None}


def _classes(pool: Pool, queries: Queries) -> list[tuple[Summary, int]]:
    """One die's results in the order of keeping, neighbours that answer alike as one, with weights."""
    results = sorted(pool.chains(), key=lambda result: sum(result[0]), reverse=pool.end != "low")
    classes: list[tuple[Summary, int]] = []
    for chain, weight in results:
        summary = tuple(query.one(pool, chain) for query in queries)
        if classes and classes[-1][0] == summary:
            classes[-1] = (summary, classes[-1][1] + weight)
        else:
            classes.append((summary, weight))
    if pool.end:
        return classes
    # Where all dice are kept no order counts, so that all equal answers are one class.
    merged: Weights = {}
    for summary, weight in classes:
        merged[summary] = merged.get(summary, 0) + weight
    return list(merged.items())


def _with(queries: Queries, summary: Summary | None, one: Summary, times: int) -> Summary | None:
    if times == 0:
        return summary
    more = tuple([query.many(answer, times) for query, answer in zip(queries, one, strict=True)])
    return more if summary is None else join(queries, summary, more)


def thrown_on(group: Group, queries: Queries, held: Faces) -> Weights:
    """The weights with some dice `held` as they lie and the rest of the group thrown.

    For groups of one pool without exploding dice, or held as a whole.
    """
    if group.split(held) is not None:
        return {summarize(group, queries, held): 1}
    if not held:
        return summaries(group, queries)
    pool = group.pools[0]
    if pool.end:
        return _kept_among(pool, queries, held)
    rest = Group((replace(pool, count=pool.count - len(held)),))
    lying = _together(queries, (tuple(query.one(pool, (face,)) for query in queries) for face in held))
    return convolve(queries, {lying: 1}, summaries(rest, queries))


def _kept_among(pool: Pool, queries: Queries, held: Faces) -> Weights:
    """Face by face from the end that is kept, the dice `held` in their place among those thrown."""
    missing, passed = pool.count - len(held), 0
    faces = range(pool.lowest, pool.highest + 1)
    states: dict[tuple[int, Summary | None], int] = {(missing, None): 1}
    for face in faces if pool.end == "low" else reversed(faces):
        one, lying = tuple(query.one(pool, (face,)) for query in queries), held.count(face)
        following: dict[tuple[int, Summary | None], int] = {}
        for (left, summary), weight in states.items():
            room = max(0, pool.keeps - passed - (missing - left))
            for times in range(left + 1):
                key = (left - times, _with(queries, summary, one, min(times + lying, room)))
                following[key] = following.get(key, 0) + weight * comb(left, times)
        states, passed = following, passed + lying
    return {summary: weight for (left, summary), weight in states.items() if left == 0 and summary is not None}
