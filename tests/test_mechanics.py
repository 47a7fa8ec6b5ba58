"""Trials and tests of 2d6 in each position of their switches, held against odds computed without the engine."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from pathlib import Path

import icepool
import pytest

from engine.followup import offers
from engine.loader import load_game
from engine.odds import odds
from engine.roll import adjudicate
from engine.rulebook import Game
from engine.setting import settle

DOCS = Path(__file__).parent.parent / "docs"
GAMES = ("edge-and-strain", "rolling-and-resolving", "d20-pool")


@cache
def game(name: str) -> Game:
    return load_game(DOCS / name)


def positions(name: str, *rulings: str) -> list[dict[str, str]]:
    """Every position of some switches of a game together."""
    readings = [game(name).record(f"ruling/{ruling}")["readings"] for ruling in rulings]
    return [dict(zip(rulings, taken, strict=True)) for taken in product(*readings)]


# Edge & Strain: 2d10, or two of three, and hero dice.


def d10s(advantage: int) -> icepool.Die[int]:
    die = icepool.d(10)
    return die.highest(3, 2) if advantage > 0 else die.lowest(3, 2) if advantage < 0 else 2 @ die


@pytest.mark.parametrize("rulings", positions("edge-and-strain", "trial-compare", "edge-strain"))
@pytest.mark.parametrize(("edge", "strain"), [(0, 0), (5, 0), (0, 1), (1, 1), (3, 1), (1, 12)])
@pytest.mark.parametrize(("hero", "modifier", "target"), [(0, 0, 15), (3, 0, 22), (12, -5, 50), (1, 2, 2)])
def test_trial(rulings: dict[str, str], edge: int, strain: int, hero: int, modifier: int, target: int) -> None:
    advantage = edge - strain if rulings["edge-strain"] == "net" or not (edge and strain) else 0
    total = d10s(advantage) + hero @ icepool.d(6) + modifier if hero else d10s(advantage) + modifier
    sign = ">=" if rulings["trial-compare"] == "ge" else ">"
    inputs = {"edge": edge, "strain": strain, "hero": hero, "modifier": modifier, "target": target}
    found = odds(game("edge-and-strain"), "trial", inputs, rulings=rulings)
    assert found.success == Fraction(total.probability(sign, target))
    assert found.total == {number: Fraction(total.probability(number)) for number in total.outcomes()}


def test_trial_figures_of_the_text() -> None:
    edge_and_three = odds(game("edge-and-strain"), "trial", {"edge": 1, "hero": 3}).total
    assert (min(edge_and_three), max(edge_and_three)) == (5, 38)
    five = odds(game("edge-and-strain"), "trial", {"edge": 5})
    assert five == odds(game("edge-and-strain"), "trial", {"edge": 1})


def spending(hero: int, target: int, timing: str) -> dict[str, Fraction | None]:
    setting = settle(game("edge-and-strain"), "trial", {"hero": hero, "target": target}, "", {"hero-timing": timing})
    faces = {"d10": [5, 4], **({"hero-dice": [2] * hero} if hero else {})}
    return {offer.record.id: offer.chance for offer in offers(adjudicate(setting, faces))}


def test_hero_dice_after_the_d10s() -> None:
    twins = {
        name: Fraction((dice @ icepool.d(6)).probability(">=", 5))
        for dice, name in enumerate(("one", "two", "three"), 1)
    }
    assert spending(0, 14, "at-once") == {f"spend-{name}": chance for name, chance in twins.items()}
    assert spending(0, 9, "at-once") == spending(2, 14, "at-once") == spending(0, 14, "before-roll") == {}
    assert spending(2, 18, "one-by-one") == {"spend-one": Fraction(1, 3)}
    assert spending(12, 100, "one-by-one") == {}


# Rolling & Resolving: 2d6, two natural verdicts, standing.


def resolve(throw: tuple[int, int], skill: int, target: int, rulings: dict[str, str]) -> str:
    natural, reached = sum(throw), sum(throw) + skill >= target
    if natural == 12 and (reached or rulings["natural-twelve"] == "auto"):
        return "free"
    if natural == 2 and (not reached or rulings["natural-two"] == "auto"):
        return "failure-extra"
    return "paid" if reached else "failure"


@pytest.mark.parametrize(
    "rulings",
    positions("rolling-and-resolving", "natural-twelve", "natural-two", "standing-clamp", "success-cost"),
)
@pytest.mark.parametrize("standing", [-3, 0, 1, 3])
@pytest.mark.parametrize(("rating", "bought", "target"), [(2, False, 9), (8, True, 6), (0, True, 18), (6, False, 12)])
def test_resolving(rulings: dict[str, str], standing: int, rating: int, bought: bool, target: int) -> None:
    moved = target - 3 * standing
    if rulings["standing-clamp"] == "bands":
        moved = max(6, min(18, moved))
    skill = rating + 2 * bought
    counts = Counter(resolve(throw, skill, moved, rulings) for throw in product(range(1, 7), repeat=2))
    inputs = {"rating": rating, "buy-in": bought, "standing": standing, "target": target}
    found = odds(game("rolling-and-resolving"), "test", inputs, rulings=rulings)
    assert found.outcomes == {word: Fraction(counts[word], 36) for word in found.outcomes}


@pytest.mark.parametrize("bonus", [0, 2, 10])
def test_what_buy_in_is_worth(bonus: int) -> None:
    book = game("rolling-and-resolving")
    bought = odds(book, "test", {"buy-in": True, "target": 14}, rulings={"buy-in-bonus": bonus})
    assert bought.outcomes == odds(book, "test", {"target": 14 - bonus}).outcomes


def test_attribute_and_proficiency_make_the_rating() -> None:
    book = game("rolling-and-resolving")
    assert odds(book, "test", {"attribute": 3}) == odds(book, "test", {"rating": 3})
    assert odds(book, "test", {"attribute": 3, "proficient": True}) == odds(book, "test", {"rating": 5})


def test_standing_against_an_unknown_band() -> None:
    book = game("rolling-and-resolving")
    reach = odds(book, "test", {"target": "none", "standing": 1}).reach
    assert reach == {row.id: odds(book, "test", {"target": row["target"] - 3}).success for row in book.of("band")}


def test_numbers_that_stand_twice_agree() -> None:
    book = game("rolling-and-resolving")
    bands = [row["target"] for row in book.of("band")]
    let = {name: expression.text for name, expression in book.check("test").let.items()}
    assert [let["lowest"], let["highest"]] == [str(bands[0]), str(bands[-1])]
    assert {high - low for low, high in pairwise(bands)} == {book.rulings["standing-points"]}
    assert book.record("number/proficiency")["max"] == book.rulings["proficiency-bonus"]
    for example in book.of("standing-example"):
        shifted = example["band"]["target"] - book.rulings["standing-points"] * example["standing"]
        assert shifted == example["becomes"]["target"]
    for attribute in book.of("attribute"):
        assert all(skill["attribute"] == attribute for skill in attribute["skills"])
    assert sum(len(attribute["skills"]) for attribute in book.of("attribute")) == len(book.of("skill")) == 16


@pytest.mark.parametrize("name", GAMES)
def test_every_h_ruling_of_a_check_is_a_switch(name: str) -> None:
    text = "".join(file.read_text("utf8") for file in (DOCS / name / "rules").glob("*.toml"))
    for ruling in game(name).of("ruling"):
        if ruling["rank"] == "H":
            assert f"ruling('{ruling.id}')" in text
