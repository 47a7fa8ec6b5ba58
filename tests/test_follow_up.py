from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.answer import percent, roll_answer
from engine.errors import BadRequest
from engine.followup import follow, offers
from engine.roll import Rolled, adjudicate, roll
from engine.rulebook import Game
from engine.setting import Setting, settle
from tests import brute
from tests.handbook import lamplighters, nexus
from tests.test_dice import Script


def read(game: Game, check: str, faces: dict[str, list[int]], inputs: dict[str, Any] | None = None) -> Rolled:
    return adjudicate(settle(game, check, inputs or {}), faces)


def on_offer(rolled: Rolled, *used: str) -> dict[str, Fraction | None]:
    return {offer.record.id: offer.chance for offer in offers(rolled, used)}


def enumerated(after: Setting, held: dict[str, tuple[int, ...]]) -> Fraction:
    """The chance of success with some faces at the front of each group as they lie, by the reading of every throw."""
    fitting = [
        (rolled, chance)
        for rolled, chance in brute.readings(after)
        if all(rolled.lying[name][: len(faces)] == faces for name, faces in held.items())
    ]
    whole = sum((chance for _, chance in fitting), Fraction(0))
    won = (chance for rolled, chance in fitting if rolled.verdict.outcome and rolled.verdict.outcome.success)
    return sum(won, Fraction(0)) / whole


def test_push_is_offered_on_a_failure_with_the_whole_chance_again() -> None:
    rolled = read(nexus(), "skill-test", {"d20": [10], "skill": [3]}, {"die": "d6", "target": "hard"})

    assert {"push": Fraction(9, 40)} == on_offer(rolled)


@pytest.mark.parametrize("check", ["skill-test", "attack", "cast", "crossing", "dying-test"])
def test_push_is_offered_on_every_skill_test(check: str) -> None:
    rolled = read(nexus(), check, {"d20": [1], "skill": [1]}, {"die": "d6"})

    assert {"push"} == on_offer(rolled).keys()


def test_push_is_not_offered_on_a_success_nor_without_a_target_nor_twice() -> None:
    game, inputs = nexus(), {"die": "d6", "target": "hard"}

    assert on_offer(read(game, "skill-test", {"d20": [20], "skill": [3]}, inputs)) == {}
    assert on_offer(read(game, "skill-test", {"d20": [1], "skill": [3]}, {**inputs, "target": "none"})) == {}
    assert on_offer(read(game, "skill-test", {"d20": [1], "skill": [3]}, inputs), "push") == {}
    assert on_offer(read(game, "initiative", {"d20": [1]})) == {}


def test_push_throws_everything_again_and_the_second_result_stands() -> None:
    first = read(nexus(), "skill-test", {"d20": [10], "skill": [3]}, {"die": "d6", "target": "hard"})
    second = follow(first, "push", Script(2, 1))

    assert second.lying == {"d20": (2,), "skill": (1,)}
    assert second.verdict.outcome is not None
    assert second.verdict.outcome.id == "failure"


@pytest.mark.parametrize("d4", range(1, 5))
@pytest.mark.parametrize("lamp", ["small", "tall", "bare"])
def test_a_kept_group_stays_and_its_chance_is_that_of_the_throws_with_it(d4: int, lamp: str) -> None:
    """Relight keeps the d4, but with one more help there are two of them: then the second is thrown."""
    faces = {"d4": [d4]} | ({} if lamp == "bare" else {"lamp-dice": [1] * (2 if lamp == "tall" else 1)})
    rolled = read(lamplighters(), "errand", faces, {"lamp": lamp, "target": 8})
    after = settle(lamplighters(), "errand", {"lamp": lamp, "target": 8, "help": 1})

    assert {"relight": enumerated(after, {"d4": (d4,)})} == on_offer(rolled)


@pytest.mark.parametrize("faces", [[1, 3], [6, 1], [2, 3], [1, 1], [4, 6]])
def test_held_faces_stay_and_the_rest_is_thrown_on(faces: list[int]) -> None:
    rolled = read(lamplighters(), "wick", {"d6": faces})
    held = tuple(face for face in faces if face in (1, 6))
    offered = on_offer(rolled)

    if rolled.verdict.outcome and rolled.verdict.outcome.success:
        assert offered == {}
    else:
        assert {"trim-again": enumerated(settle(lamplighters(), "wick"), {"d6": held})} == offered


def test_following_throws_only_the_dice_that_are_not_held() -> None:
    first = read(lamplighters(), "wick", {"d6": [1, 3]})

    assert follow(first, "trim-again", Script(6)).lying == {"d6": (1, 6)}


def test_a_follow_up_without_a_limit_is_offered_again() -> None:
    rolled = read(lamplighters(), "wick", {"d6": [1, 3]})

    assert {"trim-again"} == on_offer(rolled, "trim-again", "trim-again").keys()


def test_a_follow_up_that_is_not_on_offer_is_refused_with_what_is() -> None:
    won = read(nexus(), "skill-test", {"d20": [20]}, {"target": 5})
    lost = read(nexus(), "skill-test", {"d20": [1]}, {"target": 5})

    with pytest.raises(BadRequest, match="none after this roll"):
        follow(won, "push", Script())
    with pytest.raises(BadRequest, match="allowed is push"):
        follow(lost, "hold-on", Script())


def test_a_situation_and_a_ruling_last_into_the_follow_up() -> None:
    setting = settle(nexus(), "skill-test", {"target": 11}, "me:poisoned", "fumble:natural-1-missed")
    rolled = adjudicate(setting, {"d20": [2, 1]})

    assert {"push": Fraction(1, 4)} == on_offer(rolled)
    assert _id(follow(rolled, "push", Script(1, 9))) == "fumble"


def _id(rolled: Rolled) -> str | None:
    return rolled.verdict.outcome.id if rolled.verdict.outcome else None


def test_the_answer_names_price_and_chance() -> None:
    rolled = roll(settle(nexus(), "skill-test", {"target": "hard", "die": "d6"}), Script(10, 3))

    assert [
        {"id": "push", "label": "Push", "cost": "1 Story Point", "chance": percent(Fraction(9, 40))}
    ] == roll_answer(rolled)["follow_ups"]
