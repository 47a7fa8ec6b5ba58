"""Every chance in the HTML is the engine's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any
from xml.etree.ElementTree import Element

import pytest

from engine.answer import percent
from engine.check import Check
from engine.errors import Refused
from engine.odds import odds
from engine.rulebook import Game
from tests.handbook import library
from tests.site.calls import calls
from tests.site.judge import answer, question
from tests.site.pages import Page, every, words


def part(roller: Element, name: str) -> str | None:
    """One part of what a roller's button says; None where it says nothing of the kind."""
    return next((words(element) for element in every(roller, "span", f"rb-roll__{name}")), None)


def test_every_button_says_what_the_engine_says(pages: list[Page]) -> None:
    wrong = []
    for page in pages:
        for roller in page.all("dice-roll"):
            shown = answer("preview", question(roller))
            drawn = [int(die.attrib["data-sides"]) for die in roller.iter() if "data-sides" in die.attrib]
            if "compact" in roller.attrib:
                said = (next(roller.iter("button")).get("aria-label", ""), drawn)
                right = shown["label"] in said[0] and (shown["against"] or "") in said[0] and drawn == shown["dice"][:1]
            else:
                said = (part(roller, "label"), part(roller, "against"), part(roller, "chance"), drawn)
                chance = shown["chance"] and " ".join(shown["chance"].split())
                right = said == (shown["label"], shown["against"] or None, chance, shown["dice"])
            if not right:
                wrong.append((page.address, roller.attrib, said, shown))

    assert wrong == []


def test_every_bar_shows_the_chance_of_its_row(pages: list[Page]) -> None:
    bars = 0
    for page in pages:
        for row in page.all("li", "rb-row"):
            for text in every(row, "span", "rb-bar__text"):
                chance = Fraction(answer("odds", question(next(row.iter("dice-roll"))))["success"])
                fill = next(every(row, "span", "rb-bar__fill")).attrib["style"]
                assert words(text) == _spaced(percent(chance)), (page.address, row.get("id"))
                width = float(fill.removeprefix("width:").removesuffix("%"))
                assert width == pytest.approx(float(chance) * 100, abs=0.01)
                bars += 1

    assert bars


def test_every_cell_of_every_table_of_odds(pages: list[Page]) -> None:
    tables = cells = 0
    for page in pages:
        asked = calls(page, "odds_table")
        shown = [table for table in page.all("table", "rb-odds") if "rb-compare" not in table.attrib["class"]]
        assert len(asked) == len(shown), page.address
        for (given, named), table in zip(asked, shown, strict=True):
            expected = [
                [_spaced(cell) for cell in line] for line in expect(library().games[page.game], *given, **named)
            ]
            found = [[words(cell) for cell in row.iter("td")] for row in next(table.iter("tbody")).iter("tr")]
            assert found == expected, (page.address, words(next(table.iter("caption"))))
            tables += 1
            cells += sum(map(len, found))

    assert tables
    assert cells > 10 * tables


def test_every_chance_in_prose(pages: list[Page]) -> None:
    for page in pages:
        for (check, *rest), named in calls(page, "chance"):
            inputs, with_ = _split({name: value for name, value in named.items() if name != "outcome"})
            found = odds(library().games[page.game], check, inputs, with_=with_)
            outcome = named.get("outcome", *rest) if "outcome" in named or rest else "success"
            chance = found.success if outcome == "success" else found.outcomes[outcome]
            assert _spaced(percent(chance)) in words(page.article), page.address


@dataclass(frozen=True, slots=True)
class Place:
    """One row or column of a table: what it adds to the question, or the outcome that it shows."""

    inputs: dict[str, Any] = field(default_factory=dict)
    outcome: str = ""


def expect(game: Game, name: str, rows: Any, columns: Any, show: str = "success", **named: Any) -> list[list[str]]:
    """The cells that a call of `odds_table` must give, asked of the engine one by one."""
    check = game.check(name)
    given = {name: value for name, value in named.items() if name not in ("caption", "folded")}
    across = list(axis(game, check, columns))
    table = [
        [ask(game, check, {**given, **row.inputs, **column.inputs}, column.outcome or show) for column in across]
        for row in axis(game, check, rows)
    ]
    # An outcome that never happens here has no column.
    kept = [
        at for at, place in enumerate(across) if not place.outcome or any(line[at] not in ("0", "—") for line in table)
    ]
    return [[line[at] for at in kept] for line in table]


def axis(game: Game, check: Check, given: Any) -> Iterator[Place]:
    """The places along one side of a table."""
    if given == "outcome":
        ends = (check.race.wins, check.race.loses) if check.race else check.outcomes
        yield from (Place(outcome=one) for one in dict.fromkeys(end.id for end in ends))
    elif isinstance(given, list):
        yield from (Place(one) for one in given)
    else:
        name, values = next(iter(given.items())) if isinstance(given, dict) else (given, None)
        declared = check.inputs[name.replace("_", "-")]
        yield from (Place({declared.id: value}) for value in values or everything(game, declared))


def everything(game: Game, declared: Any) -> list[Any]:
    """All values of an input that have a chance to show."""
    if declared.kind in ("record", "target"):
        return [record.id for record in game.of(declared.of) if not record["verdict"]]
    return list(declared.options) or list(range(declared.min, declared.max + 1))


def ask(game: Game, check: Check, given: dict[str, Any], show: str) -> str:
    """One cell."""
    inputs, with_ = _split(given)
    try:
        found = odds(game, check.id, inputs, with_=with_)
    except Refused:
        return "—"
    if show in found.amounts:
        return f"{float(sum(value * chance for value, chance in found.amounts[show].items())):.2f}"
    # What is thrown again has no chance.
    chance = found.success if show == "success" else found.outcomes.get(show, Fraction(0))
    return percent(chance).rstrip("%").strip()


def _split(given: dict[str, Any]) -> tuple[dict[str, Any], str]:
    return {n.replace("_", "-"): v for n, v in given.items() if n != "with_"}, given.get("with_", "")


def _spaced(text: str) -> str:
    return " ".join(text.split())
