from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.odds import odds
from engine.race import run_race
from tests.handbook import lamplighters, nexus


@st.composite
def marks(draw: st.DrawFn) -> dict[tuple[bool, int], Fraction]:
    """The chance of each kind of result: won or lost, with one or two marks."""
    shares = draw(st.lists(st.integers(0, 6), min_size=4, max_size=4).filter(any))
    kinds = [(won, count) for won in (True, False) for count in (1, 2)]
    return {kind: Fraction(share, sum(shares)) for kind, share in zip(kinds, shares, strict=True)}


@given(marks(), st.integers(1, 4), st.data())
def test_a_race_counted_in_all_is_its_tree_of_throws(
    kinds: dict[tuple[bool, int], Fraction], needs: int, data: st.DataObject
) -> None:
    start = (data.draw(st.integers(0, needs - 1)), data.draw(st.integers(0, needs - 1)))

    @cache
    def wins(won: int, lost: int) -> Fraction:
        if won >= needs or lost >= needs:
            return Fraction(int(won >= needs))
        return sum(
            (chance * (wins(won + n, lost) if good else wins(won, lost + n)) for (good, n), chance in kinds.items()),
            Fraction(0),
        )

    assert wins(*start) == run_race(kinds, needs, start, in_a_row=False)


@given(marks(), st.integers(1, 4), st.booleans())
def test_to_win_is_for_the_other_side_to_lose(
    kinds: dict[tuple[bool, int], Fraction], needs: int, in_a_row: bool
) -> None:
    swapped = {(not won, count): chance for (won, count), chance in kinds.items()}

    assert run_race(kinds, needs, (0, 0), in_a_row) == 1 - run_race(swapped, needs, (0, 0), in_a_row)


@given(marks(), st.integers(1, 3))
def test_in_a_row_the_chain_agrees_with_itself_after_each_result(
    kinds: dict[tuple[bool, int], Fraction], needs: int
) -> None:
    """The chance from a state is that of the states its results lead to, weighed; a result wipes the other side."""
    for won in range(needs):
        for lost in range(needs if not won else 1):
            after = sum(
                (
                    chance * (1 if won + n >= needs else run_race(kinds, needs, (won + n, 0), in_a_row=True))
                    if good
                    else chance * (0 if lost + n >= needs else run_race(kinds, needs, (0, lost + n), in_a_row=True))
                    for (good, n), chance in kinds.items()
                    if chance
                ),
                Fraction(0),
            )
            assert after == run_race(kinds, needs, (won, lost), in_a_row=True)


def test_a_race_that_nobody_can_finish_is_not_won() -> None:
    assert run_race({(True, 0): Fraction(1)}, 3, (0, 0), in_a_row=False) == 0
    assert run_race({(True, 0): Fraction(1, 2), (False, 0): Fraction(1, 2)}, 3, (2, 2), in_a_row=True) == 0


def test_results_without_a_mark_are_passed_over() -> None:
    kinds = {(True, 1): Fraction(1, 4), (False, 1): Fraction(1, 4), (True, 0): Fraction(1, 2)}

    assert Fraction(1, 2) == run_race(kinds, 3, (0, 0), in_a_row=False)


@pytest.mark.parametrize("successes", range(3))
@pytest.mark.parametrize("failures", range(3))
def test_a_verdict_step_ends_the_race_by_itself(successes: int, failures: int) -> None:
    marked = {"successes": successes, "failures": failures}

    assert odds(nexus(), "dying", {"die": "auto-success", **marked}).success == 1
    assert odds(nexus(), "dying", {"die": "fumble", **marked}).success == 0


def test_the_odds_of_a_race_are_those_of_the_check_it_repeats_with_the_same_situation() -> None:
    single = odds(lamplighters(), "errand", {"lamp": "tall"}, "me:wind")
    kinds = {
        (True, 2): single.outcomes["blaze"],
        (True, 1): single.outcomes["lit"],
        (False, 1): single.outcomes["dim"] + single.outcomes["dark"],
    }
    found = odds(lamplighters(), "vigil", {"lamp": "tall", "successes": 1}, "me:wind")

    assert run_race(kinds, 3, (1, 0), in_a_row=False) == found.outcomes["dawn"]
    assert found.outcomes["dawn"] + found.outcomes["lost"] == 1
