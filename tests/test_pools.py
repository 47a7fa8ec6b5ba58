"""Pools of d20 in each position of their switches, held against a table that takes one die after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import factorial
from pathlib import Path

import icepool
import pytest

from engine.followup import offers
from engine.loader import load_game
from engine.odds import odds
from engine.record import Record
from engine.roll import adjudicate
from engine.rulebook import Game
from engine.setting import settle

DOCS = Path(__file__).parent.parent / "docs"


@cache
def pools() -> Game:
    return load_game(DOCS / "d20-pool")


def positions(*rulings: str) -> list[dict[str, str]]:
    """Every position of some switches together."""
    readings = [pools().record(f"ruling/{ruling}")["readings"] for ruling in rulings]
    return [dict(zip(rulings, taken, strict=True)) for taken in product(*readings)]


def examples() -> list[Record]:
    return [record for record in pools().of("example") if record["check"]]


Pool = list[tuple[tuple[int, ...], Fraction]]


def throws(dice: int, threshold: int) -> Pool:
    """Throws of a pool as sorted faces 1, 2 (a miss), `threshold` and 20, with their chances."""
    widths = [(1, 1), (2, threshold - 2), (threshold, 20 - threshold), (20, 1)]
    found: Pool = []
    for counts in product(range(dice + 1), repeat=3):
        rest = dice - sum(counts)
        if rest < 0:
            continue
        chance = Fraction(factorial(dice), 20**dice)
        faces: tuple[int, ...] = ()
        for (face, width), count in zip(widths, (*counts, rest), strict=True):
            chance *= Fraction(width**count, factorial(count))
            faces += (face,) * count
        if chance:
            found.append((faces, chance))
    return found


def strike(faces: tuple[int, ...], threshold: int, rulings: dict[str, str]) -> tuple[list[int], bool]:
    """The successes left after every 1 has taken its own, and whether a 1 found none."""
    left = sorted(face for face in faces if face >= threshold)
    idle = False
    for _ in range(faces.count(1)):
        if not left:
            idle = True
        elif left[0] < 20 or len(left) == 1 or rulings["protect-20"] == "no":
            left.pop(0)
    return left, idle


def judge_pool(faces: tuple[int, ...], threshold: int, needed: int, rulings: dict[str, str]) -> tuple[str, int]:
    left, idle = strike(faces, threshold, rulings)
    passed = len(left) >= needed if rulings["pool-compare"] == "ge" else len(left) > needed
    if 20 in left and (passed or rulings["crit-auto-pass"] == "yes"):
        return "critical", len(left)
    if passed:
        return "success", len(left)
    unlucky = idle if rulings["fumble"] == "leftover-one" else 1 in faces and max(faces) < threshold
    return ("fumble" if unlucky and not left else "failure"), len(left)


@pytest.mark.parametrize("rulings", positions("pool-compare", "fumble", "protect-20", "crit-auto-pass"))
@pytest.mark.parametrize(
    ("dice", "boons", "threshold", "needed"), [(3, 0, 11, 1), (4, 2, 15, 3), (0, 0, 11, 1), (0, 1, 20, 2), (8, 0, 2, 6)]
)
def test_pool(rulings: dict[str, str], dice: int, boons: int, threshold: int, needed: int) -> None:
    outcomes: Counter[str] = Counter()
    net: Counter[int] = Counter()
    for faces, chance in throws(dice + boons, threshold):
        word, left = judge_pool(faces, threshold, needed, rulings)
        outcomes[word] += chance
        net[left] += chance
    inputs = {"dice": dice, "boons": boons, "threshold": threshold, "needed": needed}
    found = odds(pools(), "check", inputs, rulings=rulings)
    assert found.outcomes == {word: outcomes[word] for word in found.outcomes}
    assert found.amounts["net"] == dict(sorted(net.items()))


def test_pool_of_thirty() -> None:
    rulings = {name: str(taken) for name, taken in pools().rulings.items()}
    outcomes: Counter[str] = Counter()
    for faces, chance in throws(30, 11):
        outcomes[judge_pool(faces, 11, 8, rulings)[0]] += chance
    found = odds(pools(), "check", {"dice": 30, "needed": 8})
    assert found.outcomes == {word: outcomes[word] for word in found.outcomes}


def harm(blows: list[int], guard: list[int], duel: str) -> int:
    if 20 in blows and 20 in guard and duel == "remove":
        blows, guard = [face for face in blows if face < 20], [face for face in guard if face < 20]
    elif 20 in blows and 20 not in guard:
        return len(blows)
    elif 20 in guard and 20 not in blows:
        return 0
    return max(0, len(blows) - len(guard))


def sides(dice: int, threshold: int, rulings: dict[str, str]) -> Iterator[tuple[list[int], Fraction]]:
    for faces, chance in throws(dice, threshold):
        counting = faces if rulings["combat-ones"] == "yes" else tuple(face for face in faces if face != 1)
        yield strike(counting, threshold, rulings)[0], chance


@pytest.mark.parametrize("rulings", positions("crit-duel", "protect-20", "combat-ones"))
@pytest.mark.parametrize(
    ("dice", "threshold", "their_dice", "their_threshold"), [(3, 11, 2, 11), (5, 9, 6, 14), (2, 20, 1, 2)]
)
def test_blow_against_a_throw(
    rulings: dict[str, str], dice: int, threshold: int, their_dice: int, their_threshold: int
) -> None:
    damage: Counter[int] = Counter()
    for (blows, chance), (guard, times) in product(
        sides(dice, threshold, rulings), list(sides(their_dice, their_threshold, rulings))
    ):
        damage[harm(blows, guard, rulings["crit-duel"])] += chance * times
    inputs = {"dice": dice, "threshold": threshold, "their-dice": their_dice, "their-threshold": their_threshold}
    found = odds(pools(), "blow", inputs, rulings=rulings)
    assert found.amounts["damage"] == dict(sorted(damage.items()))
    assert found.outcomes == {"damage": 1 - damage[0], "none": damage[0]}


@pytest.mark.parametrize("rulings", positions("crit-duel", "protect-20", "combat-ones"))
@pytest.mark.parametrize(("dice", "stored", "critical"), [(4, 0, False), (4, 2, False), (6, 3, True), (0, 1, True)])
def test_blow_against_a_stored_defence(rulings: dict[str, str], dice: int, stored: int, critical: bool) -> None:
    guard = [20] * critical + [11] * (stored - critical)
    damage: Counter[int] = Counter()
    for blows, chance in sides(dice, 11, rulings):
        damage[harm(blows, guard, rulings["crit-duel"])] += chance
    found = odds(pools(), "blow", {"dice": dice, "stored": stored, "stored-critical": critical}, rulings=rulings)
    assert found.amounts["damage"] == dict(sorted(damage.items()))


@pytest.mark.parametrize("sides_of_die", [4, 20])
def test_initiative(sides_of_die: int) -> None:
    book, die = pools(), {"initiative-die": sides_of_die}
    assert odds(book, "initiative", rulings=die).outcomes == {"first": Fraction(1, 2), "second": Fraction(1, 2)}
    lead = icepool.d(sides_of_die) - icepool.d(sides_of_die)
    found = odds(book, "initiative", rulings={**die, "initiative-tie": "players"})
    assert found.outcomes["first"] == Fraction(lead.probability(">=", 0))


def test_a_boon_after_the_throw() -> None:
    book = pools()

    def chances(needed: int, timing: str) -> list[Fraction | None]:
        setting = settle(book, "check", {"dice": 2, "needed": needed}, "", {"boon-timing": timing})
        return [offer.chance for offer in offers(adjudicate(setting, {"d20": [12, 3]}))]

    assert chances(2, "after") == [Fraction(10, 20)]
    assert chances(3, "after") == [Fraction(1, 20)]
    assert chances(1, "after") == chances(2, "before") == []


@pytest.mark.parametrize("example", examples(), ids=lambda record: record.id)
def test_printed_example(example: Record) -> None:
    inputs = {
        name: example[column]
        for name, column in {"dice": "slots", "needed": "needed", "stored": "stored"}.items()
        if example[column] is not None
    }
    faces = {"d20": list(map(int, example["faces"])), "their-d20": list(map(int, example["their-faces"]))}
    setting = settle(pools(), example["check"].id, inputs)
    rolled = adjudicate(setting, {group: row for group, row in faces.items() if row})
    assert rolled.verdict.outcome is not None
    assert example["outcome"] in (None, rolled.verdict.outcome.id)
    assert example["left"] in (None, rolled.env.get("left"))
    assert example["damage"] in (None, rolled.amounts.get("damage"))


def test_the_threshold_stands_twice_and_agrees() -> None:
    inputs = [*pools().check("check").inputs.values(), *pools().check("blow").inputs.values()]
    defaults = {declared.default for declared in inputs if declared.id.endswith("threshold")}
    assert defaults == {pools().record("rule/threshold")["value"]}
