"""Free dice as a game: what is said of a throw, typed faces, and the shapes that scripts and pages rely on."""

from __future__ import annotations

import json
import random
from fractions import Fraction

import icepool
import pytest

from engine.answer import percent
from engine.errors import BadRequest
from engine.notation.answer import checks_answer, odds_answer, preview, read_answer, roll_answer

DICE = {
    "4d6kh3": ([6, 1, 3, 4], 13, ["kept", "dropped", "kept", "kept"], "4d6kh3: 6, 1, 3 and 4, the highest 3 keep 13"),
    "2d20kl1": ([7, 7], 7, ["kept", "dropped"], "2d20kl1: 7 and 7, the lowest keeps 7"),
    "3d6dl1": ([2, 5, 2], 7, ["kept", "kept", "dropped"], "3d6dl1: 2, 5 and 2, 7 without the lowest"),
    "3d6!": ([6, 6, 1, 2, 3], 18, ["exploded", "exploded", "kept", "kept", "kept"], "3d6!: 6+6+1, 2 and 3, sum 18"),
    "2d6r1": ([1, 1, 4, 2], 6, ["rerolled", "rerolled", "kept", "kept"], "2d6r1: 1→1→4 and 2, sum 6"),
    "2d6ro1": ([1, 1, 2], 3, ["rerolled", "kept", "kept"], "2d6ro1: 1→1 and 2, sum 3"),
    "2d10!>=8": ([10, 8, 3], 2, ["counted", "counted", "dropped"], "2d10!>=8: 10+8 and 3, 2 at least 8"),
    "d10!<=3": ([10, 3], 1, ["exploded", "counted"], "d10!<=3: 10+3, 1 at most 3"),
    "2d6=6": ([1, 2], 0, ["dropped", "dropped"], "2d6=6: 1 and 2, none showing 6"),
    "2d6!kh1": ([6, 1, 5], 7, ["exploded", "kept", "dropped"], "2d6!kh1: 6+1 and 5, the highest keeps 7"),
    "3d6kh2>=5": ([5, 6, 1], 2, ["counted", "counted", "dropped"], "3d6kh2>=5: 5, 6 and 1; kept 5 and 6, 2 at least 5"),
    "3d6dl1dh1": ([5, 6, 1], 5, ["kept", "dropped", "dropped"], "3d6dl1dh1: 5, 6 and 1; kept 5, sum 5"),
    "2df": ([-1, 1], 0, ["kept", "kept"], "2df: −1 and 1, sum 0"),
}


@pytest.mark.parametrize(("text", "read"), DICE.items())
def test_typed_faces_are_read_with_a_mark_for_each_die(text: str, read: tuple[list[int], int, list[str], str]) -> None:
    faces, total, marks, said = read
    answer = read_answer(text, None, {text: faces})
    assert answer["total"] == total
    assert [die["mark"] for die in answer["dice"]] == marks
    assert [step["text"] for step in answer["steps"]] == [said]


def test_a_mark_names_the_rule_that_made_it() -> None:
    answer = read_answer("4d6r1!kh2", None, {"4d6r1!kh2": [1, 6, 2, 3, 4, 5]})
    assert [die["by"] for die in answer["dice"]] == ["r1", "!", "kh2", "kh2", "kh2", "kh2"]


FACES = [
    ({}, "faces 2d6!", "nothing"),
    ({"2d6!": [1]}, "faces 2d6!", "1"),
    ({"2d6!": [6, 1]}, "faces 2d6!", "6, 1"),
    ({"2d6!": [1, 2, 3]}, "faces 2d6!", "1, 2, 3"),
    ({"2d6!": [7, 1]}, "faces 2d6!", "7"),
    ({"2d6!": [True, 1]}, "faces 2d6!", "True"),
    ({"2d6!": "12"}, "faces 2d6!", "12"),
    ({"d20": [3]}, "faces", "d20"),
    ({"2d6!": [1, 2], "2D6 !": [1, 2]}, "faces", "2D6 !"),
    ([1, 2], "faces", "[1, 2]"),
]


@pytest.mark.parametrize(("faces", "name", "shown"), FACES)
def test_faces_that_do_not_fit_are_refused(faces: object, name: str, shown: str) -> None:
    with pytest.raises(BadRequest) as caught:
        read_answer("2d6!", None, faces)  # type: ignore[arg-type]
    (complaint,) = caught.value.complaints
    assert (complaint.input, complaint.given) == (name, shown)


