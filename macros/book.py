"""The handbook being built: its games, the page being written, and every fault met on the way."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from engine.answer import preview
from engine.errors import RollbookError
from engine.odds import Odds, odds
from engine.record import Record
from engine.rulebook import Game, Library
from macros.address import address, relative


class MacroFault(RollbookError):
    """A macro call or a link that asks for what is not there, in a sentence for the author."""


@dataclass(frozen=True, slots=True)
class KindPlace:
    """A kind of record as the goal of a link: the heading under which its records stand."""

    game: str
    id: str
    name: str
    page: str

    @property
    def path(self) -> str:
        """The whole id: `lamplighters/kind/street`."""
        return f"{self.game}/kind/{self.id}"

    @property
    def anchor(self) -> str:
        """The anchor on its page: `kind-street`."""
        return f"kind-{self.id}"


@dataclass(frozen=True, slots=True)
class Sheet:
    """The page being written: its file below docs, and the lines of front matter before its text."""

    source: str
    offset: int = 0

    @property
    def address(self) -> str:
        """Its address below the site's root."""
        return address(self.source)

    @property
    def folder(self) -> str:
        """The first folder of its path, which is the id of its game; empty for the handbook's own pages."""
        return self.source.partition("/")[0] if "/" in self.source else ""


Goal = Record | KindPlace


@dataclass(slots=True)
class Book:
    """What the macros of one build share; `plain` are the games whose index holds every entry.

    Odds are kept by their arguments: pages repeat them.
    """

    library: Library
    plain: Set[str] = frozenset()
    sheet: Sheet = Sheet("index.md")
    faults: list[str] = field(default_factory=list)
    linked: dict[tuple[str, str], str] = field(default_factory=dict)
    _places: dict[tuple[str, str], int] = field(default_factory=dict)
    _odds: dict[tuple[Any, ...], Odds] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """The game of the page being written; raises MacroFault on a page outside all games."""
        try:
            return self.library.games[self.sheet.folder]
        except KeyError:
            raise MacroFault("a page outside a game's folder has to name records in full: game/kind/id") from None

    def named(self, game: str) -> Game:
        """A game by its id, or that of the page being written; raises MacroFault."""
        if not game:
            return self.game
        if game not in self.library.games:
            raise MacroFault(f"there is no game {game}")
        return self.library.games[game]

    def record(self, ref: str) -> Record:
        """The record `kind/id` of the page's game, or `game/kind/id` of any; raises MacroFault."""
        game, inner = self._owner(ref)
        try:
            return game.record(inner)
        except KeyError:
            raise MacroFault(f"there is no record {inner} in {game.title}") from None

    def goal(self, ref: str) -> Goal:
        """What a link may lead to: a record, or `kind/id` for a kind itself; raises MacroFault."""
        game, inner = self._owner(ref)
        kind = game.kinds.get(inner.removeprefix("kind/")) if inner.startswith("kind/") else None
        return KindPlace(game.id, kind.id, kind.plural, kind.page) if kind else self.record(ref)

    def link(self, goal: Goal) -> str:
        """The link from the page being written to an entry."""
        source = self.home(goal)
        self.linked.setdefault((source, goal.anchor), f"the link to {goal.path} in docs/{self.sheet.source}")
        return f"{relative(address(source), self.sheet.address)}#{goal.anchor}"

    def at_home(self, record: Record) -> bool:
        """Whether the page being written is the one that holds the record's entry, and so its anchor."""
        return self.home(record) == self.sheet.source

    def home(self, goal: Goal) -> str:
        """The file below docs of the page that holds an entry."""
        return f"{goal.game}/{'index' if goal.game in self.plain else goal.page}.md"

    def _owner(self, ref: str) -> tuple[Game, str]:
        owner, _, inner = ref.partition("/") if ref.count("/") == 2 else ("", "", ref)
        if owner and owner not in self.library.games:
            raise MacroFault(f"there is no game {owner} (in {ref})")
        return self.library.games[owner] if owner else self.game, inner

    def odds(self, check: str, inputs: Mapping[str, Any], game: Game | None = None) -> Odds:
        """The exact odds of a check; `with_` may stand among the inputs."""
        game = game or self.game
        key = (game.id, check, tuple(sorted((name, str(value)) for name, value in inputs.items())))
        if key not in self._odds:
            given, situation = split(inputs)
            self._odds[key] = odds(game, check, given, with_=situation)
        return self._odds[key]

    def chance(self, check: str, outcome: str, inputs: Mapping[str, Any], game: Game | None = None) -> Fraction:
        """The chance of an outcome of a check, or of `success`; raises MacroFault where it has none of that name."""
        found = self.odds(check, inputs, game)
        chance = found.success if outcome == "success" else found.outcomes.get(outcome)
        if chance is None:
            raise MacroFault(f"{check} has no outcome {outcome} that could have a chance here")
        return chance

    def preview(self, check: str, inputs: Mapping[str, Any], game: Game | None = None) -> dict[str, Any]:
        """What a roller of that check shows before it is tapped."""
        given, situation = split(inputs)
        return preview(game or self.game, check, given, with_=situation)

    def place(self, anchor: str) -> str:
        """An id for the form of a record, which may stand on a page more than once."""
        before = self._places.get((self.sheet.source, anchor), 0)
        self._places[self.sheet.source, anchor] = before + 1
        return f"{anchor}-{before + 1}" if before else anchor

    def note(self, line: int, problem: object) -> None:
        """Keep a fault of the page being written, reported with all others; `line` counts below the front matter."""
        self.faults.append(f"docs/{self.sheet.source}:{self.sheet.offset + line}: {problem}")


def split(inputs: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """The inputs of a check, and the situation that stands among them as `with_`.

    >>> split({"lamp": "low", "their_dice": 2, "with_": "me:fog"})
    ({'lamp': 'low', 'their-dice': 2}, 'me:fog')
    """
    given = {name.replace("_", "-"): value for name, value in inputs.items() if name != "with_"}
    return given, str(inputs.get("with_", ""))
