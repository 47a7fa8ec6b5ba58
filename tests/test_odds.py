from __future__ import annotations

from fractions import Fraction
from math import prod
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import BadRequest, Refused
from engine.loader import load_game
from engine.odds import Odds, odds, weigh
from engine.rulebook import Game
from engine.setting import settle
from tests import brute
from tests.handbook import SAMPLE, every_game, lamplighters, nexus, write_game
from tests.strategies import allowed_values, inputs_of, rulings_of, situations

MOST_THROWS = 9_000

# One question after another, as a table would ask them: the inputs, then who is under what.
NEXUS_QUESTIONS: list[tuple[str, dict[str, Any], str]] = [
    *(("skill-test", {"die": die, "target": 12}, "") for die in ("d20", "d2", "d6", "d12", "2d8", "3d6")),
    *(("skill-test", {"die": die}, "") for die in ("fumble", "auto-fail", "auto-success", "critical-success")),
    *(("skill-test", {"die": "d8", "target": row}, "") for row in ("very-easy", "hard", "impossible")),
    ("skill-test", {"die": "d6", "edge": 1, "target": "hard"}, ""),
    ("skill-test", {"die": "d6", "snag": 3, "target": "hard"}, ""),
    ("skill-test", {"die": "d6", "edge": 2, "snag": 1, "target": "hard"}, ""),
    ("skill-test", {"die": "d6", "shift": 2, "modifier": -3, "target": 8}, ""),
    ("skill-test", {"die": "d2", "shift": -2}, ""),
    ("skill-test", {"die": "d20", "shift": 12}, ""),
    ("skill-test", {"die": "d12", "target": -50}, ""),
    ("skill-test", {"die": "d12", "target": 100, "modifier": 50}, ""),
    ("skill-test", {"die": "d4", "target": "none", "edge": 1}, ""),
    ("skill-test", {"die": "d6", "skill": "alertness"}, "me:deafened?hearing"),
    ("skill-test", {"die": "d6", "target": 10}, "me:poisoned,me:lend-assistance"),
    ("attack", {"die": "d6"}, ""),
    ("attack", {"die": "d10", "attack": "ranged", "damage": 3, "armour": 1}, "me:blinded,target:take-cover"),
    ("attack", {"die": "d8", "attack": "heavy-melee", "damage": 1, "armour": 3}, "target:prone,target:small"),
    ("attack", {"die": "d4", "attack": "social"}, ""),
    ("cast", {"die": "d6", "tier": "adept", "cost": 2}, "me:samaras-path"),
    ("cast", {"die": "d2"}, "me:frightened?not-in-sight"),
    *(("crossing", {"die": "d6", "door": door}, "") for door in ("anchored", "charted", "wild")),
    ("crossing", {"die": "d4", "door": "wild"}, "me:machine-chassis,me:charted-by-hand"),
    ("crossing", {"die": "auto-fail"}, ""),
    ("dying-test", {"die": "d8"}, "me:impaired"),
    ("initiative", {"speed": 4}, ""),
]  # fmt: skip

LAMP_QUESTIONS: list[tuple[str, dict[str, Any], str]] = [
    ("errand", {}, ""),
    ("errand", {"lamp": "tall", "help": 2, "target": "the-drop", "spark": True}, "me:wind"),
    ("errand", {"lamp": "bare", "lure": 1, "target": 3}, ""),
    ("errand", {"lamp": "snuffed"}, ""),
    ("errand", {"lamp": "small", "target": "none"}, ""),
    ("errand", {"lamp": "small"}, "me:fog?sight"),
    ("wick", {"dice": 3, "blade": "2d3"}, ""),
    ("wick", {"dice": 2, "edgewise": 3}, ""),
    ("wick", {"dice": 0}, ""),
    ("brawl", {}, ""),
    ("brawl", {"mine": -5, "theirs": 2}, ""),
    ("pool", {"help": 1}, ""),
]