def test_equal_terms_share_their_faces_in_order() -> None:
    assert read_answer("2d6-2d6", None, {"2d6": [6, 5, 1, 2]})["total"] == 8


THROWN = (
    "7",
    "2d6",
    "4d6kh3+2",
    "6d10!>=8",
    "5d6r1!kh2",
    "4df*2",
    "-(2d6-3)*2/3",
    "2d6+2d6kh1",
    "100d1000!",
    "3d6ro<3",
)


def test_a_roll_is_read_again_as_the_same_answer() -> None:
    for seed, text in enumerate(THROWN):
        rolled = roll_answer(text, 5, random.Random(seed))
        assert read_answer(text, "5", json.loads(json.dumps(rolled["faces"]))) == rolled


def test_an_answer_has_the_shape_of_every_roll() -> None:
    answer = read_answer(" 4D6kh3 + 2", 15, {"4d6kh3": [6, 1, 3, 4]})
    assert {key: answer[key] for key in answer if key not in ("dice", "steps")} == {
        "game": "dice",
        "check": "4d6kh3+2",
        "inputs": {"notation": "4d6kh3+2", "target": 15},
        "with": [],
        "rulings": {},
        "faces": {"4d6kh3": [6, 1, 3, 4]},
        "total": 15,
        "target": 15,
        "margin": 0,
        "outcome": "success",
        "tone": "success",
        "success": True,
        "amounts": None,
        "follow_ups": [],
        "text": "4d6kh3 + 2 against 15: 15. Success, exactly enough.",
        "verdict": "Success, exactly enough",
        "title": "4d6kh3 + 2",
        "against": "15",
    }
    assert answer["steps"][-1]["text"] == "13 + 2 = 15 against 15"


def test_without_a_target_there_is_no_outcome() -> None:
    answer = read_answer("d4-d6", "none", {"d4": [1], "d6": [6]})
    assert [answer[key] for key in ("total", "target", "margin", "outcome", "success")] == [-5, None, None, None, None]
    assert answer["text"] == "d4 − d6: −5."
    assert "outcomes" not in odds_answer("d4-d6")


def test_odds_are_reduced_fractions() -> None:
    answer = odds_answer("2d2", "3")
    assert answer["total"] == {"2": "1/4", "3": "1/2", "4": "1/4"}
    assert answer["outcomes"] == {"success": "3/4", "failure": "1/4"}
    assert (answer["success"], answer["mean"], answer["inputs"]["target"]) == ("3/4", "3", 3)


@pytest.mark.parametrize("target", ["hard", "1.5", 10**9 + 1, True, [15], "1" * 500, "²"])
def test_a_target_that_is_none_is_refused(target: object) -> None:
    with pytest.raises(BadRequest, match="target: "):
        odds_answer("2d6", target)


PREVIEWS = {
    "4d6kh3": ("3–18", "12.24"),
    "2d6-d4": ("−2 to 11", "4.5"),
    "d6!": ("1 and up", "4.2"),
    "10-d6!": ("9 and down", "5.8"),
    "d6!-d6!": ("no bounds", "0"),
    "7": ("7", "7"),
}


@pytest.mark.parametrize(("text", "said"), PREVIEWS.items())
def test_a_preview_says_range_and_average(text: str, said: tuple[str, str]) -> None:
    found = preview(text)
    assert (found["range"], found["average"]) == said


def test_a_preview_says_chance_and_dice() -> None:
    found = preview("20d6+2*d8", 80)
    assert (found["label"], found["against"], found["dice"]) == ("20d6 + 2 × d8", "80", [6] * 12)
    success = Fraction((20 @ icepool.d6 + 2 * icepool.d8).probability(">=", 80))
    assert found["chance"] == percent(success)
    assert [outcome["chance"] for outcome in found["outcomes"]] == [percent(success), percent(1 - success)]


def test_the_check_declares_what_it_takes() -> None:
    (check,) = checks_answer()
    assert [declared["id"] for declared in check["inputs"]] == ["notation", "target"]
    assert [outcome["id"] for outcome in check["outcomes"]] == ["success", "failure"]
