from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.errors import BadRequest, Refused
from engine.odds import Odds, odds
from engine.rulebook import Game
from engine.ruling import take_rulings
from tests.handbook import every_game, lamplighters, nexus
from tests.strategies import readings
from tests.switches import answer, bases, changes_a_roll, changes_words, read_by_rules, read_by_words

EVERY_SWITCH = [
    pytest.param(game, ruling, reading, id=f"{game.id}-{ruling}-{reading}")
    for game in every_game()
    for ruling in sorted(read_by_rules(game) | read_by_words(game))
    for reading in readings(game, ruling)
    if reading != game.rulings[ruling]
]

# What the text leaves open, and what the handbook takes unless told otherwise.
DEFAULTS = {
    "critical-dice": "track",
    "critical-bare-d20": "natural-20",
    "critical-requires-success": "yes",
    "critical-smallest-die": "d2",
    "fumble": "track-bottom",
    "crossing-auto-fail": "gm",
    "edge-snag": "binary",
    "downshift-timing": "after-roll",
    "tier-check": "rank",
    "critical-damage": 1,
    "incapacitated": "no-actions",
    "frightened-after-crossing": "end-of-first-scene",
    "dying-counting": "cumulative",
    "dying-critical": "one",
}


def ask(check: str, inputs: dict[str, Any], rulings: str = "", with_: str = "") -> Odds:
    return odds(nexus(), check, inputs, with_, rulings)


def chance(text: str) -> Fraction:
    return Fraction(text)


@pytest.mark.parametrize(("game", "ruling", "reading"), EVERY_SWITCH)
def test_every_position_of_every_switch_changes_something(game: Game, ruling: str, reading: object) -> None:
    changed = ruling in read_by_rules(game) and changes_a_roll(game, ruling, reading)

    assert changed or changes_words(game, ruling, reading)


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_a_ruling_that_touches_dice_is_a_switch(game: Game) -> None:
    """Rank H and shown beside a check: then some expression must read it, or it would promise what it does not do."""
    promised = {
        ruling.id
        for ruling in game.of("ruling")
        if ruling["rank"] == "H" and any(ref.startswith("check/") for ref in ruling["touches"] or ())
    }

    assert promised <= read_by_rules(game)


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_stating_the_reading_that_is_taken_changes_nothing(game: Game) -> None:
    taken = dict(game.rulings)
    for check in game.checks.values():
        for inputs in bases(check):
            question = (check.id, inputs, "")
            assert answer(game, question, {}) == answer(game, question, taken)


def test_the_switches_stand_where_the_interface_says() -> None:
    game = nexus()

    assert read_by_rules(game) == DEFAULTS.keys()
    assert {name: game.rulings[name] for name in DEFAULTS} == DEFAULTS


@pytest.mark.parametrize(
    ("ruling", "inputs", "critical"),
    [
        ("critical-dice:track", {"die": "d6", "target": 1}, "1/6"),
        ("critical-dice:track-and-d20", {"die": "d6", "target": 1}, "1/120"),
        ("critical-dice:track-and-d20", {"die": "d6", "target": 1, "edge": 1}, "39/2400"),
        ("critical-dice:track-and-d20", {"die": "d20", "target": 1}, "1/20"),
        ("critical-bare-d20:natural-20", {"die": "d20", "target": 1}, "1/20"),
        ("critical-bare-d20:natural-20", {"die": "d20", "target": 1, "edge": 1}, "39/400"),
        ("critical-bare-d20:natural-20", {"die": "d20", "target": 1, "snag": 1}, "1/400"),
        ("critical-bare-d20:never", {"die": "d20", "target": 1}, "0"),
        ("critical-bare-d20:never", {"die": "d6", "target": 1}, "1/6"),
        ("critical-requires-success:yes", {"die": "d2", "target": "impossible"}, "0"),
        ("critical-requires-success:no", {"die": "d2", "target": "impossible"}, "1/2"),
        ("critical-requires-success:no", {"die": "2d8", "target": 100}, "1/64"),
        ("critical-smallest-die:d2", {"die": "d2", "target": 1}, "1/2"),
        ("critical-smallest-die:d4", {"die": "d2", "target": 1}, "0"),
        ("critical-smallest-die:d4", {"die": "d4", "target": 1}, "1/4"),
        ("critical-smallest-die:d4", {"die": "d4", "target": 1, "shift": -1}, "0"),
    ],
)
def test_what_a_critical_is(ruling: str, inputs: dict[str, Any], critical: str) -> None:
    """EN-A01 and EN-A02."""
    assert chance(critical) == ask("skill-test", inputs, ruling).outcomes["critical"]


