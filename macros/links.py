"""Links by record id: `[[kind/id]]` and `[[kind/id|words]]` become links to the record's entry."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

from macros.book import Book, Goal, MacroFault

_LINK = re.compile(r"\[\[([\w-]+(?:/[\w-]+){1,2})(?:\|([^\]\n]+))?\]\]")


def term(book: Book, goal: Goal, words: str = "") -> Markup:
    """The name of a record or kind, or other words for it, as a link to its entry."""
    return Markup('<a class="rb-term" href="{}" data-entry="{}">{}</a>').format(
        book.link(goal), goal.path, words or goal.name
    )


def linked(book: Book, text: str, owner: str = "") -> str:
    """Markdown with its links by record id resolved; `owner` is the game of the text's record.

    Raises MacroFault for an id that no record has.
    """

    def replace(match: re.Match[str]) -> str:
        ref = match[1] if match[1].count("/") == 2 or not owner else f"{owner}/{match[1]}"
        return str(term(book, book.goal(ref), match[2] or ""))

    return _LINK.sub(replace, text)


def linked_page(book: Book, text: str) -> str:
    """A page's Markdown with its links by record id resolved; those that lead nowhere are noted with their line."""

    def replace(match: re.Match[str]) -> str:
        try:
            return str(term(book, book.goal(match[1]), match[2] or ""))
        except MacroFault as fault:
            book.note(text.count("\n", 0, match.start()) + 1, fault)
            return str(escape(match[0]))

    return _LINK.sub(replace, text)
