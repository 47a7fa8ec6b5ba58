from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings

from engine.errors import BadRequest, Refused
from engine.odds import odds
from engine.rulebook import Game
from engine.setting import Setting, settle
from engine.situation import parse_situations
from tests.handbook import every_game, lamplighters, nexus
from tests.strategies import situations


def under(check: str, with_: str, inputs: dict[str, Any] | None = None) -> Setting:
    return settle(nexus(), check, {"die": "d6", **(inputs or {})}, with_)


def changed(check: str, with_: str, **inputs: Any) -> dict[str, Any]:
    """The inputs that a situation changes, with their new values."""
    found, plain = under(check, with_, inputs), under(check, "", inputs)
    return {name: found.env[name] for name in plain.given if found.env[name] != plain.env[name]}


def outcome(game: Game, check: str, entries: tuple[str, ...]) -> object:
    inputs = {"die": "d6"} if game.id == "essence-nexus" and check != "initiative" else {}
    try:
        setting = settle(game, check, inputs, entries)
    except Refused:
        return "refused"
    except BadRequest as error:
        return str(error)
    return dict(setting.env), setting.verdict


@settings(max_examples=60)
@given(situations(nexus()))
def test_situations_may_be_marked_in_any_order(entries: list[str]) -> None:
    for check in ("skill-test", "attack", "crossing"):
        assert len({repr(outcome(nexus(), check, order)) for order in permutations(entries)}) == 1


@given(situations(lamplighters(), most=4))
def test_situations_of_any_game_may_be_marked_in_any_order(entries: list[str]) -> None:
    for check in ("errand", "pool"):
        assert len({repr(outcome(lamplighters(), check, order)) for order in permutations(entries)}) == 1


def test_a_situation_marked_twice_counts_once() -> None:
    assert under("attack", "me:blinded").env == under("attack", "me:blinded,me:blinded").env
    assert under("attack", "me:blinded").env == under("attack", "me:condition/blinded, blinded").env


def test_effects_add_then_scale_then_set_and_the_lowest_set_wins() -> None:
    """Wind adds a help to the roller, frost halves it and sets it to 1, fog sets it to 0."""

    def help_(with_: str, given: int = 2) -> int:
        return int(settle(lamplighters(), "errand", {"help": given}, with_).env["help"])

    assert help_("target:wind") == 3
    assert help_("me:frost", 3) == 1
    assert help_("me:frost,me:fog") == 0
    assert help_("me:fog,me:frost,target:wind") == 0


def test_a_change_stays_within_the_bounds_of_its_input() -> None:
    assert settle(lamplighters(), "errand", {"help": 3}, "target:wind").env["help"] == 3
    assert under("skill-test", "me:poisoned", {"snag": 12}).env["snag"] == 12


def test_what_is_ignored_neither_counts_nor_is_brought_in_by_another() -> None:
    assert settle(lamplighters(), "errand", {}, "me:wind").env["lure"] == 1
    assert settle(lamplighters(), "errand", {}, "me:wind,me:shelter").env["lure"] == 0
    assert settle(lamplighters(), "errand", {}, "me:curfew").env["lure"] == 1
    assert settle(lamplighters(), "errand", {}, "me:curfew,me:shelter").env["lure"] == 0


def test_what_is_ignored_is_said_with_who_ignores_it() -> None:
    lines = settle(lamplighters(), "errand", {}, "me:wind,me:shelter").lines

    assert [line.text for line in lines] == ["Wind: ignored (Shelter)"]
    assert [line.source for line in lines] == ["lamplighters/weather/wind"]


def test_an_effect_on_a_check_counts_for_those_that_extend_it() -> None:
    for check in ("errand", "pool", "vigil"):
        assert settle(lamplighters(), check, {}, "me:wind").env["lure"] == 1


def test_an_effect_on_a_check_does_not_count_for_those_it_extends() -> None:
    with pytest.raises(Refused, match="Nobody may gather"):
        settle(lamplighters(), "pool", {}, "me:curfew")
    assert settle(lamplighters(), "errand", {}, "me:curfew").env["lure"] == 1


def test_the_target_of_a_roll_is_moved_by_what_the_target_is_under() -> None:
    assert settle(lamplighters(), "errand", {}, "me:fog").target == 5
    assert settle(lamplighters(), "errand", {}, "target:fog").target == 4
    assert settle(lamplighters(), "errand", {}, "target:fog,target:frost").target == 6
    assert settle(lamplighters(), "errand", {"target": "none"}, "target:fog").target is None


@pytest.mark.parametrize("edges", [0, 1, 2, 12])
@pytest.mark.parametrize("snags", [0, 1, 2, 12])
def test_edge_and_snag_cancel_however_many_of_each(edges: int, snags: int) -> None:
    found = odds(nexus(), "skill-test", {"target": 11, "edge": edges, "snag": snags}).success
    expected = Fraction(1, 2) + Fraction(1, 4) * (bool(edges) - bool(snags))

    assert expected == found


