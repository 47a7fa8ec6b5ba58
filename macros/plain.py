"""The page of a game that has rules and no pages: every record, every check with a roller and its odds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.check import Check
from engine.record import Kind
from macros.book import Book
from macros.chances import odds_table
from macros.form import full_roller, opposites
from macros.front import rulings_page
from macros.prose import to_html
from macros.reference import entries, ladder, table, track
from macros.shelf import block

_MOST = 9


def plain_page(title: str) -> str:
    """The whole page, as its author would have written it."""
    return f"---\ntitle: {title}\n---\n# {title}\n\n{{{{ plain() }}}}\n"


def plain(book: Book) -> str:
    """Everything that the page's game has: its core roll, its checks, then its records kind by kind."""
    game = book.game
    parts = [block("lead.j2", core=game.core, text=to_html(game.text or ""))]
    parts += [_check(book, game.check(record.id)) for record in game.of("check")]
    for kind in game.kinds.values():
        if kind.id not in {"check", "ruling"} and game.of(kind.id):
            parts.append(f"## {kind.plural} {{#kind-{kind.id}}}\n\n{_kind(book, kind)}")
    if game.of("ruling"):
        parts.append(rulings_page(book))
    return "\n\n".join(parts)


def _kind(book: Book, kind: Kind) -> str:
    if kind.track:
        return track(book, kind.id)
    if kind.ladder:
        return ladder(book, kind.id)
    return table(book, kind.id) if kind.layout == "table" else entries(book, kind.id, effects=True)


def _check(book: Book, check: Check) -> str:
    if check.race:
        return "\n\n".join([entries(book, "check", only=[check.id]), *_tables(book, check)])
    return "\n\n".join([full_roller(book, check.id), *_tables(book, check)])


def _tables(book: Book, check: Check) -> Iterator[str]:
    """How the check ends by its first input, and its success by that and by each that matters as much."""
    if not check.outcomes and not check.race:
        return
    axes = list(_axes(book, check))
    if axes:
        yield odds_table(book, check.id, rows=axes[0], columns="outcome", caption=f"{check.name}: how it ends")
    for columns in axes[1:3]:
        yield odds_table(book, check.id, rows=axes[0], columns=columns, caption=f"{check.name}: success")


def _axes(book: Book, check: Check) -> Iterator[Any]:
    pair = opposites(check) or ()
    if pair:
        yield [{}, *({one.id: 1} for one in pair)]
    for one in check.inputs.values():
        if one in pair:
            continue
        if one.kind in {"record", "target"} and len(book.game.of(one.of)) > 1:
            yield one.id
        elif one.kind == "number" and not one.excludes:
            yield {one.id: _around(one.min, one.max, one.default if isinstance(one.default, int) else one.min)}
        elif one.kind == "target":
            middle = one.default if isinstance(one.default, int) else 10
            yield {one.id: list(range(middle - 4, middle + 5, 2))}


def _around(low: int, high: int, usual: int) -> list[int]:
    """A few values near the usual one."""
    start = max(low, min(usual - 2, high - _MOST // 2))
    return list(range(start, min(high, start + _MOST // 2 + 1) + 1))
