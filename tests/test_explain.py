from __future__ import annotations

from typing import Any

import pytest

from engine.answer import roll_answer
from engine.explain import against, dice, explain, label, reached, sentence, title, verdict
from engine.roll import Rolled, adjudicate
from engine.rulebook import Game
from engine.setting import settle
from tests import brute
from tests.handbook import every_game, lamplighters, library, nexus
from tests.switches import bases


def read(
    check: str, inputs: dict[str, Any], faces: dict[str, list[int]], with_: str = "", rulings: str = "",
    game: Game | None = None,
) -> Rolled:  # fmt: skip
    return adjudicate(settle(game or nexus(), check, inputs, with_, rulings), faces)


def steps(rolled: Rolled) -> list[str]:
    return [step.text for step in explain(rolled)]


def test_the_steps_lead_from_the_dice_to_the_sum() -> None:
    rolled = read("skill-test", {"die": "d6", "edge": 1, "target": "hard"}, {"d20": [14, 9], "skill": [5]})

    assert steps(rolled) == ["d20: 14 and 9, Edge keeps 14", "d6: 5", "14 + 5 = 19 against Hard 20"]


def test_what_was_counted_and_what_cancelled_is_said_first() -> None:
    rolled = read(
        "attack", {"die": "d6", "shift": -1, "modifier": 2}, {"d20": [8], "skill": [3]}, "me:blinded,target:asleep"
    )

    assert steps(rolled) == [
        "Target Asleep: Edge on attacks against you",
        "Blinded: Snag on your attacks",
        "Edge and Snag cancel: one d20",
        "Shift −1: d6 becomes d4",
        "Modifier +2",
        "d20: 8",
        "d4: 3",
        "8 + 3 + 2 = 13 against Evasion 14",
    ]


def test_a_surplus_of_edge_is_said_under_its_ruling() -> None:
    rolled = read("skill-test", {"edge": 2, "snag": 1}, {"d20": [3, 4]}, rulings="edge-snag:net")

    assert "Edge 2 against Snag 1: Edge is left" in steps(rolled)


def test_a_step_without_dice_is_said_and_adds_up_nothing() -> None:
    rolled = read("skill-test", {"die": "auto-success"}, {})

    assert steps(rolled) == ["Auto Success: no dice are thrown"]
    assert verdict(rolled) == "Success"


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_every_step_of_every_check_has_the_record_it_comes_from(game: Game) -> None:
    """The lowest throw and the highest of each check; sources are whole ids, so that a page can link them."""
    paths = {record.path for record in game} | {check.path for check in game.checks.values()}
    for check in game.checks.values():
        if check.race:
            continue
        for inputs in bases(check)[-1:]:
            setting = settle(game, check.id, inputs)
            for pick in ("lowest", "highest"):
                faces = {
                    name: [getattr(pool, pick) for pool in one.group.pools for _ in range(pool.count)]
                    for name, one in setting.thrown.items()
                    if not any(pool.explodes for pool in one.group.pools) or pick == "lowest"
                }
                if faces.keys() == setting.thrown.keys():
                    rolled = adjudicate(setting, faces)
                    assert {step.source for step in explain(rolled)} <= paths
                    assert all(step.text.strip() for step in explain(rolled))


@pytest.mark.parametrize(
    ("faces", "words"),
    [
        ([20, 4], "Success, over by 4"),
        ([16, 4], "Success, exactly enough"),
        ([15, 4], "Failure, short by 1"),
        ([1, 1], "Failure, short by 18"),
        ([18, 6], "Critical success, over by 4"),
    ],
)
def test_a_verdict_says_its_margin(faces: list[int], words: str) -> None:
    rolled = read("skill-test", {"die": "d6", "target": "hard"}, {"d20": [faces[0]], "skill": [faces[1]]})

    assert words == verdict(rolled)


def test_a_verdict_against_its_margin_says_no_margin() -> None:
    """A critical that need not succeed, a fumble that would have: the number would only confuse."""
    critical = read("skill-test", {"die": "d2", "target": "hard"}, {"d20": [1], "skill": [2]},
                    rulings="critical-requires-success:no")  # fmt: skip
    fumble = read("skill-test", {"target": -5}, {"d20": [1]}, rulings="fumble:natural-1")

    assert verdict(critical) == "Critical success"
    assert verdict(fumble) == "Fumble"


def test_without_a_target_a_verdict_is_the_row_that_is_met() -> None:
    assert verdict(read("skill-test", {"target": "none"}, {"d20": [12]})) == "Reaches Easy"
    assert verdict(read("skill-test", {"target": "none"}, {"d20": [2]})) == "Reaches no difficulty"