INCAPACITATED = ("asleep", "defeated", "stunned", "unconscious")
ATTACKERS_SNAG = ("blinded", "grappled", "restrained", "impaired", "mesmerized", "poisoned", "frightened")
EVERY_TEST = ("impaired", "mesmerized", "poisoned", "frightened")


@pytest.mark.parametrize("condition", [record.id for record in nexus().of("condition")])
def test_what_each_condition_does_to_the_attacks_of_whoever_bears_it(condition: str) -> None:
    if condition in INCAPACITATED:
        with pytest.raises(Refused, match="You can take no actions"):
            under("attack", f"me:{condition}")
        return
    expected = {"snag": 1} if condition in ATTACKERS_SNAG else {"edge": 1} if condition == "invisible" else {}

    assert expected == changed("attack", f"me:{condition}")


@pytest.mark.parametrize("condition", [record.id for record in nexus().of("condition")])
def test_what_each_condition_does_to_attacks_against_whoever_bears_it(condition: str) -> None:
    evasion = {"blinded": 12, "core-starved": 12, "restrained": 10, "stunned": 9, "unconscious": 9}
    expected: dict[str, int] = {"target": evasion[condition]} if condition in evasion else {}
    expected |= {"edge": 1} if condition in ("asleep", "unconscious") else {}
    expected |= {"snag": 1} if condition == "invisible" else {}

    assert expected == changed("attack", f"target:{condition}")


@pytest.mark.parametrize("condition", [record.id for record in nexus().of("condition")])
def test_what_each_condition_does_to_any_other_test(condition: str) -> None:
    expected = {"snag": 1} if condition in EVERY_TEST else {}

    assert expected == changed("dying-test", f"me:{condition}")
    assert expected == changed("crossing", f"me:{condition}")


def test_what_prone_does_hangs_on_the_distance() -> None:
    assert changed("attack", "target:prone", attack="heavy-melee") == {"edge": 1}
    assert changed("attack", "target:prone", attack="precise-melee") == {"edge": 1}
    assert changed("attack", "target:prone", attack="ranged") == {}
    assert changed("attack", "me:prone", attack="ranged") == {"snag": 1}
    assert changed("attack", "me:prone", attack="heavy-melee") == {}


def test_what_deafened_does_is_asked() -> None:
    assert under("skill-test", "me:deafened?hearing", {"skill": "brawn"}).verdict == ""
    assert under("skill-test", "me:deafened", {"skill": "alertness"}).verdict == ""
    assert under("skill-test", "me:deafened?hearing", {"skill": "alertness"}).verdict == "failure"
    assert (
        under("skill-test", "me:deafened?hearing", {"skill": "alertness", "die": "auto-success"}).verdict == "failure"
    )
    assert changed("skill-test", "me:deafened?coordination") == {"snag": 1}
    assert changed("skill-test", "me:deafened?not-coordination?not-hearing") == {}
    assert under("crossing", "me:deafened?hearing", {"skill": "alertness"}).verdict == "gm"


def test_what_frightened_and_mesmerized_do_is_asked() -> None:
    assert changed("skill-test", "me:frightened?not-in-sight") == {}
    with pytest.raises(Refused, match="nothing hostile"):
        under("attack", "me:mesmerized?source")
    assert changed("attack", "me:mesmerized?not-source") == {"snag": 1}


def test_immobile_and_poisoned_show_what_no_roll_can() -> None:
    game = nexus()
    for condition in ("grappled", "immobilized", "restrained"):
        assert "Movement 0" in game.phrases(game.record(f"condition/{condition}"))
    assert "take 1 damage" in game.prose(game.record("condition/poisoned"))


@pytest.mark.parametrize(
    ("size", "evasion", "toughness", "reach", "movement"),
    [("small", 1, -1, 5, None), ("medium", 0, 0, 5, None), ("large", -1, 1, 10, 5), ("huge", -2, 2, 15, 10),
     ("towering", -4, 4, 25, 20)],
)  # fmt: skip
def test_what_each_size_does(size: str, evasion: int, toughness: int, reach: int, movement: int | None) -> None:
    record = nexus().record(f"size/{size}")

    assert (evasion, toughness, reach, movement) == tuple(
        record[column] for column in ("evasion", "toughness", "reach", "movement")
    )
    assert 14 + evasion == under("attack", f"target:{size}").target
    assert under("attack", f"target:{size}", {"attack": "social"}).target == 14
    assert changed("attack", f"me:{size}") == {}


def test_sizes_and_conditions_add_up_on_a_defence() -> None:
    assert under("attack", "target:blinded,target:stunned,target:towering").target == 14 - 2 - 5 - 4


