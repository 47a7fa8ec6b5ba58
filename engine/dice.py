"""Dice as they are thrown: pools of equal dice, some faces kept, several pools together a group.

The notation is that of the tables: `2d20kh1` throws two d20 and keeps the higher, `5d10!` throws
another die for every ten, `2d6+d4` throws two pools as one group.
A die's result is a *chain*: one face, or with exploding dice the faces that followed one another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Protocol

from engine.errors import RollbookError, shorten

MOST_DICE = 60
MOST_SIDES = 1000
MOST_POOLS = 6
SMALLEST_REMAINDER = 10**9

Chain = tuple[int, ...]
Faces = tuple[int, ...]


class Source(Protocol):
    """Where randomness comes from: `random.SystemRandom()` in play, a script in tests."""

    def randrange(self, start: int, stop: int) -> int:
        """A whole number from `start` to `stop - 1`, each equally likely."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Some equal dice, and which of them are kept: the `kept` highest or lowest.

    `count` is 1 to 60, faces run from `lowest` to `highest`; `end` is "high", "low" or "" for all.
    """

    count: int
    sides: int
    end: str = ""
    kept: int = 0
    fudge: bool = False
    explodes: bool = False

    @property
    def lowest(self) -> int:
        """The smallest face of one die."""
        return -1 if self.fudge else 1

    @property
    def highest(self) -> int:
        """The largest face of one die."""
        return 1 if self.fudge else self.sides

    @property
    def keeps(self) -> int:
        """How many dice are kept."""
        return min(self.kept, self.count) if self.end else self.count

    @property
    def depth(self) -> int:
        """The longest chain that odds look at: beyond it lies less than one part in 10 ** 9."""
        if not self.explodes:
            return 1
        depth = 1
        while self.sides**depth <= SMALLEST_REMAINDER:
            depth += 1
        return depth

    def chains(self) -> Iterator[tuple[Chain, int]]:
        """Every chain of one die up to `depth`, with its weight out of sides ** depth."""
        depth = self.depth
        for length in range(1, depth + 1):
            run = (self.highest,) * (length - 1)
            last = self.highest if self.explodes and length < depth else self.highest + 1
            for face in range(self.lowest, last):
                yield (*run, face), self.sides ** (depth - length)

    def throw(self, source: Source) -> list[Chain]:
        """Throw all dice, in order, with the given source of randomness."""
        return [tuple(self._throw_one(source)) for _ in range(self.count)]

    def _throw_one(self, source: Source) -> Iterator[int]:
        face = source.randrange(self.lowest, self.highest + 1)
        yield face
        while self.explodes and face == self.highest:
            face = source.randrange(self.lowest, self.highest + 1)
            yield face

    def kept_places(self, chains: list[Chain]) -> frozenset[int]:
        """Positions of the dice that are kept; of equal dice the one thrown first."""
        if not self.end:
            return frozenset(range(len(chains)))
        sign = -1 if self.end == "high" else 1
        order = sorted(range(len(chains)), key=lambda place: (sign * sum(chains[place]), place))
        return frozenset(order[: self.keeps])

    def kept_chains(self, chains: list[Chain]) -> list[Chain]:
        """The dice that are kept, in the order thrown."""
        kept = self.kept_places(chains)
        return [chain for place, chain in enumerate(chains) if place in kept]

    @property
    def die(self) -> str:
        """One of its dice in notation: `d20`."""
        return f"d{'F' if self.fudge else self.sides}"

    def __str__(self) -> str:
        count = "" if self.count == 1 else str(self.count)
        keep = f"k{self.end[0]}{self.kept}" if self.end else ""
        return f"{count}{self.die}{'!' if self.explodes else ''}{keep}"


@dataclass(frozen=True, slots=True)
class Group:
    """Pools thrown together; their faces lie in one row, pool after pool.

    >>> str(parse_group("2d6 + d4").times(2))
    '4d6 + 2d4'
    """

    pools: tuple[Pool, ...]

    def times(self, factor: int) -> Group:
        """The same group with `factor` times as many dice of each pool."""
        return Group(tuple(replace(pool, count=pool.count * factor) for pool in self.pools))

    def throw(self, source: Source) -> Faces:
        """Throw every pool; all faces in order."""
        return tuple(face for pool in self.pools for chain in pool.throw(source) for face in chain)

    def split(self, faces: Faces) -> list[list[Chain]] | None:
        """The dice of each pool from a row of faces, or None if the row is not one of this group.

        >>> parse_group("2d6!").split((6, 2, 3))
        [[(6, 2), (3,)]]
        """
        rest = list(faces)
        dice: list[list[Chain]] = []
        for pool in self.pools:
            dice.append([])
            for _ in range(pool.count):
                chain: list[int] = []
                while rest and (not chain or (pool.explodes and chain[-1] == pool.highest)):
                    chain.append(rest.pop(0))
                if not chain or (pool.explodes and chain[-1] == pool.highest):
                    return None
                if not all(pool.lowest <= face <= pool.highest for face in chain):
                    return None
                dice[-1].append(tuple(chain))
        return None if rest else dice

    @property
    def count(self) -> int:
        """How many dice are thrown to begin with."""
        return sum(pool.count for pool in self.pools)

    @property
    def wanted(self) -> str:
        """What a row of faces for this group looks like, for a reader."""
        parts = (f"{pool.count} from {pool.lowest} to {pool.highest}" for pool in self.pools)
        more = ", and one more after each highest face" if any(pool.explodes for pool in self.pools) else ""
        return f"whole numbers, {' and '.join(parts)}{more}, for {self}"

    def __str__(self) -> str:
        return " + ".join(map(str, self.pools))


_POOL = re.compile(r"(?P<count>\d{0,3})d(?P<sides>\d{1,4}|%|f)(?P<explodes>!?)(?:k(?P<end>[hl])(?P<kept>\d{0,2}))?")


@lru_cache(maxsize=1024)
def parse_group(text: str) -> Group | None:
    """Parse a group's notation; an empty text, or no dice at all, gives None.

    Raises RollbookError for anything else, and beyond 60 dice or 1000 sides a pool.

    >>> parse_group("3d10kh2").pools
    (Pool(count=3, sides=10, end='high', kept=2, fudge=False, explodes=False),)
    >>> parse_group("") is None, parse_group("0d6") is None
    (True, True)
    """
    notation = text.replace(" ", "").lower()
    if not notation:
        return None
    parts = notation.split("+")
    if len(parts) > MOST_POOLS:
        raise RollbookError(f"{shorten(text)} has more than {MOST_POOLS} kinds of dice")
    pools = tuple(pool for part in parts if (pool := _parse_pool(part, text)))
    return Group(pools) if pools else None


def _parse_pool(notation: str, text: str) -> Pool | None:
    match = _POOL.fullmatch(notation)
    if not match:
        raise RollbookError(f"{shorten(text)} is no dice notation such as 2d6 or 2d20kh1")
    fudge = match["sides"] == "f"
    sides = 3 if fudge else 100 if match["sides"] == "%" else int(match["sides"])
    count = int(match["count"] or 1)
    explodes = bool(match["explodes"])
    if count > MOST_DICE or not 1 <= sides <= MOST_SIDES or (explodes and (sides < 2 or fudge)):
        raise RollbookError(f"{shorten(text)} is beyond {MOST_DICE} dice of {MOST_SIDES} sides")
    if count == 0:
        return None
    end = {"h": "high", "l": "low", None: ""}[match["end"]]
    kept = int(match["kept"] or 1) if end else 0
    if end and not kept:
        raise RollbookError(f"{shorten(text)} keeps no die")
    return Pool(count, sides, end, kept, fudge, explodes)
