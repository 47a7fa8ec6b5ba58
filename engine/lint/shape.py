"""The shape of every table of the vocabulary: what must be a text, a number, a list, a table of what.

Values of another shape are told first and left out of what the other faults are looked for in,
so that those may rely on shapes. The columns that a game declares itself have their own types.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from engine.errors import Fault
from engine.lint.places import KeyPath
from engine.lint.sheet import Sheet

Tell = Callable[[KeyPath, object, str], None]
GONE = object()


class Shape(Protocol):
    """Something that a value may be."""

    def keep(self, value: Any, key: KeyPath, tell: Tell) -> Any:
        """The value with all that has another shape left out; GONE if it has another shape itself."""


@dataclass(frozen=True, slots=True)
class Plain:
    """A value without parts, of one of some types."""

    wanted: str
    types: tuple[type, ...]

    def keep(self, value: Any, key: KeyPath, tell: Tell) -> Any:
        """See `Shape`."""
        if type(value) in self.types:
            return value
        tell(key, value, self.wanted)
        return GONE


@dataclass(frozen=True, slots=True)
class Listed:
    """A list of values of one shape; one wrong element makes the list wrong, so that places do not move."""

    wanted: str
    of: Shape

    def keep(self, value: Any, key: KeyPath, tell: Tell) -> Any:
        """See `Shape`."""
        if not isinstance(value, list):
            tell(key, value, self.wanted)
            return GONE
        kept = [self.of.keep(element, (*key, str(place)), tell) for place, element in enumerate(value)]
        return GONE if GONE in kept else kept


@dataclass(frozen=True, slots=True)
class Table:
    """A table: some fields by name, each with its shape, and a shape for all other fields, if there is one."""

    fields: Mapping[str, Shape]
    others: Shape | None = None

    def keep(self, value: Any, key: KeyPath, tell: Tell) -> Any:
        """See `Shape`."""
        if not isinstance(value, dict):
            tell(key, value, "a table")
            return GONE
        kept = {}
        for name, inner in value.items():
            shape = self.fields.get(name, self.others)
            kept[name] = shape.keep(inner, (*key, name), tell) if shape else inner
        return {name: inner for name, inner in kept.items() if inner is not GONE}


@dataclass(frozen=True, slots=True)
class TextOr:
    """A text, or another shape."""

    other: Shape

    def keep(self, value: Any, key: KeyPath, tell: Tell) -> Any:
        """See `Shape`."""
        return value if isinstance(value, str) else self.other.keep(value, key, tell)


TEXT, FLAG, NUMBER = Plain("a text", (str,)), Plain("true or false", (bool,)), Plain("a whole number", (int,))
CODE = Plain("an expression in quotes, or a whole number", (str, int))
SINGLE = Plain("a text, a number, true or false", (str, int, bool))
TEXTS = Listed("a list of texts", TEXT)


def _each(shape: Shape) -> Table:
    return Table({}, shape)


def _texts(*names: str) -> dict[str, Shape]:
    return dict.fromkeys(names, TEXT)


ASK = Table({**_texts("id", "text"), "default": FLAG})
EFFECT = Table(
    {
        **_texts("who", "input", "outcome", "forbid", "say"),
        **dict.fromkeys(("when", "add", "set", "scale"), CODE),
        "on": TextOr(TEXTS),
        "ask": ASK,
        "ignores": TEXTS,
    }
)
EFFECTS = Listed("a list of effects", EFFECT)
RECORD: dict[str, Shape] = {
    **_texts("name", "text", "source", "page"),
    **dict.fromkeys(("words", "aliases", "includes"), TEXTS),
    "effects": EFFECTS,
}
COLUMN = Table(
    {
        **_texts("type", "name", "of", "unit", "text_if_none"),
        **dict.fromkeys(("optional", "signed", "shown"), FLAG),
        **dict.fromkeys(("min", "max"), NUMBER),
    }
)
KIND = Table(
    {
        **_texts("name", "plural", "page", "source", "text", "layout", "ladder", "tiles", "gaps", "derived"),
        "situation": TEXTS,
        "track": FLAG,
        "number": _each(NUMBER),
        "effects": EFFECTS,
        "columns": _each(COLUMN),
    }
)
INPUT = Table(
    {
        **_texts("kind", "name", "of", "stands-kind"),
        **dict.fromkeys(("from", "stands-for"), CODE),
        **dict.fromkeys(("min", "max"), NUMBER),
        **dict.fromkeys(("options", "excludes"), TEXTS),
        "default": SINGLE,
    }
)
WAY = Table({**_texts("dice", "by"), "when": CODE, "times": CODE})
WAYS = TextOr(Listed("dice such as 2d20kh1, or a list of {when, dice, by}", WAY))
MARK = Table({**_texts("mark", "order", "by"), "when": CODE, "most": CODE})
OUTCOME = Table({**_texts("id", "name", "tone", "row"), "success": FLAG, "when": CODE})
RACE = Table({"of": TEXT, "wins": OUTCOME, "loses": OUTCOME, "needs": NUMBER, "counting": CODE, "marks": CODE})
CHECK = Table(
    {
        **RECORD,
        "extends": TEXT,
        "without": TEXTS,
        "inputs": _each(INPUT),
        **dict.fromkeys(("let", "values", "amounts"), _each(CODE)),
        **dict.fromkeys(("throws", "after"), _each(WAYS)),
        **dict.fromkeys(("total", "rival"), CODE),
        "outcomes": Listed("a list of outcomes", OUTCOME),
        "marks": _each(Listed("a list of marks", MARK)),
        "needs": Listed("a list of needs", Table({"when": CODE, "text": TEXT})),
        "say": Listed("a list of {when, text, source}", Table({**_texts("text", "source"), "when": CODE})),
        "race": RACE,
    }
)
RULING = Table(
    {**RECORD, "taken": TEXT, "value": NUMBER, "readings": _each(TEXT), "bounds": Listed("two numbers", NUMBER)}
)
FOLLOW_UP = Table({**RECORD, "keep": TextOr(TEXTS), "changes": _each(NUMBER)})

TABLES: Mapping[str, Shape] = {
    "game": _each(TEXT),
    "kind": _each(KIND),
    "check": _each(CHECK),
    "ruling": _each(RULING),
    "follow-up": _each(FOLLOW_UP),
}


def take_sound(sheet: Sheet) -> tuple[Sheet, list[Fault]]:
    """A copy of a sheet without the values that have a wrong shape, and a fault for each of these."""
    faults: list[Fault] = []

    def tell(key: KeyPath, found: object, expected: str) -> None:
        faults.append(sheet.fault(key, found, expected))

    records = _each(Table(RECORD))
    kept = {name: TABLES.get(name, records).keep(group, (name,), tell) for name, group in sheet.tables.items()}
    sound = {name: group for name, group in kept.items() if group is not GONE}
    return Sheet(sheet.game, sound, sheet.files, sheet.places), faults
