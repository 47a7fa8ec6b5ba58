"""The parts of a game's data, as immutable values: bands, columns, kinds, effects, records.

A record is reached as `condition/blinded` inside its game; its path adds the game, its anchor on a
page follows from it alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.expression import Expression


@dataclass(frozen=True, slots=True)
class Band:
    """Whole numbers from `low` to `high`, both included; no `high` means without end.

    >>> 7 in Band.parse("5-9"), 12 in Band.parse("10+"), str(Band.parse("5"))
    (True, True, '5')
    """

    low: int
    high: int | None

    _FORM = re.compile(r"(-?\d{1,6})(?:\s*[-–]\s*(\d{1,6})|(\+))?")

    @classmethod
    def parse(cls, text: str) -> Band | None:
        """Read "1-4", "10+" or "5"; None if it is none of them or runs backwards."""
        match = cls._FORM.fullmatch(text.strip())
        if not match:
            return None
        low = int(match[1])
        high = None if match[3] else int(match[2] or low)
        return cls(low, high) if high is None or high >= low else None

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and self.low <= number and (self.high is None or number <= self.high)

    def __str__(self) -> str:
        return (
            f"{self.low}+"
            if self.high is None
            else str(self.low)
            if self.high == self.low
            else f"{self.low}–{self.high}"
        )


@dataclass(frozen=True, slots=True)
class Column:
    """One declared column of a kind: its type and how it is shown."""

    id: str
    type: str
    name: str = ""
    of: str = ""
    optional: bool = False
    default: Any = None
    min: int | None = None
    max: int | None = None
    unit: str = ""
    signed: bool = False
    shown: bool = True
    text_if_none: str = "—"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of record: its columns and what its records are for."""

    id: str
    name: str
    plural: str
    page: str
    source: str = ""
    layout: str = "entries"
    situation: tuple[str, ...] = ()
    ladder: str = ""
    track: bool = False
    tiles: str = ""
    gaps: str = ""
    derived: str = ""
    number: Mapping[str, int] | None = None
    columns: Mapping[str, Column] = field(default_factory=dict)
    text: str = ""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to the player on which an effect depends, with the answer assumed."""

    id: str
    text: str
    default: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Effect:
    """One change that a record makes to a check's input, a derived value or a verdict."""

    on: tuple[str, ...]
    who: str = "me"
    when: Expression | None = None
    ask: Ask | None = None
    input: str = ""
    add: Expression | None = None
    set: Expression | None = None
    scale: Expression | None = None
    ignores: tuple[str, ...] = ()
    outcome: str = ""
    forbid: str = ""
    say: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """One rule of a game, stated once.

    `record["column"]` is its value there: numbers, text, bands, and other records for links.
    """

    game: str
    kind: str
    id: str
    name: str
    text: str
    source: str
    page: str
    words: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    includes: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)
    place: int = 0
    row: Sequence[Record] = field(default=(), repr=False)

    @property
    def ref(self) -> str:
        """The id inside the game: `condition/blinded`."""
        return f"{self.kind}/{self.id}"

    @property
    def path(self) -> str:
        """The whole id: `essence-nexus/condition/blinded`."""
        return f"{self.game}/{self.ref}"

    @property
    def anchor(self) -> str:
        """The anchor on its page: `condition-blinded`."""
        return f"{self.kind}-{self.id}"

    def __getitem__(self, column: str) -> Any:
        return self.values.get(column, self.values.get(column.replace("_", "-")))

    def shifted(self, steps: int | None) -> Record:
        """The record `steps` further along its track, stopping at either end."""
        return self.row[max(0, min(len(self.row) - 1, self.place + (steps or 0)))]

    def __repr__(self) -> str:
        return f"<{self.path}>"
