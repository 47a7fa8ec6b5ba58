from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.answer import NARROW, checks_answer, odds_answer, percent, preview, roll_answer
from engine.check import TONES
from engine.errors import BadRequest
from engine.roll import adjudicate
from engine.rulebook import Game
from engine.schema import MARKS
from engine.setting import settle
from tests import brute
from tests.handbook import every_game, lamplighters, nexus
from tests.switches import bases


@given(st.fractions(0, 1))
@example(Fraction(1, 10**9))
@example(Fraction(10**9 - 1, 10**9))
@example(Fraction(1, 2000))
@example(Fraction(1999, 2000))
def test_a_percentage_is_never_0_or_100_unless_it_is(chance: Fraction) -> None:
    text = percent(chance).removesuffix(f"{NARROW}%")

    assert (chance == 0) == (text == "0")
    assert (chance == 1) == (text == "100")
    if text == "<0.1":
        assert 0 < chance <= Fraction(1, 2000)
    elif text == ">99.9":
        assert Fraction(1999, 2000) <= chance < 1
    else:
        assert abs(Fraction(text) / 100 - chance) <= Fraction(1, 2000)


@given(st.fractions(0, 1))
def test_a_percentage_has_a_tenth_unless_it_is_a_whole_number(chance: Fraction) -> None:
    assert ((chance * 100).denominator == 1) == ("." not in percent(chance))


@pytest.mark.parametrize(
    ("chance", "text"),
    [("0", "0 %"), ("1", "100 %"), ("1/2", "50 %"), ("9/40", "22.5 %"), ("1/3", "33.3 %"), ("2/3", "66.7 %"),
     ("1/2000", "<0.1 %"), ("1/1999", "0.1 %"), ("1999/2000", ">99.9 %"), ("1/216", "0.5 %")],
)  # fmt: skip
def test_percentages_as_they_are_printed(chance: str, text: str) -> None:
    assert text.replace(" ", NARROW) == percent(Fraction(chance))


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_every_chance_is_a_reduced_fraction_and_outcomes_sum_to_one(game: Game) -> None:
    for check in game.checks.values():
        for inputs in bases(check)[-1:]:
            answer = odds_answer(settle(game, check.id, inputs))
            for name in ("outcomes", "total", "reach"):
                assert all(str(Fraction(chance)) == chance for chance in answer.get(name, {}).values())
            if answer.get("outcomes"):
                assert sum(Fraction(chance) for chance in answer["outcomes"].values()) == 1
                expected = [outcome["id"] for outcome in _told(game, check.id) if outcome["id"] != "again"]
                assert sorted(expected) == sorted(answer["outcomes"])
            assert check.inputs.keys() == answer["inputs"].keys()


def _told(game: Game, check: str) -> list[dict[str, Any]]:
    (found,) = (answer for answer in checks_answer(game) if answer["check"] == check)
    outcomes: list[dict[str, Any]] = found["outcomes"]
    return outcomes


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_every_check_says_what_it_takes_and_gives(game: Game) -> None:
    for told in checks_answer(game):
        assert {"check", "name", "inputs", "outcomes", "amounts", "groups", "odds_only"} == told.keys()
        assert {outcome["tone"] for outcome in told["outcomes"]} <= set(TONES)
        for declared in told["inputs"]:
            assert {"id", "name", "kind", "default", "allowed"} == declared.keys()
            assert declared["allowed"]


def test_every_throw_of_a_check_is_answered_in_the_same_shape() -> None:
    setting = settle(lamplighters(), "wick", {"dice": 2, "blade": "d4"})
    for rolled, _ in brute.readings(setting):
        answer = roll_answer(rolled)
        assert rolled.lying == {group: tuple(faces) for group, faces in answer["faces"].items()}
        assert sum(map(len, rolled.lying.values())) == len(answer["dice"])
        assert {die["mark"] for die in answer["dice"]} <= set(MARKS)
        assert answer["outcome"] in {outcome["id"] for outcome in _told(lamplighters(), "wick")}
        assert answer["steps"]


def test_a_hit_beyond_the_ones_is_marked_and_the_lowest_are_cancelled_first() -> None:
    answer = roll_answer(adjudicate(settle(lamplighters(), "wick", {"dice": 3}), {"d6": [6, 1, 5]}))

    assert [(die["mark"], die["by"]) for die in answer["dice"]] == [("counted", ""), ("kept", ""), ("cancelled", "1")]


def test_exploded_dice_are_marked_link_by_link() -> None:
    answer = roll_answer(adjudicate(settle(lamplighters(), "spark"), {"flint": [10, 10, 3]}))

    assert [die["mark"] for die in answer["dice"]] == ["exploded", "exploded", "kept"]
    assert answer["total"] == 23


def test_what_a_check_does_not_have_is_null_in_a_roll() -> None:
    answer = roll_answer(adjudicate(settle(nexus(), "initiative", {"speed": 3}), {"d20": [12]}))

    assert answer["total"] == 15
    assert [answer[name] for name in ("target", "margin", "outcome", "tone", "success", "amounts")] == [None] * 6


def test_a_preview_tells_what_counts_and_the_chance_of_each_outcome() -> None:
    found = preview(nexus(), "attack", {"die": "d8", "attack": "ranged"}, "me:blinded,target:take-cover")

    assert found["title"] == "Attack (Ranged)"
    assert found["against"] == "Evasion 16"
    assert found["active"] == ["Blinded: Snag on your attacks", "Target Take Cover: +2 Evasion against ranged attacks"]
    assert [outcome["name"] for outcome in found["outcomes"]] == ["Critical hit", "Hit", "Miss", "Fumble"]


def test_a_preview_without_a_target_has_no_chance() -> None:
    found = preview(nexus(), "skill-test", {"target": "none"})

    assert found["chance"] is None
    assert found["against"] == ""
    assert found["outcomes"] == []


@pytest.mark.parametrize(
    ("inputs", "label"),
    [({}, "d20"), ({"die": "d6", "edge": 1, "modifier": 2}, "d20 Edge + d6 + 2"), ({"die": "auto-fail"}, "no dice"),
     ({"die": "2d8", "snag": 1, "modifier": -2}, "d20 Snag + 2d8 − 2")],
)  # fmt: skip
def test_a_label_names_the_dice_and_what_is_added(inputs: dict[str, Any], label: str) -> None:
    assert label == preview(nexus(), "skill-test", inputs)["label"]


def test_a_pool_of_many_dice_is_drawn_by_a_few() -> None:
    assert len(preview(lamplighters(), "wick", {"dice": 3})["dice"]) == 3


def test_a_complaint_names_input_given_and_allowed() -> None:
    with pytest.raises(BadRequest) as caught:
        settle(lamplighters(), "wick", {"dice": 4, "blade": "d4", "edgewise": 1})

    assert {"dice"} <= {complaint.input for complaint in caught.value.complaints}
    with pytest.raises(BadRequest, match="one of the two"):
        settle(lamplighters(), "wick", {"blade": "d4", "edgewise": 1})
