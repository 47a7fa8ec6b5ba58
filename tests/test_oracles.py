"""The odds against icepool and dyce, which know nothing of this engine, with the rules written out by hand here."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import icepool
import pytest
from dyce import H, P

from engine.odds import odds
from tests.handbook import nexus

DICE: Mapping[str, tuple[int, ...]] = {
    "d20": (), "d2": (2,), "d4": (4,), "d6": (6,), "d8": (8,), "d10": (10,), "d12": (12,), "2d8": (8, 8),
    "3d6": (6, 6, 6),
}  # fmt: skip
LADDER = {"very-easy": 5, "easy": 10, "moderate": 15, "hard": 20, "very-hard": 25, "impossible": 30}
KEEPS = [{}, {"edge": 1}, {"snag": 1}, {"edge": 3, "snag": 2}]


def kept_by_icepool(keep: Mapping[str, int]) -> icepool.Die[int]:
    edge, snag = bool(keep.get("edge")), bool(keep.get("snag"))
    if edge == snag:
        return icepool.d(20)
    return icepool.d(20).highest(2, 1) if edge else icepool.d(20).lowest(2, 1)


def kept_by_dyce(keep: Mapping[str, int]) -> H[int]:
    edge, snag = bool(keep.get("edge")), bool(keep.get("snag"))
    if edge == snag:
        return H(20)
    return P(20, 20).at(-1 if edge else 0)


def judge(d20: int, skill: int, dice: tuple[int, ...], target: int, modifier: int = 0) -> str:
    """A skill test by the book: maximum skill dice, or a 20 where there are none, lift a success."""
    if d20 + skill + modifier < target:
        return "failure"
    return "critical" if (skill == sum(dice) if dice else d20 == 20) else "success"


def fractions(die: icepool.Die[str]) -> dict[str, Fraction]:
    return {str(outcome): die.probability(outcome) for outcome in die}


def found(check: str, inputs: Mapping[str, object]) -> dict[str, Fraction]:
    return {outcome: chance for outcome, chance in odds(nexus(), check, inputs).outcomes.items() if chance}


@pytest.mark.parametrize("keep", KEEPS)
@pytest.mark.parametrize("step", DICE)
def test_skill_tests_are_those_of_icepool(step: str, keep: dict[str, int]) -> None:
    dice = DICE[step]
    skill = icepool.Pool([icepool.d(sides) for sides in dice]).sum() if dice else icepool.Die([0])
    for row, target in LADDER.items():
        expected = icepool.map(lambda d20, sk, to=target: judge(d20, sk, dice, to), kept_by_icepool(keep), skill)

        assert fractions(expected) == found("skill-test", {"die": step, "target": row, **keep})


@pytest.mark.parametrize("keep", KEEPS)
@pytest.mark.parametrize("step", DICE)
def test_totals_are_those_of_dyce(step: str, keep: dict[str, int]) -> None:
    dice = DICE[step]
    expected = kept_by_dyce(keep) + (P(*dice).h() if dice else H({0: 1})) + (-3)
    found = odds(nexus(), "skill-test", {"die": step, "modifier": -3, **keep})

    assert {total: Fraction(count, expected.total) for total, count in expected.items()} == dict(found.total)
    for target in (-5, 4, 12, 21, 33):
        chance = Fraction(sum(count for total, count in expected.items() if total >= target), expected.total)
        reached = odds(nexus(), "skill-test", {"die": step, "modifier": -3, "target": target, **keep})
        assert chance == reached.success


def test_the_better_the_die_the_rarer_a_critical_that_reaches_anything() -> None:
    """1 in 2 on a d2, then 1 in 4, down to 1 in 216 on 3d6: what the ruling on criticals says it leads to."""
    expected = {"d20": Fraction(1, 20), "d2": Fraction(1, 2), "d4": Fraction(1, 4), "d6": Fraction(1, 6),
                "d8": Fraction(1, 8), "d10": Fraction(1, 10), "d12": Fraction(1, 12), "2d8": Fraction(1, 64),
                "3d6": Fraction(1, 216)}  # fmt: skip

    assert expected == {
        step: odds(nexus(), "skill-test", {"die": step, "target": 1}).outcomes["critical"] for step in DICE
    }


@pytest.mark.parametrize("keep", KEEPS)
@pytest.mark.parametrize(("weapon", "armour"), [(1, 0), (2, 0), (3, 1), (1, 3), (0, 0)])
def test_damage_is_that_of_icepool(weapon: int, armour: int, keep: dict[str, int]) -> None:
    """Weapon, one more for a critical, less armour, never below nothing."""

    def damage(d20: int, skill: int) -> int:
        verdict = judge(d20, skill, (8,), 14, modifier=1)
        return 0 if verdict == "failure" else max(0, weapon + (verdict == "critical") - armour)

    expected = icepool.map(damage, kept_by_icepool(keep), icepool.d(8))
    inputs = {"die": "d8", "modifier": 1, "damage": weapon, "armour": armour, **keep}
    found = odds(nexus(), "attack", inputs).amounts["damage"]

    assert {amount: expected.probability(amount) for amount in expected} == dict(found)


@pytest.mark.parametrize("step", DICE)
@pytest.mark.parametrize(("door", "target"), [("anchored", 10), ("charted", 15), ("wild", 20)])
def test_crossings_are_those_of_icepool(door: str, target: int, step: str) -> None:
    def arrive(d20: int, skill: int) -> str:
        missed = target - d20 - skill
        return "clean" if missed <= 0 else "shaken" if missed < 5 else "scattered" if missed < 10 else "echoed"

    dice = DICE[step]
    skill = icepool.Pool([icepool.d(sides) for sides in dice]).sum() if dice else icepool.Die([0])
    expected = icepool.map(arrive, icepool.d(20), skill)

    assert fractions(expected) == found("crossing", {"die": step, "door": door})


@pytest.mark.parametrize("speed", [0, 4, 50])
def test_initiative_is_that_of_dyce(speed: int) -> None:
    expected = H(20) + speed

    assert {total: Fraction(count, expected.total) for total, count in expected.items()} == dict(
        odds(nexus(), "initiative", {"speed": speed}).total
    )


def stays_up(win: Fraction, wins: int, losses: int) -> Fraction:
    """Three of either end it: a tree of at most five more throws, walked to its leaves."""
    if wins == 3 or losses == 3:
        return Fraction(int(wins == 3))
    return win * stays_up(win, wins + 1, losses) + (1 - win) * stays_up(win, wins, losses + 1)


@pytest.mark.parametrize("step", DICE)
@pytest.mark.parametrize("wins", range(3))
@pytest.mark.parametrize("losses", range(3))
def test_the_dying_track_is_its_tree_of_throws(step: str, wins: int, losses: int) -> None:
    reach = kept_by_dyce({}) + (P(*DICE[step]).h() if DICE[step] else H({0: 1}))
    win = Fraction(sum(count for total, count in reach.items() if total >= 10), reach.total)
    found = odds(nexus(), "dying", {"die": step, "successes": wins, "failures": losses})

    assert {"stabilized": stays_up(win, wins, losses), "dead": 1 - stays_up(win, wins, losses)} == dict(found.outcomes)


@pytest.mark.parametrize("step", ["d20", "d6"])
def test_three_in_a_row_is_the_chain_of_streaks(step: str) -> None:
    """From nothing, the streak of either side grows or the other begins: six equations, solved by hand below.

    With p for a success and q for a failure, the chance W to win from a streak of one success is
    p² + (1 − p²)·L, where L is that from a streak of one failure, and L = (1 − q²)·W.
    """
    reach = kept_by_dyce({}) + (P(*DICE[step]).h() if DICE[step] else H({0: 1}))
    p = Fraction(sum(count for total, count in reach.items() if total >= 10), reach.total)
    q = 1 - p
    after_success = p**2 / (1 - (1 - p**2) * (1 - q**2))
    after_failure = (1 - q**2) * after_success
    found = odds(nexus(), "dying", {"die": step}, rulings={"dying-counting": "consecutive"})

    assert p * after_success + q * after_failure == found.success
