"""A record's words as HTML: its text, what its effects do, the rulings that touch it."""

from __future__ import annotations

import re

from markdown import Markdown
from markupsafe import Markup

from engine.record import Record
from macros.book import Book
from macros.links import linked

_PARAGRAPH = re.compile(r"<p>(.*)</p>", re.DOTALL)


def to_html(markdown: str) -> Markup:
    """Markdown as HTML; one paragraph alone comes without its tags, so that it fits into a cell or a line.

    >>> to_html("meets *or* beats")
    Markup('meets <em>or</em> beats')
    """
    html = Markdown(extensions=["smarty"], extension_configs={"smarty": {"smart_dashes": False}}).convert(markdown)
    alone = _PARAGRAPH.fullmatch(html)
    return Markup(alone[1] if alone and "<p>" not in alone[1] else html)


def text_of(book: Book, record: Record) -> Markup:
    """A record's text with its numbers filled in and its links resolved."""
    game = book.library.games[record.game]
    return to_html(linked(book, game.prose(record), record.game)) if record.text else Markup()


def phrases_of(book: Book, record: Record) -> list[Markup]:
    """What a record's effects do, one short phrase each."""
    return [to_html(linked(book, phrase, record.game)) for phrase in book.library.games[record.game].phrases(record)]


def rulings_of(book: Book, record: Record) -> list[Record]:
    """The rulings that say they touch this record."""
    rulings = book.library.games[record.game].of("ruling")
    return [ruling for ruling in rulings if record.ref in (ruling["touches"] or ())]