@pytest.mark.parametrize("face", range(1, 21))
def test_the_row_that_is_met_is_the_highest_not_above_the_total(face: int) -> None:
    row = reached(read("skill-test", {"target": "none", "modifier": 12}, {"d20": [face]}))
    below = [one.id for one in nexus().of("difficulty") if one["dif"] <= face + 12]

    assert row is not None
    assert below[-1] == row.id


def test_a_sentence_says_it_all() -> None:
    hit = read("attack", {"die": "d6", "attack": "ranged"}, {"d20": [14], "skill": [6]})
    test = read("skill-test", {"die": "d6", "target": "hard"}, {"d20": [14], "skill": [5]})

    assert sentence(hit) == "Attack (Ranged) against Evasion 14: 20. Critical hit, over by 6; damage 3."
    assert sentence(test) == "Skill Test against Hard 20: 19. Failure, short by 1."


def test_a_target_is_named_by_its_row_or_by_what_it_stands_for() -> None:
    game = nexus()

    assert against(settle(game, "skill-test", {"target": "hard"})) == "Hard 20"
    assert against(settle(game, "skill-test", {"target": 20})) == "Hard 20"
    assert against(settle(game, "skill-test", {"target": 17})) == "17"
    assert against(settle(game, "attack")) == "Evasion 14"
    assert against(settle(game, "attack", {"attack": "social"})) == "Cleverness 14"
    assert against(settle(game, "crossing", {"door": "wild"})) == "Wild tear 20"
    assert against(settle(game, "skill-test", {"target": "none"})) == ""
    assert against(settle(game, "initiative")) == ""


def test_a_contest_is_told_with_both_sides() -> None:
    rolled = read("brawl", {}, {"fist": [3, 3, 4], "their-fist": [2, 4]}, game=lamplighters())

    assert "10. Win, over by 8" in sentence(rolled)
    assert "against 2" in sentence(rolled)


def test_kept_and_dropped_dice_are_marked_with_what_did_it() -> None:
    rolled = read("skill-test", {"snag": 1}, {"d20": [14, 9]})

    assert [(die["mark"], die["by"]) for die in dice(rolled)] == [("dropped", "Snag"), ("kept", "Snag")]


@pytest.mark.parametrize("inputs", [{"edge": 1}, {"snag": 1}, {}])
def test_of_the_d20s_one_is_kept_in_every_throw(inputs: dict[str, int]) -> None:
    for rolled, _ in brute.readings(settle(nexus(), "skill-test", inputs)):
        marks = [die["mark"] for die in dice(rolled)]
        assert marks.count("kept") == 1
        assert len(marks) - 1 == marks.count("dropped")


def test_the_sum_shown_is_the_total_in_every_throw() -> None:
    """The line of the sum ends in the total that the verdict read; the dice are never added up twice."""
    for rolled, _ in brute.readings(settle(nexus(), "skill-test", {"die": "d8", "modifier": -3, "target": "none"})):
        shown = str(rolled.verdict.total).replace("-", "−")
        assert steps(rolled)[-1].split(" against")[0].endswith(shown)


def test_a_title_names_the_record_that_the_reader_chose() -> None:
    assert title(settle(nexus(), "skill-test")) == "Skill Test"
    assert title(settle(nexus(), "skill-test", {"skill": "alertness"})) == "Skill Test (Alertness)"


def test_a_label_and_the_text_of_a_roll_are_plain_words() -> None:
    assert label(settle(nexus(), "skill-test", {"die": "d6", "edge": 1, "modifier": 2})) == "d20 Edge + d6 + 2"
    answer = roll_answer(read("cast", {"die": "d6", "cost": 2}, {"d20": [9], "skill": [4]}))
    assert "Once the cost is paid, the skill die is d2" in [step["text"] for step in answer["steps"]]


@pytest.mark.parametrize(
    ("inputs", "faces", "row"),
    [({"modifier": 4}, {"d20": [1]}, None), ({}, {"d20": [20]}, "nearly-impossible"), ({}, {"d20": [12]}, "moderate")],
)
def test_a_roll_reaches_a_row_where_it_would_succeed(
    inputs: dict[str, int], faces: dict[str, list[int]], row: str | None
) -> None:
    """A natural 1 misses and a natural 20 hits, whatever the total says."""
    rolled = adjudicate(settle(library().games["einsols-razor"], "skill-check", {**inputs, "target": "none"}), faces)

    found = reached(rolled)
    assert row == (found.id if found else None)
