"""A row of the table, and the table as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

HEAD = ("what", "ours", "held against", "ratio", "bound")


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement: ours and another's in the same unit, and the most that their ratio (or ours) may be."""

    what: str
    ours: float
    unit: str
    other: float | None = None
    bound: float | None = None

    @property
    def measure(self) -> float:
        """What the bound is about: the ratio where there is another, else ours."""
        return self.ours if self.other is None else self.ours / self.other

    @property
    def kept(self) -> bool:
        """Whether the bound is kept."""
        return self.bound is None or self.measure <= self.bound

    def cells(self) -> tuple[str, ...]:
        """The row as text."""
        return (
            self.what,
            f"{self.ours:,.0f} {self.unit}",
            "" if self.other is None else f"{self.other:,.0f} {self.unit}",
            "" if self.other is None else f"{self.measure:.2f}",
            "" if self.bound is None else f"{'≤' if self.kept else 'MISSED: ≤'} {self.bound:,.2f}",
        )


def middle(runs: Iterable[float]) -> float:
    """The median, from at least five runs."""
    runs = list(runs)
    assert len(runs) >= 5, "too few runs for a median"
    return median(runs)


def markdown(rows: Sequence[Row]) -> str:
    """The rows as a table.

    >>> print(markdown([Row("start", 1, "ms", 4, 0.3)]))
    | what | ours | held against | ratio | bound |
    |---|---|---|---|---|
    | start | 1 ms | 4 ms | 0.25 | ≤ 0.30 |
    """
    lines = [HEAD, ("---",) * len(HEAD), *(row.cells() for row in rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines).replace(" --- ", "---")
