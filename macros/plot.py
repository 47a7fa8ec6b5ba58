"""The geometry of charts: shares between 0 and 1 drawn into a box, in the units of its SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

# Drawn for a phone 360 px wide, where one unit is one pixel.
WIDTH = 340
LETTER = 6.6
ROW = 15


@dataclass(frozen=True, slots=True)
class Box:
    """The rectangle that the lines may fill."""

    left: float
    top: float
    right: float
    bottom: float

    def x(self, at: int, last: int) -> float:
        """Where the place `at` of `last` lies from left to right."""
        return round(self.left + (self.right - self.left) * at / max(1, last), 1)

    def y(self, share: float) -> float:
        """Where a share lies: 1 at the top."""
        return round(self.bottom - (self.bottom - self.top) * share, 1)


Point = tuple[float, float]


def path(points: Sequence[Point]) -> str:
    """A line through points, as SVG writes it.

    >>> path([(0, 1), (2.5, 3)])
    'M0 1L2.5 3'
    """
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points)


def margin(names: Sequence[str]) -> float:
    """The room that names need beside the lines."""
    return max(map(len, names)) * LETTER + 8


def labels(lines: Sequence[Sequence[Point]], box: Box) -> list[tuple[Point, Point]]:
    """Where each line's name stands, and the point of the line that its leader goes to.

    Names stand below one another, that of the line farthest to the right on top, so that leaders cross least.
    """
    order = sorted(range(len(lines)), key=lambda one: -_area(lines[one]))
    gap = min(24.0, (box.bottom - box.top - ROW) / max(1, len(lines) - 1))
    first = box.top + max(6.0, (box.bottom - box.top - gap * (len(lines) - 1)) / 3)
    found: list[tuple[Point, Point]] = [((0, 0), (0, 0))] * len(lines)
    for row, one in enumerate(order):
        level = round(first + row * gap, 1)
        found[one] = ((box.right + 6, level), _nearest(lines[one], level))
    return found


def _area(line: Sequence[Point]) -> float:
    return -sum(y for _, y in line)


def _nearest(line: Sequence[Point], level: float) -> Point:
    """The last point of a line at that height, or else the one that comes nearest to it."""
    for (x1, y1), (x2, y2) in reversed(list(pairwise(line))):
        if min(y1, y2) <= level <= max(y1, y2) and y1 != y2:
            return round(x1 + (x2 - x1) * (level - y1) / (y2 - y1), 1), level
    return min(reversed(line), key=lambda point: abs(point[1] - level))


def ticks(count: int, most: int = 8) -> list[int]:
    """Which of `count` places get a number, evenly spread and few enough to read.

    >>> ticks(19), ticks(5)
    ([0, 3, 6, 9, 12, 15, 18], [0, 1, 2, 3, 4])
    """
    step = next(step for step in (1, 2, 3, 4, 5, 10, 20, 50, 100) if (count - 1) // step < most)
    return list(range(0, count, step))
