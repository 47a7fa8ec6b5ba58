"""A row of the table, and the table as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median, quantiles

HEAD = ("what", "ours", "held against", "ratio", "bound")


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement: ours and another's in the same unit, the most that their ratio may be, and the most of ours."""

    what: str
    ours: float
    unit: str
    other: float | None = None
    bound: float | None = None
    most: float | None = None
    least: float | None = None

    @property
    def ratio(self) -> float | None:
        """Ours in parts of the other."""
        return None if self.other is None else self.ours / self.other

    @property
    def kept(self) -> bool:
        """Whether every bound is kept."""
        within = self.bound is None or (self.ratio is not None and self.ratio <= self.bound)
        return (
            within and (self.most is None or self.ours <= self.most) and (self.least is None or self.ours >= self.least)
        )

    def cells(self) -> tuple[str, ...]:
        """The row as text."""
        return (
            self.what,
            number(self.ours, self.unit),
            "" if self.other is None else number(self.other, self.unit),
            "" if self.ratio is None else f"{self.ratio:.2f}",
            ("" if self.kept else "MISSED: ") + ", ".join(self._bounds()),
        )

    def _bounds(self) -> Iterator[str]:
        if self.bound is not None:
            yield f"≤ {self.bound:.2f}"
        if self.most is not None:
            yield f"≤ {number(self.most, self.unit)}"
        if self.least is not None:
            yield f"≥ {number(self.least, self.unit)}"


def number(value: float, unit: str) -> str:
    """A measured number to as many digits as are worth reading.

    >>> number(1234.5, "ms"), number(3.21, "ms"), number(0.426, "s"), number(100, "")
    ('1,234 ms', '3.2 ms', '0.43 s', '100')
    """
    return f"{value:,.0f} {unit}".rstrip() if abs(value) >= 10 else f"{value:.2g} {unit}".rstrip()


def middle(runs: Iterable[float]) -> float:
    """The median, from at least five runs."""
    runs = list(runs)
    assert len(runs) >= 5, "too few runs for a median"
    return median(runs)


def worst(runs: Iterable[float]) -> float:
    """The 99th percentile, from at least a hundred runs."""
    runs = list(runs)
    assert len(runs) >= 100, "too few runs for a percentile"
    return quantiles(runs, n=100, method="inclusive")[98]


def markdown(rows: Sequence[Row]) -> str:
    """The rows as a table.

    >>> print(markdown([Row("start", 1, "ms", 4, 0.3)]))
    | what | ours | held against | ratio | bound |
    |---|---|---|---|---|
    | start | 1 ms | 4 ms | 0.25 | ≤ 0.30 |
    """
    lines = [HEAD, ("---",) * len(HEAD), *(row.cells() for row in rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines).replace(" --- ", "---")