def same(expected: dict[str, Any], found: Odds) -> None:
    """The brute force's distribution is the odds, whatever the order of their keys."""
    assert expected["outcomes"] == dict(found.outcomes)
    assert expected["success"] == found.success
    assert expected["amounts"] == {name: dict(chances) for name, chances in found.amounts.items()}


@pytest.mark.parametrize(("check", "inputs", "with_"), NEXUS_QUESTIONS)
def test_the_odds_of_essence_nexus_are_the_readings_of_every_throw(check: str, inputs: Any, with_: str) -> None:
    setting = settle(nexus(), check, inputs, with_)
    expected, found = brute.distribution(setting), weigh(setting)

    same(expected, found)
    assert expected["total"] == dict(found.total)


@pytest.mark.parametrize(("check", "inputs", "with_"), LAMP_QUESTIONS)
def test_every_other_mechanic_is_weighed_as_it_is_read(check: str, inputs: Any, with_: str) -> None:
    """Contests thrown again, dice that only an outcome calls for, cancelling, bands; a contest's total is left out."""
    setting = settle(lamplighters(), check, inputs, with_)
    expected, found = brute.distribution(setting), weigh(setting)

    same(expected, found)
    if setting.check.rival is None:
        assert expected["total"] == dict(found.total)


def _small(game: Game, check: str, *question: Any) -> bool:
    if game.checks[check].race:
        return False
    try:
        setting = settle(game, check, *question)
    except BadRequest:
        return False
    dice = [pool for thrown in setting.thrown.values() for pool in thrown.group.pools]
    return not any(p.explodes for p in dice) and prod(p.sides**p.count for p in dice) <= MOST_THROWS


def questions(game: Game) -> st.SearchStrategy[Any]:
    """Any question of a game whose throws can be enumerated: check, inputs, situations, rulings."""
    return (
        st.sampled_from(list(game.checks))
        .flatmap(
            lambda name: st.tuples(
                st.just(name), inputs_of(game, game.checks[name]), situations(game), rulings_of(game)
            )
        )
        .filter(lambda question: _small(game, *question))
    )


@settings(max_examples=100)
@given(questions(lamplighters()))
def test_any_question_is_weighed_as_it_is_read(question: Any) -> None:
    setting = settle(lamplighters(), *question)

    same(brute.distribution(setting), weigh(setting))


@settings(max_examples=40, suppress_health_check=[HealthCheck.filter_too_much])
@given(questions(nexus()))
def test_any_question_of_essence_nexus_is_weighed_as_it_is_read(question: Any) -> None:
    setting = settle(nexus(), *question)

    same(brute.distribution(setting), weigh(setting))


def test_exploding_totals_are_enumerated_but_for_what_is_cut() -> None:
    for sparks in (1, 2):
        setting = settle(lamplighters(), "spark", {"sparks": sparks})
        expected, found = brute.distribution(setting)["total"], weigh(setting)
        # brute.distribution is conditioned on dice that come to rest; odds count the cut chains as they lie.
        rest = 1 - found.remainder
        missing = {total: chance - expected.get(total, 0) * rest for total, chance in found.total.items()}

        assert expected.keys() <= found.total.keys()
        assert all(chance >= 0 for chance in missing.values())
        assert found.remainder == sum(missing.values())
        assert 0 < found.remainder < Fraction(1, 10**9)


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_every_chance_of_a_check_sums_to_one(game: Game) -> None:
    for name, check in game.checks.items():
        # A spell wants more than the d20 that every test starts from.
        inputs = {"die": "d6"} if "die" in check.inputs else {}
        found, setting = odds(game, name, inputs), settle(game, name, inputs)
        if check.race or (check.outcomes and not setting.unknown):
            assert sum(found.outcomes.values()) == 1
        for amounts in found.amounts.values():
            assert sum(amounts.values()) == 1
        if found.total:
            assert sum(found.total.values()) == 1