def test_what_each_manoeuvre_does() -> None:
    assert changed("attack", "target:take-cover", attack="ranged") == {"target": 16}
    assert changed("attack", "target:take-cover", attack="heavy-melee") == {}
    assert changed("skill-test", "me:lend-assistance") == {"edge": 1}
    for manoeuvre in ("dash", "shift", "catch-your-breath"):
        assert changed("skill-test", f"me:{manoeuvre}") == {}


@pytest.mark.parametrize("door", ["anchored", "charted", "wild"])
def test_who_crosses_well(door: str) -> None:
    machine = {} if door == "anchored" else {"snag": 1}
    drawn = {"edge": 1} if door == "wild" else {}

    assert machine == changed("crossing", "me:machine-chassis", door=door)
    assert changed("crossing", "me:ember-core", door=door) == {"edge": 1}
    assert changed("crossing", "me:ember-core,me:machine-chassis", door=door) == {"edge": 1}
    assert changed("crossing", "me:shared-verse", door=door) == {"edge": 1}
    assert drawn == changed("crossing", "me:charted-by-hand", door=door)
    assert machine | {"edge": 1} == changed("crossing", "me:machine-chassis,me:shared-verse", door=door)
    assert changed("skill-test", "me:machine-chassis,me:ember-core,me:shared-verse,me:charted-by-hand") == {}


def test_what_arrives_with_you() -> None:
    assert changed("skill-test", "me:shaken") == {"snag": 1}
    assert changed("attack", "me:scattered") == {"snag": 1}
    assert changed("skill-test", "me:clean,me:unmade") == {}


def test_what_a_story_point_and_a_path_do() -> None:
    assert changed("skill-test", "me:upshift") == {"shift": 1}
    assert changed("cast", "me:samaras-path") == {"shift": 1}
    assert changed("cast", "me:samaras-path,me:upshift") == {"shift": 2}
    assert changed("skill-test", "me:samaras-path", skill="brawn") == {}


def test_initiative_is_touched_by_nothing() -> None:
    """The roll is not called a test; the ruling on every test leaves it alone."""
    for record in nexus().of("condition"):
        setting = settle(nexus(), "initiative", {"speed": 2}, f"me:{record.id}")
        assert setting.env["speed"] == 2
        assert setting.lines == ()


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_every_effect_is_named_where_it_counts(game: Game) -> None:
    """Each situation of each game is marked alone; whatever it changes has a line from its own record."""
    for entry in _alone(game):
        for check in game.checks:
            try:
                setting, plain = settle(game, check, {}, entry), settle(game, check)
            except BadRequest:
                continue
            touched = [name for name in plain.given if setting.env[name.replace("-", "_")] != plain.env[
                name.replace("-", "_")]]  # fmt: skip
            assert not touched or setting.lines
            assert {line.source.split("/")[0] for line in setting.lines} <= {game.id}


def _alone(game: Game) -> list[str]:
    return [f"{side}:{record.ref}" for record in game for side in game.kinds[record.kind].situation]


@pytest.mark.parametrize(
    "entry",
    [
        "me:", "you:blinded", "me:blnded", "blinded?why", "me:blinded?not-why", "target:shared-verse", "me:blinded;x",
        "me:kind/blinded", "me:BLINDED", "me:rule/edge", "me:blinded target:prone", "🎲", "me:blinded\x00",
    ],
)  # fmt: skip
def test_a_situation_that_is_not_there_is_refused(entry: str) -> None:
    with pytest.raises(BadRequest) as caught:
        parse_situations(nexus(), entry)

    assert caught.value.complaints[0].input == "with"
    assert "\n" not in str(caught.value)


def test_every_wrong_situation_is_named_at_once() -> None:
    with pytest.raises(BadRequest) as caught:
        parse_situations(nexus(), "me:blnded,target:prone,you:prone")

    assert [complaint.given for complaint in caught.value.complaints] == ["me:blnded", "you:prone"]


def test_an_id_that_two_kinds_share_needs_its_kind() -> None:
    """Upshift is a spend, Shift a manoeuvre and Push both a spend and a follow-up; only situations count."""
    shared = [record.id for record in nexus() if nexus().kinds[record.kind].situation]

    for name in {name for name in shared if shared.count(name) > 1}:
        with pytest.raises(BadRequest, match="one of"):
            parse_situations(nexus(), f"me:{name}")


def test_a_situation_reads_back_as_it_was_written() -> None:
    entries = ["me:deafened?not-hearing?coordination", "target:prone"]

    assert entries == [str(one) for one in parse_situations(nexus(), entries)]


def test_so_many_situations_are_refused_at_once() -> None:
    with pytest.raises(BadRequest, match="at most"):
        parse_situations(nexus(), ",".join(["me:blinded"] * 41))