@pytest.mark.parametrize(
    ("ruling", "inputs", "fumble", "success"),
    [
        ("track-bottom", {"die": "d20", "target": 10}, "0", "11/20"),
        ("natural-1-missed", {"die": "d20", "target": 10}, "1/20", "11/20"),
        ("natural-1", {"die": "d20", "target": 10}, "1/20", "11/20"),
        ("natural-1-missed", {"die": "d20", "target": -50}, "0", "1"),
        ("natural-1", {"die": "d20", "target": -50}, "1/20", "19/20"),
        ("natural-1-missed", {"die": "d20", "target": 10, "snag": 1}, "39/400", "121/400"),
        ("natural-1-missed", {"die": "d20", "target": 10, "edge": 1}, "1/400", "319/400"),
        # 1 and 6 are 7, which reaches 7 with the die at its maximum: one throw in 120.
        ("natural-1-missed", {"die": "d6", "target": 7}, "5/120", "105/120"),
        ("natural-1", {"die": "d6", "target": 7}, "6/120", "104/120"),
        ("natural-1", {"die": "fumble"}, "1", "0"),
    ],
)
def test_what_a_fumble_is(ruling: str, inputs: dict[str, Any], fumble: str, success: str) -> None:
    """EN-A03; of the d6 at 7 the misses are 1 with 1 to 5, 2 with 1 to 4 and so on: 15 of 120."""
    found = ask("skill-test", inputs, f"fumble:{ruling}")

    assert chance(fumble) == found.outcomes["fumble"]
    assert chance(success) == found.success


@pytest.mark.parametrize(
    ("ruling", "unmade"), [("track-bottom", "0"), ("natural-1-missed", "1/20"), ("natural-1", "1/20")]
)
def test_a_fumble_on_a_crossing_is_unmade(ruling: str, unmade: str) -> None:
    assert chance(unmade) == ask("crossing", {"die": "d6"}, f"fumble:{ruling}").outcomes["unmade"]


@pytest.mark.parametrize(("snag", "edge", "unmade"), [(1, 0, "39/400"), (0, 1, "1/400")])
def test_the_chance_of_unmade_that_the_ruling_prints(snag: int, edge: int, unmade: str) -> None:
    found = ask("crossing", {"die": "d6", "snag": snag, "edge": edge}, "fumble:natural-1-missed")

    assert chance(unmade) == found.outcomes["unmade"]


@pytest.mark.parametrize("reading", ["gm", "shaken", "scattered", "echoed"])
def test_an_auto_fail_on_a_crossing_arrives_as_ruled(reading: str) -> None:
    """EN-A04; a die with dice is not touched by it."""
    ruling = f"crossing-auto-fail:{reading}"

    assert ask("crossing", {"die": "auto-fail"}, ruling).outcomes[reading] == 1
    assert ask("crossing", {"die": "d6"}).outcomes == ask("crossing", {"die": "d6"}, ruling).outcomes


@pytest.mark.parametrize(
    ("reading", "edge", "snag", "success"),
    [
        ("binary", 2, 1, "1/2"), ("binary", 1, 12, "1/2"), ("binary", 3, 0, "3/4"), ("binary", 0, 3, "1/4"),
        ("net", 2, 1, "3/4"), ("net", 1, 12, "1/4"), ("net", 2, 2, "1/2"), ("net", 3, 0, "3/4"), ("net", 0, 3, "1/4"),
    ],
)  # fmt: skip
def test_edge_meets_snag(reading: str, edge: int, snag: int, success: str) -> None:
    """EN-A07."""
    found = ask("skill-test", {"target": 11, "edge": edge, "snag": snag}, f"edge-snag:{reading}")

    assert chance(success) == found.success


@pytest.mark.parametrize(
    ("reading", "die", "success"),
    [("after-roll", "d6", "29/40"), ("before-roll", "d6", "27/40"), ("before-roll", "d2", "11/20")],
)
def test_when_a_spell_is_paid_for(reading: str, die: str, success: str) -> None:
    """EN-A13; beside face k a d20 reaches 10 in 11 + k of 20, so a d6 has (11 + 7/2)/20 and a d4 (11 + 5/2)/20."""
    assert chance(success) == ask("cast", {"die": die, "cost": 1}, f"downshift-timing:{reading}").success


@pytest.mark.parametrize(
    ("reading", "die", "rank", "refused"),
    [("rank", "d4", "d6", False), ("rank", "d6", "d4", True), ("current-die", "d4", "d6", True),
     ("current-die", "d6", "d4", False)],
)  # fmt: skip
def test_what_a_tier_asks_for(reading: str, die: str, rank: str, refused: bool) -> None:
    """EN-A14; Adept needs a d6."""
    question = ("cast", {"tier": "adept", "die": die, "rank": rank}, f"tier-check:{reading}")
    if refused:
        with pytest.raises(Refused, match="Adept spells need"):
            ask(*question)
    else:
        assert sum(ask(*question).outcomes.values()) == 1


@pytest.mark.parametrize("more", [0, 1, 10])
def test_a_critical_hit_adds_its_damage_before_armour(more: int) -> None:
    """EN-A22; a plain d20 against 11 hits 10 times in 20, once of them with a 20."""
    found = ask("attack", {"target": 11, "damage": 2, "armour": 1}, f"critical-damage:{more}").amounts["damage"]
    expected = {0: chance("1/2"), 1: chance("9/20")}
    expected[1 + more] = expected.get(1 + more, Fraction(0)) + chance("1/20")

    assert expected == found


