"""A check: which dice are thrown in a given situation, and how the faces are read, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.expression import Expression
from engine.template import Template

TONES = ("critical", "success", "failure", "fumble")


@dataclass(frozen=True, slots=True)
class Input:
    """One thing the situation sets: a number, a flag, a choice, a record, a target or dice."""

    id: str
    kind: str
    name: str
    default: int | str | bool | None = None
    min: int = 0
    max: int = 0
    of: str = ""
    options: tuple[str, ...] = ()
    source: Expression | None = None
    stands_for: Expression | None = None
    stands_kind: str = ""
    excludes: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Its name inside expressions."""
        return self.id.replace("-", "_")

    @property
    def optional(self) -> bool:
        """Whether `none` may be given."""
        return self.default == "none" or self.kind == "target"


@dataclass(frozen=True, slots=True, eq=False)
class Throw:
    """One way a group may be thrown: the dice, when, how many times, and why a die is dropped."""

    dice: Template
    when: Expression | None = None
    by: str = ""
    times: Expression | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """What becomes of some dice of a group: those for whose `face` it holds, at most so many."""

    mark: str
    when: Expression
    most: Expression | None = None
    order: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """One verdict, with the condition under which it is the first that holds."""

    id: str
    name: str
    tone: str
    success: bool = False
    when: Expression | None = None
    row: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Saying:
    """A sentence of the explanation, when it is said and the rule it comes from."""

    text: Template
    when: Expression | None = None
    source: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Need:
    """A condition without which the roll is refused, and the sentence that says so."""

    when: Expression
    text: Template


@dataclass(frozen=True, slots=True, eq=False)
class Race:
    """A check repeated until it has been won or lost `needs` times, all told or in a row."""

    of: str
    wins: Outcome
    loses: Outcome
    needs: int
    counting: Expression
    marks: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Check:
    """Everything a check declares; `lineage` holds its own id and those it extends.

    `throws` are the groups that decide the verdict, `after` those that only an outcome calls for.
    """

    id: str
    name: str
    text: str
    page: str
    game: str
    lineage: tuple[str, ...]
    inputs: Mapping[str, Input]
    let: Mapping[str, Expression] = field(default_factory=dict)
    throws: Mapping[str, tuple[Throw, ...]] = field(default_factory=dict)
    values: Mapping[str, Expression] = field(default_factory=dict)
    total: Expression | None = None
    rival: Expression | None = None
    margin: Expression | None = None
    outcomes: tuple[Outcome, ...] = ()
    after: Mapping[str, tuple[Throw, ...]] = field(default_factory=dict)
    amounts: Mapping[str, Expression] = field(default_factory=dict)
    marks: Mapping[str, tuple[Mark, ...]] = field(default_factory=dict)
    needs: tuple[Need, ...] = ()
    say: tuple[Saying, ...] = ()
    race: Race | None = None

    @property
    def path(self) -> str:
        """The whole record id: `essence-nexus/check/attack`."""
        return f"{self.game}/check/{self.id}"

    @property
    def groups(self) -> tuple[str, ...]:
        """All its groups of dice."""
        return (*self.throws, *self.after)

    def group(self, name: str) -> str:
        """A group's id from its name inside expressions."""
        return next((group for group in self.groups if group.replace("-", "_") == name), name)

    def has(self, outcome: str) -> bool:
        """Whether one of its outcomes has that id."""
        return any(one.id == outcome for one in self.outcomes)

    @property
    def verdicts(self) -> tuple[Outcome, ...]:
        """Each outcome once, by id, the best first."""
        first: dict[str, Outcome] = {}
        for outcome in self.outcomes:
            first.setdefault(outcome.id, outcome)
        return tuple(sorted(first.values(), key=lambda outcome: TONES.index(outcome.tone)))