def test_each_single_input_of_a_skill_test_is_weighed_to_one_and_in_order() -> None:
    """More modifier, an Edge or a lower target never lowers the chance of success."""
    game = nexus()
    for die in (record.id for record in game.of("skill-die")):
        last = Fraction(0)
        for modifier in range(-12, 31):
            found = odds(game, "skill-test", {"die": die, "modifier": modifier, "target": 20})
            assert sum(found.outcomes.values()) == 1
            assert found.success is not None
            assert last <= found.success
            last = found.success
        edge, plain, snag = (
            odds(game, "skill-test", {"die": die, "target": 12, **extra}).success
            for extra in ({"edge": 1}, {}, {"snag": 1})
        )
        assert edge is not None
        assert plain is not None
        assert snag is not None
        assert edge >= plain >= snag


@pytest.mark.parametrize("check", ["skill-test", "attack", "cast", "dying-test"])
def test_an_unknown_target_gives_the_chance_of_each_row(check: str) -> None:
    game = nexus()
    inputs = {"die": "d8", "edge": 1}
    found = odds(game, check, {**inputs, "target": "none"})

    assert found.success is None
    assert found.outcomes == {}
    for row in game.of("difficulty"):
        assert odds(game, check, {**inputs, "target": row.id}).success == found.reach[row.id]


def test_what_a_check_does_not_have_is_left_out() -> None:
    found = odds(nexus(), "initiative", {"speed": 3})

    assert found.outcomes == {}
    assert found.success is None
    assert {number: Fraction(1, 20) for number in range(4, 24)} == found.total


def test_a_step_with_a_verdict_throws_nothing_and_has_no_total() -> None:
    for die, outcome in (("fumble", "fumble"), ("auto-fail", "failure"), ("auto-success", "success"),
                         ("critical-success", "critical")):  # fmt: skip
        found = odds(nexus(), "skill-test", {"die": die})
        assert found.total == {}
        assert found.outcomes[outcome] == 1


def test_a_roll_thrown_again_without_end_is_refused(tmp_path: Path) -> None:
    text = SAMPLE.read_text(encoding="utf8").replace('when = "margin > 0"}', 'when = "margin > 99"}', 1)
    game = load_game(write_game(tmp_path, text.replace("margin == 0 and lowest(fist) > 1", "margin < 99")))

    with pytest.raises(BadRequest, match="again"):
        odds(game, "brawl")


@pytest.mark.parametrize(
    ("tier", "die", "refused"),
    [("attuned", "d2", False), ("adept", "d4", True), ("adept", "d6", False), ("ascendant", "d8", True),
     ("ascendant", "d10", False), ("attuned", "d20", True)],
)  # fmt: skip
def test_a_spell_beyond_the_rank_is_refused_with_a_sentence(tier: str, die: str, refused: bool) -> None:
    if not refused:
        assert sum(odds(nexus(), "cast", {"tier": tier, "die": die}).outcomes.values()) == 1
        return
    with pytest.raises(Refused, match="need a Spellcasting rank"):
        odds(nexus(), "cast", {"tier": tier, "die": die})


def test_the_rank_may_lie_above_the_die_that_is_left() -> None:
    found = odds(nexus(), "cast", {"tier": "ascendant", "die": "d4", "rank": "d10"})

    assert odds(nexus(), "skill-test", {"die": "d4", "target": 15, "skill": "spellcasting"}).outcomes == found.outcomes


def test_every_allowed_value_of_every_input_has_odds() -> None:
    """Walked one by one over all games; a refusal is the rules' own, with its sentence."""
    for game in every_game():
        for name, check in game.checks.items():
            for declared in check.inputs.values():
                for value in allowed_values(game, declared):
                    try:
                        found = odds(game, name, {declared.id: value})
                    except Refused:
                        continue
                    assert not found.outcomes or sum(found.outcomes.values()) == 1
