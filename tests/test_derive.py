from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.derive import derive, needed, number_records
from engine.errors import BadRequest
from engine.rulebook import Game
from tests.handbook import every_game, lamplighters, nexus
from tests.strategies import json_values


@pytest.mark.parametrize(
    ("value", "numbers", "with_", "expected"),
    [
        ("defence/evasion", {}, "", 14),
        ("defence/evasion", {"speed": 6}, "", 16),
        ("defence/evasion", {"speed": 6}, "me:blinded", 14),
        ("defence/evasion", {"speed": 6}, "me:blinded,me:towering,me:stunned", 5),
        ("defence/toughness", {"strength": 3}, "me:huge", 15),
        ("defence/toughness", {"strength": 3}, "me:core-starved,me:small", 10),
        ("defence/willpower", {"smarts": 1}, "me:blinded", 11),
        ("defence/cleverness", {"social": 50}, "", 60),
        ("derived/level", {"strength": 4, "speed": 4, "smarts": 4, "social": 4}, "", 1),
        ("derived/level", {"strength": 5, "speed": 4, "smarts": 6, "social": 4}, "", 4),
        ("derived/max-health", {"origin-health": 6, "role-health": 2, "strength": 5}, "", 9),
        ("derived/movement", {"own-movement": 30}, "", 30),
        ("derived/movement", {"own-movement": 30}, "me:large", 35),
        ("derived/movement", {"own-movement": 30}, "me:towering,me:grappled", 0),
    ],
)
def test_derived_values_of_essence_nexus(value: str, numbers: dict[str, Any], with_: str, expected: int) -> None:
    assert expected == derive(nexus(), value, numbers, with_).value


def test_a_situation_of_the_target_does_not_change_my_values() -> None:
    assert derive(nexus(), "defence/evasion", {}, "target:blinded").value == 14


def test_what_changed_a_value_is_said_with_its_record() -> None:
    found = derive(nexus(), "defence/evasion", {}, "me:blinded,me:large")

    assert [line.text for line in found.lines] == ["Blinded: −2 Evasion", "Large: −1 Evasion"]
    assert [line.source for line in found.lines] == ["essence-nexus/condition/blinded", "essence-nexus/size/large"]


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_every_derived_value_follows_from_the_defaults(game: Game) -> None:
    for record in game:
        if game.kinds[record.kind].derived:
            assert derive(game, record.ref).value is not None
            assert needed(game, record.ref)


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_a_value_hangs_on_the_numbers_it_says_it_needs_and_no_other(game: Game) -> None:
    for record in game:
        if not game.kinds[record.kind].derived:
            continue
        wanted = {one.id for one in needed(game, record.ref)}
        plain = derive(game, record.ref).value
        for number, bounds in number_records(game):
            moved = derive(game, record.ref, {number.id: bounds["max"]}).value
            assert (moved != plain) <= (number.id in wanted)


@pytest.mark.parametrize(
    ("value", "numbers", "names"),
    [
        ("defence/evsion", {}, "value"),
        ("condition/blinded", {}, "value"),
        ("", {}, "value"),
        ("defence/evasion", {"sped": 4}, "sped"),
        ("defence/evasion", {"speed": 0}, "speed"),
        ("defence/evasion", {"speed": 51}, "speed"),
        ("defence/evasion", {"speed": 10**9}, "speed"),
        ("defence/evasion", {"speed": "four"}, "speed"),
        ("defence/evasion", {"speed": 4.0}, "speed"),
        ("defence/evasion", {"speed": True}, "speed"),
        ("defence/evasion", {"speed": None}, "speed"),
    ],
)
def test_a_value_or_number_that_is_not_there_is_refused_by_name(value: str, numbers: Any, names: str) -> None:
    with pytest.raises(BadRequest) as caught:
        derive(nexus(), value, numbers)

    assert [names] == [complaint.input for complaint in caught.value.complaints]


@given(st.dictionaries(st.sampled_from(("wick", "x")), json_values(), max_size=2))
def test_whatever_numbers_come_there_is_a_value_or_a_complaint(numbers: dict[str, Any]) -> None:
    try:
        value = derive(lamplighters(), "derived/nerve", numbers).value
    except BadRequest:
        value = None

    assert value in (None, *range(2, 11))
