from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import bridge
from engine.bridge import LONGEST, handle, open_library
from engine.loader import compile_library
from tests.handbook import DOCS
from tests.strategies import json_values
from tests.test_dice import Script

NEXUS = {"game": "essence-nexus"}
TEST = {**NEXUS, "check": "skill-test"}
ASKS = ("games", "checks", "odds", "roll", "read", "preview", "derive")


@pytest.fixture(autouse=True)
def _as_in_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test begins without an open library and leaves none behind."""
    monkeypatch.setattr(bridge, "_opened", list(bridge._opened))


def ask(request: object, *faces: int) -> dict[str, Any]:
    """The answer to a request; the source of randomness has the given faces and no more."""
    text = request if isinstance(request, str) else json.dumps(request)
    answer = json.loads(handle(text, Script(*faces)))
    assert isinstance(answer, dict)
    return answer


def right(request: object, *faces: int) -> Any:
    answer = ask(request, *faces)
    assert list(answer) == ["ok", "answer"]
    assert answer["ok"] is True
    return answer["answer"]


def wrong(request: object) -> dict[str, Any]:
    answer = ask(request)
    assert answer["ok"] is False
    assert list(answer) == ["ok", "faults", "text"]
    assert answer["text"]
    for fault in answer["faults"]:
        assert list(fault) == ["input", "given", "allowed", "text"]
        assert len(fault["given"]) <= 60
    return answer


def test_games_are_listed_with_their_core_roll_and_main_check() -> None:
    games = {game["id"]: game for game in right({"ask": "games"})}

    assert (games["essence-nexus"]["title"], games["essence-nexus"]["check"]) == ("Essence Nexus", "skill-test")
    assert games["essence-nexus"]["core"]


def test_checks_are_listed_with_inputs_outcomes_and_groups() -> None:
    checks = {check["check"]: check for check in right({"ask": "checks", **NEXUS})}

    assert {"skill-test", "attack", "cast", "crossing", "dying-test", "dying", "initiative"} == checks.keys()
    assert checks["attack"]["groups"] == ["d20", "skill"]
    assert [outcome["id"] for outcome in checks["attack"]["outcomes"]] == ["critical", "hit", "miss", "fumble"]
    assert [outcome["success"] for outcome in checks["attack"]["outcomes"]] == [True, True, False, False]
    assert checks["dying"]["odds_only"]
    assert "damage" in checks["attack"]["amounts"]


def test_odds_have_the_shape_that_scripts_rely_on() -> None:
    answer = right({"ask": "odds", **TEST, "inputs": {"die": "d6", "target": "hard"}})

    assert list(answer) == ["game", "check", "inputs", "with", "rulings", "outcomes", "success", "total"]
    assert (answer["inputs"]) == {
        "skill": "none",
        "die": "d6",
        "edge": 0,
        "snag": 0,
        "shift": 0,
        "modifier": 0,
        "target": "hard",
    }
    assert answer["outcomes"] == {"critical": "7/120", "success": "1/6", "failure": "31/40", "fumble": "0"}
    assert answer["success"] == "9/40"
    assert sum(Fraction(chance) for chance in answer["total"].values()) == 1


def test_odds_without_a_target_give_the_chance_of_each_row() -> None:
    answer = right({"ask": "odds", **TEST, "inputs": {"target": "none"}})

    assert "reach" in answer
    assert "outcomes" not in answer
    assert "success" not in answer
    assert answer["inputs"]["target"] == "none"


def test_a_check_with_a_total_only_has_no_outcomes_to_tell() -> None:
    answer = right({"ask": "odds", **NEXUS, "check": "initiative"})

    assert answer["outcomes"] == {}
    assert "success" not in answer


def test_with_and_rulings_are_said_back_as_they_count() -> None:
    request = {"ask": "odds", **TEST, "with": "me:poisoned, me:deafened?not-hearing", "rulings": "fumble:natural-1"}
    answer = right(request)

    assert answer["with"] == ["me:poisoned", "me:deafened?not-hearing"]
    assert answer["rulings"] == {"fumble": "natural-1"}


def test_with_and_rulings_may_be_a_list_and_a_table() -> None:
    one = right({"ask": "odds", **TEST, "with": ["me:poisoned"], "rulings": {"fumble": "natural-1"}})
    other = right({"ask": "odds", **TEST, "with": "me:poisoned", "rulings": "fumble:natural-1"})

    assert one == other


def test_a_roll_throws_with_the_source_it_is_given() -> None:
    answer = right({"ask": "roll", **TEST, "inputs": {"die": "d6", "edge": 1, "target": "hard"}}, 14, 9, 5)

    assert answer["faces"] == {"d20": [14, 9], "skill": [5]}
    assert tuple(answer[name] for name in ("total", "target", "margin", "outcome", "tone", "success")) == (
        19,
        20,
        -1,
        "failure",
        "failure",
        False,
    )


def test_a_roll_has_the_shape_that_pages_rely_on() -> None:
    answer = right({"ask": "roll", **NEXUS, "check": "attack", "inputs": {"die": "d6"}}, 20, 6)

    assert {
        "game", "check", "inputs", "with", "rulings", "faces", "dice", "total", "target", "margin", "outcome", "tone",
        "success", "amounts", "steps", "follow_ups", "text", "verdict", "title", "against",
    } == answer.keys()  # fmt: skip
    assert {"group", "sides", "face", "mark", "by"} == answer["dice"][0].keys()
    assert {"text", "source"} == answer["steps"][0].keys()
    assert answer["amounts"] == {"damage": 3}


def test_the_dice_that_lie_there_are_read_as_they_would_have_been_rolled() -> None:
    inputs = {"die": "2d8", "snag": 1, "target": 12}
    rolled = right({"ask": "roll", **TEST, "inputs": inputs}, 14, 9, 5, 8)

    assert rolled == right({"ask": "read", **TEST, "inputs": inputs, "faces": rolled["faces"]})


def test_a_roll_without_a_target_names_the_highest_row_it_meets() -> None:
    answer = right({"ask": "read", **TEST, "inputs": {"target": "none"}, "faces": {"d20": [17]}})

    assert answer["reaches"] == "moderate"
    assert [answer[name] for name in ("outcome", "tone", "success", "margin", "amounts")] == [None] * 5


def test_a_follow_up_throws_on_from_the_faces_that_lie_there() -> None:
    request = {"ask": "roll", **TEST, "faces": {"d20": [3]}, "follow": "push"}
    answer = right(request, 18)

    assert answer["faces"] == {"d20": [18]}
    assert answer["text"].startswith("Push: ")
    assert answer["follow_ups"] == []


def test_a_follow_up_is_not_offered_once_it_is_used() -> None:
    lost = {**TEST, "faces": {"d20": [3]}}

    assert [offer["id"] for offer in right({"ask": "read", **lost})["follow_ups"]] == ["push"]
    assert right({"ask": "read", **lost, "used": ["push"]})["follow_ups"] == []
    wrong({"ask": "roll", **lost, "follow": "push", "used": ["push"]})


def test_a_preview_says_what_the_button_shows() -> None:
    answer = right({"ask": "preview", **TEST, "inputs": {"die": "d6", "target": "hard"}, "with": "me:poisoned"})

    assert answer["against"] == "Hard 20"
    assert answer["dice"] == [20, 20, 6]
    assert answer["active"] == ["Poisoned: Snag on every test"]
    assert [outcome["id"] for outcome in answer["outcomes"]] == ["critical", "success", "failure", "fumble"]
    assert answer["chance"].endswith("%")


def test_a_derived_value_is_worked_out_from_a_character() -> None:
    answer = right({"ask": "derive", **NEXUS, "value": "defence/evasion", "numbers": {"speed": 6}, "with": "me:large"})

    assert answer["number"] == 15


def test_the_browser_opens_the_rules_once_and_is_answered_from_them() -> None:
    before = right({"ask": "odds", **TEST})
    open_library(compile_library(DOCS))

    assert before == right({"ask": "odds", **TEST})


def test_the_rules_that_were_opened_are_the_only_ones() -> None:
    open_library('{"games": {}}')

    assert "chess" in wrong({"ask": "odds", "game": "chess", "check": "x"})["text"]
    assert [game["id"] for game in right({"ask": "games"}) if game["id"] != "dice"] == []


@pytest.mark.parametrize(
    "request_", ["", "null", "[]", "7", '"odds"', "{", "odds", "{'ask': 'odds'}", '{"ask"}', "NaN"]
)
def test_what_is_no_json_object_gets_one_sentence(request_: str) -> None:
    assert "\n" not in wrong(request_)["text"]


@pytest.mark.parametrize("request_", ["x" * 2**20, json.dumps({"ask": "odds", "with": "me:blinded," * 100_000}),
                                      "[" * 2**20, "9" * 2**20])  # fmt: skip
def test_a_megabyte_gets_one_sentence(request_: str) -> None:
    answer = wrong(request_)

    assert [f"{len(request_)} characters"] == [fault["given"] for fault in answer["faults"]]


@pytest.mark.parametrize("depth", [10, 100, 900, 990, 1000, 1100, LONGEST // 2 - 50])
@pytest.mark.parametrize("field", ["ask", "game", "inputs", "with", "rulings", "faces", "die"])
def test_what_nests_deeply_gets_one_sentence(depth: int, field: str) -> None:
    nest = "[" * depth + "]" * depth
    inside = f'"inputs": {{"die": {nest}}}' if field == "die" else f'"{field}": {nest}'

    wrong(f'{{"ask": "odds", "game": "essence-nexus", "check": "skill-test", {inside}}}')


@pytest.mark.parametrize(
    ("change", "input_", "given"),
    [
        ({"ask": "dance"}, "ask", "dance"),
        ({"ask": None}, "ask", "None"),
        ({"ask": ["odds"]}, "ask", "['odds']"),
        ({"game": "chess"}, "game", "chess"),
        ({"game": 7}, "game", "7"),
        ({"check": "skil-test"}, "check", "skil-test"),
        ({"check": None}, "check", "None"),
        ({"inputs": []}, "inputs", "[]"),
        ({"inputs": None}, "inputs", "None"),
        ({"inputs": {"dye": "d6"}}, "dye", "d6"),
        ({"inputs": {"die": "d7"}}, "die", "d7"),
        ({"inputs": {"die": 6}}, "die", "6"),
        ({"inputs": {"die": "none"}}, "die", "none"),
        ({"inputs": {"edge": -1}}, "edge", "-1"),
        ({"inputs": {"edge": 13}}, "edge", "13"),
        ({"inputs": {"edge": 10**9}}, "edge", "1000000000"),
        ({"inputs": {"edge": 1.0}}, "edge", "1.0"),
        ({"inputs": {"edge": True}}, "edge", "True"),
        ({"inputs": {"edge": "1e3"}}, "edge", "1e3"),
        ({"inputs": {"modifier": 51}}, "modifier", "51"),
        ({"inputs": {"shift": -13}}, "shift", "-13"),
        ({"inputs": {"target": 101}}, "target", "101"),
        ({"inputs": {"target": "harder"}}, "target", "harder"),
        ({"inputs": {"skill": "juggling"}}, "skill", "juggling"),
        ({"with": 7}, "with", "7"),
        ({"with": [7]}, "with", "[7]"),
        ({"with": "me:blnded"}, "with", "me:blnded"),
        ({"rulings": []}, "rulings", "[]"),
        ({"rulings": "fumble:never"}, "ruling fumble", "never"),
        ({"faces": []}, "faces", "[]"),
        ({"used": "push"}, "used", "push"),
        ({"used": [1]}, "used", "[1]"),
        ({"seed": 1}, "seed", "1"),
    ],
)
def test_a_wrong_request_names_the_input_and_what_was_given(change: dict[str, Any], input_: str, given: str) -> None:
    (fault,) = wrong({"ask": "odds", **TEST, **change})["faults"]

    assert (input_, given) == (fault["input"], fault["given"])
    assert fault["allowed"]


@pytest.mark.parametrize(
    "faces",
    [{}, {"d20": []}, {"d20": [0]}, {"d20": [21]}, {"d20": [1, 2]}, {"d20": "14"}, {"d20": [14.0]}, {"d20": [True]},
     {"d20": [14], "skill": [1]}, {"d6": [1]}, {"d20": [14], "x": []}, {"d20": [10**30]}, {"d20": [None]},
     {"d20": [1] * 5000}],
)  # fmt: skip
def test_faces_that_this_roll_does_not_throw_are_refused(faces: dict[str, Any]) -> None:
    assert wrong({"ask": "read", **TEST, "faces": faces})["faults"]


def test_all_that_is_wrong_with_the_inputs_is_told_at_once() -> None:
    request = {"ask": "odds", **TEST, "inputs": {"die": "d7", "edge": 99, "nope": 1, "modifier": 3}}

    assert [fault["input"] for fault in wrong(request)["faults"]] == ["die", "edge", "nope"]


def test_what_the_rules_refuse_is_told_in_their_sentence() -> None:
    answer = wrong({"ask": "roll", **NEXUS, "check": "attack", "with": "me:stunned"})

    assert answer["faults"] == []
    assert "You can take no actions." in answer["text"]


def test_a_race_cannot_be_rolled() -> None:
    assert "dying-test" in wrong({"ask": "roll", **NEXUS, "check": "dying"})["text"]


FIELDS = ("ask", "game", "check", "inputs", "with", "rulings", "faces", "follow", "used", "value", "numbers")


def requests() -> st.SearchStrategy[dict[str, Any]]:
    """A sound request with some of its fields replaced by anything at all, also inside its tables."""
    sound = st.fixed_dictionaries(
        {"ask": st.sampled_from(ASKS), "game": st.sampled_from(("essence-nexus", "dice")),
         "check": st.sampled_from(("skill-test", "attack", "cast", "crossing", "dying", "initiative", "2d6"))},
    )  # fmt: skip
    inside = st.dictionaries(
        st.sampled_from(("die", "edge", "skill", "target", "attack", "d20", "fumble", "critical-damage", "speed"))
        | st.text(max_size=5),
        json_values(),
        max_size=3,
    )
    anything = st.dictionaries(st.sampled_from(FIELDS) | st.text(max_size=5), json_values() | inside, max_size=3)
    return st.builds(lambda one, other: {**one, **other}, sound, anything)


class Endless:
    """A source that always has the lowest face."""

    def randrange(self, start: int, stop: int) -> int:
        return start


@settings(max_examples=400)
@given(requests())
def test_whatever_is_asked_there_is_one_answer(request: dict[str, Any]) -> None:
    """An answer, or what is wrong in a sentence; JSON either way, and never an exception."""
    answer = json.loads(handle(json.dumps(request), Endless()))

    assert answer["ok"] in (True, False)
    assert ("answer" in answer) == answer["ok"]
    assert answer["ok"] or answer["text"]


@settings(max_examples=200)
@given(json_values() | st.text(max_size=60))
def test_whatever_text_comes_there_is_one_answer(value: Any) -> None:
    for text in (json.dumps(value), str(value)):
        answer = handle(text, Endless())
        assert isinstance(json.loads(answer)["ok"], bool)
        answer.encode()


def test_nothing_that_was_asked_changes_the_next_answer() -> None:
    before = handle(json.dumps({"ask": "odds", **TEST}))
    for change in ({"rulings": "fumble:natural-1"}, {"with": "me:poisoned"}, {"inputs": {"die": "d12"}}, {"game": "x"}):
        handle(json.dumps({"ask": "odds", **TEST, **change}))

    assert before == handle(json.dumps({"ask": "odds", **TEST}))


@pytest.mark.parametrize("notation", ["1000000000d6", "1d1000000000", "(" * 9000, "d6!" * 4000, "9" * 15_000 + "d6"])
def test_dice_without_end_get_one_sentence(notation: str) -> None:
    wrong({"ask": "odds", "game": "dice", "check": notation})