@pytest.mark.parametrize(
    ("reading", "check", "with_", "refused"),
    [
        ("no-actions", "attack", "me:stunned", True),
        ("no-actions", "cast", "me:asleep", True),
        ("no-actions", "skill-test", "me:stunned", True),
        ("no-actions", "skill-test", "me:defeated?not-action", False),
        ("no-actions", "crossing", "me:unconscious", False),
        ("no-actions", "dying-test", "me:defeated", False),
        ("no-actions", "initiative", "me:stunned", False),
        ("no-standard", "attack", "me:stunned", True),
        ("no-standard", "cast", "me:stunned", True),
        ("no-standard", "skill-test", "me:stunned", True),
        ("no-standard", "skill-test", "me:stunned?not-standard", False),
        ("no-standard", "crossing", "me:stunned", False),
        ("no-standard", "dying-test", "me:defeated", False),
        ("no-actions", "attack", "target:stunned", False),
    ],
)
def test_what_incapacitated_forbids(reading: str, check: str, with_: str, refused: bool) -> None:
    """EN-A23."""
    inputs = {} if check == "initiative" else {"die": "d6"}
    if refused:
        with pytest.raises(Refused, match=r"You (can take no actions|have no Standard action)"):
            ask(check, inputs, f"incapacitated:{reading}", with_)
    else:
        found = ask(check, inputs, f"incapacitated:{reading}", with_)
        assert sum((found.outcomes or found.total).values()) == 1


@pytest.mark.parametrize("result", ["scattered", "echoed"])
@pytest.mark.parametrize(
    ("reading", "seen", "success"),
    [
        ("end-of-first-scene", "", "1/4"),
        ("while-source-visible", "", "1/2"),
        ("while-source-visible", "?in-sight", "1/4"),
        ("while-source-visible", "?not-in-sight", "1/2"),
    ],
)
def test_how_long_a_crossing_frightens(result: str, reading: str, seen: str, success: str) -> None:
    """EN-A24."""
    ruling = f"frightened-after-crossing:{reading}"

    assert chance(success) == ask("skill-test", {"target": 11}, ruling, f"me:{result}{seen}").success


def test_a_critical_while_dying_may_make_two_marks() -> None:
    """EN-A28; with p = 11/20, one success made and two failures: p² of 400, or 1/20 at once and then 10/20 · 11/20."""
    inputs = {"die": "d20", "successes": 1, "failures": 2}

    assert chance("121/400") == ask("dying", inputs, "dying-critical:one").success
    assert chance("130/400") == ask("dying", inputs, "dying-critical:two").success


def test_marks_in_a_row_are_wiped_by_a_result_of_the_other_sort() -> None:
    """EN-A28; in a row, two successes and then a failure are one failure."""
    p = Fraction(11, 20)
    fresh = ask("dying", {"die": "d20", "failures": 1}, "dying-counting:consecutive").success
    two = ask("dying", {"die": "d20", "successes": 2}, "dying-counting:consecutive").success
    assert fresh is not None

    assert p + (1 - p) * fresh == two
    assert p + (1 - p) * p + (1 - p) ** 2 * p == ask("dying", {"die": "d20", "successes": 2}).success


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ("fumbles:natural-1", "ruling"),
        ("fumble:natural-2", "ruling fumble"),
        ("fumble", "ruling fumble"),
        ("critical-damage:11", "ruling critical-damage"),
        ("critical-damage:-1", "ruling critical-damage"),
        ("critical-damage:two", "ruling critical-damage"),
        ("critical-damage:1.5", "ruling critical-damage"),
        ({"fumble": 1}, "ruling fumble"),
        ({"fumble": None}, "ruling fumble"),
        ({"critical-damage": True}, "ruling critical-damage"),
        ({"critical-damage": [2]}, "ruling critical-damage"),
    ],
)
def test_a_ruling_or_reading_that_is_not_there_is_refused_by_name(given: Any, names: str) -> None:
    with pytest.raises(BadRequest) as caught:
        take_rulings(nexus(), given)

    assert [names] == [complaint.input for complaint in caught.value.complaints]


def test_all_wrong_rulings_are_named_at_once() -> None:
    with pytest.raises(BadRequest) as caught:
        take_rulings(nexus(), "fumbles:x,edge-snag:y,critical-damage:99")

    assert len(caught.value.complaints) == 3


def test_rulings_may_be_a_text_or_a_table_and_numbers_may_be_either() -> None:
    expected = {**nexus().rulings, "fumble": "natural-1", "critical-damage": 3}

    assert expected == take_rulings(nexus(), " fumble:natural-1 , critical-damage:3,")
    assert expected == take_rulings(nexus(), {"fumble": "natural-1", "critical-damage": 3})


def test_a_number_in_a_ruling_is_held_to_its_bounds() -> None:
    spark = {"lamp": "bare", "spark": True}
    totals = [max(odds(lamplighters(), "errand", spark, "", f"spark:{number}").total) for number in range(4)]

    assert totals == [4, 5, 6, 7]
