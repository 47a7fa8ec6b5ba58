"""Weights of whole numbers packed into one large integer, so that convolution is one multiplication.

The weight of `n` stands in slot `n - lowest`; slots are wide enough for every weight that comes about
(Kronecker substitution).
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from math import comb
from operator import mul

Weights = dict[int, int]


def pack(weights: Mapping[int, int], lowest: int, slot: int) -> int:
    """Weights packed in slots of `slot` bytes."""
    width = max(weights) - lowest + 1
    data = bytearray(width * slot)
    for number, weight in weights.items():
        start = (number - lowest) * slot
        data[start : start + slot] = weight.to_bytes(slot, "little")
    return int.from_bytes(data, "little")


def unpack(packed: int, lowest: int, slot: int) -> Weights:
    """The weights again, without those that are 0."""
    data = packed.to_bytes((packed.bit_length() + 7) // 8 + slot, "little")
    found = (int.from_bytes(data[start : start + slot], "little") for start in range(0, len(data) - slot + 1, slot))
    return {lowest + place: weight for place, weight in enumerate(found) if weight}


def repeat(weights: Mapping[int, int], times: int) -> Weights:
    """The weights of the sum of `times` independent numbers.

    >>> repeat({1: 1, 2: 1}, 2)
    {2: 1, 3: 2, 4: 1}
    """
    if is_run(weights):
        return _repeat_run(min(weights), len(weights), times)
    lowest, slot = min(weights), slot_for(sum(weights.values()) ** times)
    return unpack(pack(weights, lowest, slot) ** times, lowest * times, slot)


def is_run(weights: Mapping[int, int]) -> bool:
    """Whether the numbers follow each other with weight 1 each, as the faces of a fair die do."""
    return len(weights) == max(weights) - min(weights) + 1 and set(weights.values()) == {1}


def _repeat_run(lowest: int, sides: int, times: int) -> Weights:
    """A fair die's generating function is (1 - x^sides) / (1 - x): binomials, then running sums."""
    row = [0] * (times * (sides - 1) + 1)
    for place, start in enumerate(range(0, len(row), sides)):
        row[start] = (-1) ** place * comb(times, place)
    for _ in range(times):
        row = list(accumulate(row))
    return {lowest * times + place: weight for place, weight in enumerate(row)}


def convolve(left: Mapping[int, int], right: Mapping[int, int]) -> Weights:
    """The weights of the sum of two independent numbers.

    >>> convolve({1: 1, 2: 1}, {0: 3, -1: 1})
    {0: 1, 1: 4, 2: 3}
    """
    lowest = min(left), min(right)
    slot = slot_for(sum(left.values()) * sum(right.values()))
    return unpack(pack(left, lowest[0], slot) * pack(right, lowest[1], slot), sum(lowest), slot)


def ranked(classes: Mapping[int, Mapping[int, int]], count: int, first: int, last: int) -> Weights:
    """The weights of what is kept of `count` equal things, ranked lowest first, from `first` to before `last`.

    `classes` gives for each value that ranks a thing the weights of what it is worth. Values are taken in order
    from the end where less is dropped; how many things have each is a binomial choice among those left (order
    statistics), and the ranks tell how many of them are kept. Once all that is kept is placed, what is left
    can only have later values, all of which are taken at once.

    >>> ranked({face: {face: 1} for face in range(1, 7)}, 2, 1, 2)
    {1: 1, 2: 3, 3: 5, 4: 7, 5: 9, 6: 11}
    """
    downward = first > count - last
    skipped, ends = (count - last, count - first) if downward else (first, last)
    lowest = min(min(worths) for worths in classes.values())
    later = sum(sum(worths.values()) for worths in classes.values())
    slot = slot_for(later**count)
    states, finished = {0: 1}, 0
    for value in sorted(classes, reverse=downward):
        worths = classes[value]
        base, weight = min(worths), sum(worths.values())
        later -= weight
        alike, others = _powers(weight, count), _powers(later, count)
        kept_alike = _powers(pack(worths, base, slot), ends - skipped)
        shift = 8 * slot * (base - lowest)
        following: dict[int, int] = {}
        for placed, state in states.items():
            left, dropped = count - placed, max(0, skipped - placed)
            for times in range(ends - placed):
                kept = max(0, times - dropped)
                factor = comb(left, times) * alike[times - kept] * kept_alike[kept]
                following[placed + times] = following.get(placed + times, 0) + ((state * factor) << (shift * kept))
            kept = ends - placed - dropped
            ways = range(ends - placed, left + 1)
            factor = sum(comb(left, times) * alike[times - kept] * others[left - times] for times in ways)
            finished += (state * (factor * kept_alike[kept])) << (shift * kept)
        states = following
    return unpack(finished, lowest * (last - first), slot)


def _powers(base: int, most: int) -> list[int]:
    return list(accumulate([base] * most, mul, initial=1))


def slot_for(largest: int) -> int:
    """The bytes that hold every weight up to `largest`."""
    return largest.bit_length() // 8 + 1
