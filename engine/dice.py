"""Dice as they are thrown: a pool of equal dice, of which some faces are kept.

The notation is that of the tables: `2d20kh1` throws two d20 and keeps the higher.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from engine.errors import RollbookError, shorten

MOST_DICE = 60
MOST_SIDES = 1000


class Source(Protocol):
    """Where randomness comes from: `random.SystemRandom()` in play, a script in tests."""

    def randrange(self, start: int, stop: int) -> int:
        """A whole number from `start` to `stop - 1`, each equally likely."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Some equal dice, and which of their faces are kept: the `kept` highest or lowest.

    `count` is 0 to 60, faces run from `lowest` to `highest`; `end` is "high", "low" or "" for all.

    >>> parse_pool("2d20kl1").kept_faces((14, 9))
    (9,)
    """

    count: int
    sides: int
    end: str = ""
    kept: int = 0
    fudge: bool = False

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
        """How many faces are kept."""
        return min(self.kept, self.count) if self.end else self.count

    def throw(self, source: Source) -> tuple[int, ...]:
        """Throw all dice, in order, with the given source of randomness."""
        return tuple(source.randrange(self.lowest, self.highest + 1) for _ in range(self.count))

    def kept_places(self, faces: tuple[int, ...]) -> frozenset[int]:
        """Positions of the faces that are kept; of equal faces the one thrown first."""
        if not self.end:
            return frozenset(range(len(faces)))
        sign = -1 if self.end == "high" else 1
        order = sorted(range(len(faces)), key=lambda place: (sign * faces[place], place))
        return frozenset(order[: self.keeps])

    def kept_faces(self, faces: tuple[int, ...]) -> tuple[int, ...]:
        """The faces that are kept, in the order thrown."""
        kept = self.kept_places(faces)
        return tuple(face for place, face in enumerate(faces) if place in kept)

    def __str__(self) -> str:
        count = "" if self.count == 1 else str(self.count)
        keep = f"k{self.end[0]}{self.kept}" if self.end else ""
        return f"{count}d{'F' if self.fudge else self.sides}{keep}"


_POOL = re.compile(r"(?P<count>\d{0,3})d(?P<sides>\d{1,4}|%|f)(?:k(?P<end>[hl])(?P<kept>\d{0,2}))?")


@lru_cache(maxsize=1024)
def parse_pool(text: str) -> Pool | None:
    """Parse a pool's notation; an empty text throws nothing and gives None.

    Raises RollbookError for anything else, and beyond 60 dice or 1000 sides.

    >>> parse_pool("3d10kh2")
    Pool(count=3, sides=10, end='high', kept=2, fudge=False)
    >>> str(parse_pool("1d6"))
    'd6'
    >>> parse_pool("") is None
    True
    """
    notation = text.replace(" ", "").lower()
    if not notation:
        return None
    match = _POOL.fullmatch(notation)
    if not match:
        raise RollbookError(f"{shorten(text)} is no dice notation such as 2d6 or 2d20kh1")
    fudge = match["sides"] == "f"
    sides = 3 if fudge else 100 if match["sides"] == "%" else int(match["sides"])
    count = int(match["count"] or 1)
    if count > MOST_DICE or not 1 <= sides <= MOST_SIDES:
        raise RollbookError(f"{shorten(text)} is beyond {MOST_DICE} dice of {MOST_SIDES} sides")
    if count == 0:
        return None
    end = {"h": "high", "l": "low", None: ""}[match["end"]]
    return Pool(count, sides, end, int(match["kept"] or 1) if end else 0, fudge)
