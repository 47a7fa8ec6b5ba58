"""All macros by name, bound to the book of one build, and what is checked once every page is written."""

from __future__ import annotations

import functools
import traceback
from collections.abc import Callable, Mapping, Set
from typing import Any

from jinja2 import Environment

from engine.errors import RollbookError
from engine.rulebook import Game, Library
from macros import (
    calculator,
    chances,
    claims,
    compare,
    curve,
    form,
    free,
    front,
    links,
    plain,
    reference,
    roller,
    worth,
)
from macros.address import address, line_of_call
from macros.book import Book, Sheet
from macros.calls import misspelt

Macro = Callable[..., str]


class Handbook:
    """The macros, each of which notes what is wrong with its call and lets the build go on to the next."""

    def __init__(self, library: Library, mark: front.Shelfmark, plain_games: Set[str] = frozenset()) -> None:
        self._book = Book(library, plain_games)
        self.macros: Mapping[str, Macro] = {
            "calculator": self._noting(calculator.calculator),
            "calculators": self._noting(calculator.calculators),
            "chance": self._noting(claims.chance),
            "claim": self._noting(claims.claim),
            "compared": self._noting(compare.compared),
            "curve": self._noting(curve.curve),
            "dice": self._noting(free.dice),
            "entries": self._noting(reference.entries),
            "entry": self._noting(reference.entry),
            "front": self._noting(functools.partial(front.front, mark=mark)),
            "full_roller": self._noting(form.full_roller),
            "game_index": self._noting(functools.partial(front.game_index, mark=mark)),
            "helped": self._noting(worth.helped),
            "ladder": self._noting(reference.ladder),
            "odds_table": self._noting(chances.odds_table),
            "plain": self._noting(plain.plain),
            "roller": self._noting(roller.roller),
            "rulings_page": self._noting(front.rulings_page),
            "see": self._noting(reference.see),
            "sources": self._noting(front.sources),
            "table": self._noting(reference.table),
            "track": self._noting(reference.track),
        }

    @property
    def shelf(self) -> dict[str, dict[str, str]]:
        """Each game by id: its title, and where its rulings stand if it has any, for the frame of its pages."""
        games = self._book.library.games.values()
        return {game.id: {"title": game.title, "rulings": self._rulings(game)} for game in games}

    def _rulings(self, game: Game) -> str:
        if not game.of("ruling") or game.id in self._book.plain:
            return ""
        return address(f"{game.id}/{game.kinds['ruling'].page}.md")

    def open(self, source: str, offset: int, markdown: str, environment: Environment, names: Set[str]) -> str:
        """Turn to a page, and give its Markdown with links by record id resolved; `names` are those it may use.

        A page whose calls cannot be carried out comes back empty: its faults are noted, and the others' can be too.
        """
        self._book.sheet = Sheet(source, offset)
        troubles = list(misspelt(environment, markdown, names))
        for line, problem in troubles:
            self._book.note(line, problem)
        if troubles:
            return ""
        # Outside the games' folders a page may talk about such links, as an author's manual does.
        known = self._book.sheet.folder in self._book.library.games
        return links.linked_page(self._book, markdown) if known else markdown

    def close(self, anchors: Mapping[str, Set[str]]) -> list[str]:
        """Every fault in calls and links, or else every entry that is missing from the anchors of its page."""
        book = self._book
        if book.faults:
            return book.faults
        records = [record for game in book.library.games.values() for record in game]
        homes = {(book.home(record), record.anchor): f"the record {record.path}" for record in records}
        return [
            f"docs/{page}: the id {anchor} is missing, which {wanting} needs"
            for (page, anchor), wanting in {**book.linked, **homes}.items()
            if anchor not in anchors.get(page, ())
        ]

    def _noting(self, macro: Callable[..., str]) -> Macro:
        @functools.wraps(macro if not isinstance(macro, functools.partial) else macro.func)
        def call(*args: Any, **inputs: Any) -> str:
            try:
                return macro(self._book, *args, **inputs)
            except RollbookError as fault:
                self._book.note(line_of_call(), fault)
            except Exception as error:
                # Under `serve` the author is often in the middle of an edit: say it, and let the server live.
                at = traceback.extract_tb(error.__traceback__)[-1]
                self._book.note(line_of_call(), f"{type(error).__name__}: {error} ({at.filename}:{at.lineno})")
            return ""

        return call
