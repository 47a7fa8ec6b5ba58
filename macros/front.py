"""The front page, the index of a game, the page of its rulings and the list of its sources."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.record import Record
from macros.address import address, relative
from macros.book import Book
from macros.free import free_roller
from macros.links import term
from macros.prose import text_of, to_html
from macros.roller import roller_of
from macros.shelf import block

Chapter = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Shelfmark:
    """What is known outside the rules: the handbook's name, what it is, its contents, a first roll's bytes.

    `order` are the games as the navigation has them, `pages` the handbook's own pages and `chapters` those of a game;
    a chapter is a page's file, title and description.
    """

    title: str
    description: str
    order: Sequence[str]
    pages: Callable[[], list[Chapter]]
    chapters: Callable[[str], list[Chapter]]
    first_load: Callable[[], int]


def front(book: Book, mark: Shelfmark, game: str = "", **inputs: Any) -> str:
    """The front page: what this is, the search, the page last read, a roller, the games; a single game's own index.

    The roller and its inputs are those of `game` if it is there, else the first game's check as it stands.
    """
    games = [book.library.games[name] for name in mark.order]
    first = book.library.games.get(game, games[0])
    return block(
        "front.j2",
        title=mark.title,
        description=mark.description,
        games=[
            {"game": one, "link": _to(book, f"{one.id}/index.md"), "roller": roller_of(book, one.main_check, {}, one)}
            for one in games
        ],
        pages=_linked(book, mark.pages()),
        chapters=_linked(book, mark.chapters(first.id)) if len(games) == 1 else [],
        first=first,
        roller=roller_of(book, first.main_check, inputs if first.id == game else {}, first),
        free=free_roller(book),
        megabytes=round(mark.first_load() / 1_000_000),
    )


def game_index(book: Book, mark: Shelfmark, **inputs: Any) -> str:
    """The index of the page's game: what it is, its core roll with a roller, and its chapters."""
    return block(
        "index.j2",
        game=book.game,
        text=to_html(book.game.text),
        roller=roller_of(book, book.game.main_check, inputs),
        chapters=_linked(book, mark.chapters(book.game.id)),
    )


def _linked(book: Book, chapters: list[Chapter]) -> list[dict[str, str]]:
    return [{"link": _to(book, source), "title": title, "text": description} for source, title, description in chapters]


def _to(book: Book, source: str) -> str:
    return relative(address(source), book.sheet.address) or "./"


def rulings_page(book: Book) -> str:
    """Every ruling of the page's game: the question, the reading taken, those left, and what it touches."""
    return "\n".join(
        f"## {ruling.name} {{#{ruling.anchor}}}\n\n{block('ruling.j2', **_ruling(book, ruling))}"
        for ruling in book.game.of("ruling")
    )


def _ruling(book: Book, ruling: Record) -> dict[str, Any]:
    readings = dict(ruling["readings"] or {})
    taken = ruling["taken"]
    return {
        "ruling": ruling,
        "text": text_of(book, ruling),
        "question": to_html(ruling["question"]),
        "taken": to_html(str(readings.pop(taken, ruling["value"]))),
        "left": [to_html(str(reading)) for reading in readings.values()],
        "why": to_html(ruling["why"] or ""),
        "touches": [term(book, book.record(f"{ruling.game}/{ref}")) for ref in ruling["touches"] or ()],
    }


def sources(book: Book) -> str:
    """Where the rules of this page are printed: the document, and its sections."""
    here = [record for record in book.game if book.at_home(record) and record.source]
    sections = dict.fromkeys(record.source for record in here)
    return block("sources.j2", document=book.game.source, sections=list(sections))
