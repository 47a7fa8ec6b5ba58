from __future__ import annotations

from fractions import Fraction
from math import comb, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice import Faces, Group, Pool, parse_group
from engine.summary import Query, summaries, summarize, thrown_on
from tests import brute
from tests.strategies import exploding_groups, groups, queries


def shares(weights: dict[tuple[int, ...], int]) -> dict[tuple[int, ...], Fraction]:
    whole = sum(weights.values())
    return {summary: Fraction(weight, whole) for summary, weight in sorted(weights.items())}


def dice(notation: str) -> Group:
    group = parse_group(notation)
    assert group is not None
    return group


@settings(max_examples=150)
@given(groups(), queries())
def test_summaries_are_the_enumerated_summaries_of_every_throw(group: Group, asked: tuple[Query, ...]) -> None:
    assert brute.summaries(group, asked) == shares(summaries(group, asked))


@given(groups(), queries())
def test_weights_are_whole_and_sum_to_all_throws(group: Group, asked: tuple[Query, ...]) -> None:
    weights = summaries(group, asked)

    assert prod(pool.sides**pool.count for pool in group.pools) == sum(weights.values())
    assert all(isinstance(weight, int) and weight > 0 for weight in weights.values())


@settings(max_examples=20)
@given(exploding_groups(), queries())
def test_exploding_dice_are_enumerated_but_for_the_chains_that_are_cut(group: Group, asked: tuple[Query, ...]) -> None:
    """What the cut adds is what the brute force, which knows finished chains only, leaves over."""
    exact, found = brute.summaries(group, asked), shares(summaries(group, asked))
    cut = {summary: chance - exact.get(summary, Fraction(0)) for summary, chance in found.items()}
    finished = prod(
        (1 - Fraction(1, pool.sides**pool.depth)) ** pool.count if pool.explodes else 1 for pool in group.pools
    )

    assert exact.keys() <= found.keys()
    assert all(chance >= 0 for chance in cut.values())
    assert 1 - finished == sum(cut.values())


@pytest.mark.parametrize(
    ("notation", "asked", "faces", "summary"),
    [
        ("2d20kh1", (Query("sum"), Query("top"), Query("dice")), (14, 20), (20, 1, 1)),
        ("2d20kl1", (Query("sum"), Query("highest"), Query("lowest")), (14, 20), (14, 14, 14)),
        ("3d6", (Query("top"),), (6, 6, 6), (1,)),
        ("3d6", (Query("top"),), (6, 6, 5), (0,)),
        ("4dF", (Query("sum"), Query("count", "==", -1)), (-1, 0, 1, -1), (-1, 2)),
        ("2d10!", (Query("count", ">=", 8), Query("sum"), Query("highest")), (10, 9, 3), (2, 22, 19)),
        ("d6 + d4kl1", (Query("sum"), Query("count", "!=", 6)), (6, 4), (10, 1)),
        ("5d10", (Query("count", "<", 3), Query("count", "<=", 3)), (1, 2, 3, 4, 5), (2, 3)),
    ],
)
def test_a_throw_answers_what_it_is_asked(
    notation: str, asked: tuple[Query, ...], faces: Faces, summary: tuple[int, ...]
) -> None:
    assert summary == summarize(dice(notation), asked, faces)


def test_a_large_pool_answers_all_its_questions_from_few_classes() -> None:
    """Thirty d20 asked for ones, hits and twenties: four classes, so 30 over 4 with repetition at most."""
    asked = (Query("count", "==", 1), Query("count", ">=", 11), Query("count", "==", 20))
    weights = summaries(dice("30d20"), asked)

    assert len(weights) == 5456
    assert sum(weights.values()) == 20**30
    assert weights[(0, 30, 30)] == 1
    assert sum(weight for (ones, hits, _), weight in weights.items() if (ones, hits) == (0, 29)) == 30 * 9 * 10**29


@pytest.mark.parametrize(
    ("notation", "bound", "hits"),
    [("60d6", 6, 1), ("60d2", 2, 1), ("40d10", 8, 3)],
)
def test_counts_of_many_dice_are_binomial(notation: str, bound: int, hits: int) -> None:
    group = dice(notation)
    pool = group.pools[0]
    weights = summaries(group, (Query("count", ">=", bound),))

    for found in range(pool.count + 1):
        expected = comb(pool.count, found) * hits**found * (pool.sides - hits) ** (pool.count - found)
        assert expected == weights[(found,)]


@st.composite
def held_dice(draw: st.DrawFn) -> tuple[Group, Faces]:
    end = draw(st.sampled_from(("", "high", "low")))
    pool = Pool(draw(st.integers(1, 4)), draw(st.integers(2, 5)), end, draw(st.integers(1, 3)) if end else 0)
    held = draw(st.lists(st.integers(1, pool.sides), max_size=pool.count))
    return Group((pool,)), tuple(held)


@given(held_dice(), queries())
def test_dice_thrown_on_are_the_throws_that_begin_with_those_held(
    lying: tuple[Group, Faces], asked: tuple[Query, ...]
) -> None:
    group, held = lying
    beginning = [(faces, chance) for faces, chance in brute.throws(group) if faces[: len(held)] == held]
    whole = sum(chance for _, chance in beginning)
    expected: dict[tuple[int, ...], Fraction] = {}
    for faces, chance in beginning:
        summary = summarize(group, asked, faces)
        expected[summary] = expected.get(summary, Fraction(0)) + chance / whole

    assert dict(sorted(expected.items())) == shares(thrown_on(group, asked, held))
