"""A record's values as a reader sees them."""

from __future__ import annotations

import re
from typing import Any

from markupsafe import Markup, escape

from engine.record import Column, Record
from engine.template import show
from macros.book import Book
from macros.links import linked, term
from macros.prose import to_html

# What a reader would say of `max(0, …)`.
_AT_LEAST = re.compile(r"max\((\d+), (.+)\)")

# The built-in kinds whose records are numbers that a formula may name.
_COUNTED = {"number", "derived", "resource"}


def cell(book: Book, record: Record, column: Column) -> Markup:
    """A record's value in a column; empty where it has none."""
    value = record[column.id]
    if value is None or value == () or value == "":
        return Markup()
    match column.type:
        case "number":
            return _number(value, column)
        case "record":
            return term(book, value)
        case "records":
            return Markup(", ").join(term(book, one) for one in value)
        case "refs":
            return Markup(", ").join(term(book, book.record(f"{record.game}/{ref}")) for ref in value)
        case "texts":
            return Markup(", ").join(_prose(book, record, text) for text in value)
        case "flag":
            return Markup("Yes" if value else "")
        case "text":
            return _prose(book, record, value)
        case "formula":
            return formula(book, record)
        case _:
            return escape(str(value))


def formula(book: Book, record: Record) -> Markup:
    """A record's formula with the names of what it counts, as a reader would write it."""
    if not record["formula"]:
        return Markup()
    game = book.library.games[record.game]
    names = {one.id.replace("-", "_"): one.name for one in game if game.kinds[one.kind].number or one.kind in _COUNTED}
    text = str(record["formula"])
    limit = _AT_LEAST.fullmatch(text)
    words = re.sub(r"[a-z_]{2,}", lambda match: names.get(match[0], match[0]), limit[2] if limit else text)
    rounded = ", rounded down" if "//" in words else ""
    words = words.replace(" - ", " − ").replace(" * ", " × ").replace(" // ", " ÷ ")
    return escape(f"{words}{rounded}{f', at least {limit[1]}' if limit else ''}")


def _number(value: int, column: Column) -> Markup:
    text = show(value, "+") if column.signed and value else show(value)
    return Markup("{}\u202f{}").format(text, column.unit) if column.unit else escape(text)


def _prose(book: Book, record: Record, text: Any) -> Markup:
    return to_html(linked(book, str(text), record.game))
