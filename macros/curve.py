"""Curves: how a chance falls along one axis, a line for each situation, drawn as SVG at build."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from engine.answer import percent
from engine.errors import Refused
from engine.rulebook import Game
from macros.book import Book, MacroFault
from macros.chances import Place, axis, axis_name
from macros.plot import WIDTH, Box, labels, margin, path, ticks
from macros.shelf import block

MOST_LINES = 7
_TOLD = 6


def curve(
    book: Book,
    check: str,
    along: Any,
    lines: Any,
    caption: str,
    outcome: str = "success",
    game: str = "",
    names: Sequence[str] = (),
    height: int = 230,
    **inputs: Any,
) -> str:
    """A picture of chances: places from left to right as in `odds_table`, a line for each situation of `lines`.

    `names` says what the lines are called where their inputs do not; `game` is for pages that compare, and nothing is
    drawn where this handbook does not hold it. Raises MacroFault for more than seven.
    """
    if game and game not in book.library.games:
        return ""
    owner = book.named(game)
    asked = owner.check(check)
    across = list(axis(owner, asked, along))
    series = list(axis(owner, asked, lines))
    if len(series) > MOST_LINES or len(across) < 2:
        raise MacroFault(f"a curve takes 2 places or more and at most {MOST_LINES} lines")
    called = list(names) or [place.name for place in series]
    if len(called) != len(series):
        raise MacroFault(f"a curve with {len(series)} lines cannot have {len(called)} names")
    chances = [_line(book, owner, check, outcome, across, {**inputs, **place.inputs}) for place in series]
    # The name of the axis stands once, before the first name, where lines are bare numbers.
    head = axis_name(asked, lines)
    return block(
        "curve.j2",
        caption=caption,
        told=_told(called, across, chances),
        **_drawn(called, across, chances, height),
        over=axis_name(asked, along),
        head=head,
    )


def _line(
    book: Book, game: Game, check: str, outcome: str, across: Sequence[Place], inputs: Mapping[str, Any]
) -> list[Fraction | None]:
    def at(place: Place) -> Fraction | None:
        try:
            return book.chance(check, outcome, {**inputs, **place.inputs}, game)
        except Refused:
            return None

    return [at(place) for place in across]


def _drawn(
    names: Sequence[str], across: Sequence[Place], chances: Sequence[Sequence[Fraction | None]], height: int
) -> dict[str, Any]:
    box = Box(30, 10, WIDTH - margin(names), height - 34)
    last = len(across) - 1
    lines = [
        [(box.x(at, last), box.y(float(chance))) for at, chance in enumerate(line) if chance is not None]
        for line in chances
    ]
    return {
        "width": WIDTH,
        "height": height,
        "box": box,
        "grid": [(f"{share} %", box.y(share / 100)) for share in (0, 25, 50, 75, 100)],
        "ticks": [(across[at].rung or across[at].name, box.x(at, last)) for at in ticks(len(across))],
        "lines": [
            {"name": name, "path": path(line), "label": label, "point": point}
            for name, line, (label, point) in zip(names, lines, labels(lines, box), strict=True)
        ],
    }


def _told(names: Sequence[str], across: Sequence[Place], chances: Sequence[Sequence[Fraction | None]]) -> list[str]:
    """Each line in words, by a few of its places."""
    some = ticks(len(across), _TOLD)
    return [
        f"{name}: "
        + ", ".join(f"{across[at].name} {percent(chance)}" for at in some if (chance := line[at]) is not None)
        for name, line in zip(names, chances, strict=True)
    ]
