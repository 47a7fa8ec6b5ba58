from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import MOST_DICE, MOST_SIDES, Group, Pool, parse_group
from engine.errors import RollbookError
from tests import brute
from tests.strategies import exploding_groups, groups


class Script:
    """A source that gives the faces written down, each of which must be one that may fall."""

    def __init__(self, *faces: int) -> None:
        self.left = list(faces)

    def randrange(self, start: int, stop: int) -> int:
        face = self.left.pop(0)
        assert face in range(start, stop)
        return face


@pytest.mark.parametrize(
    ("notation", "pools"),
    [
        ("d6", (Pool(1, 6),)),
        (" 2 D 20 KH 1 ", (Pool(2, 20, "high", 1),)),
        ("2d20kl", (Pool(2, 20, "low", 1),)),
        ("3d10kh2", (Pool(3, 10, "high", 2),)),
        ("d%", (Pool(1, 100),)),
        ("4dF", (Pool(4, 3, fudge=True),)),
        ("5d10!", (Pool(5, 10, explodes=True),)),
        ("2d6+d4", (Pool(2, 6), Pool(1, 4))),
        ("0d6 + d4", (Pool(1, 4),)),
        (f"{MOST_DICE}d{MOST_SIDES}", (Pool(MOST_DICE, MOST_SIDES),)),
    ],
)
def test_a_notation_says_which_dice_are_thrown(notation: str, pools: tuple[Pool, ...]) -> None:
    group = parse_group(notation)

    assert group is not None
    assert pools == group.pools


@pytest.mark.parametrize("notation", ["", " ", "0d6", "0d6 + 0d8"])
def test_no_dice_are_no_group(notation: str) -> None:
    assert parse_group(notation) is None


@pytest.mark.parametrize(
    "notation",
    [
        "six", "6", "d", "d0", "2d", "-1d6", "2d6-1", "2d6+1", "1.5d6", "d6kh0", "d6k1", "d6 d6", "61d6", "d1001",
        "d1!", "dF!", "9999999999d6", "d9999999999", "+".join(["d6"] * 7), "d6+", "٣dx", "d6\n\nd6",
    ],
)  # fmt: skip
def test_what_is_no_notation_is_refused_in_a_sentence(notation: str) -> None:
    with pytest.raises(RollbookError) as caught:
        parse_group(notation)

    assert len(str(caught.value)) < 160


@given(groups() | exploding_groups())
def test_parse_print_parse_is_a_fixed_point(group: Group) -> None:
    assert group == parse_group(str(group))


@given(groups() | exploding_groups(), st.randoms(use_true_random=False))
def test_a_throw_is_a_row_of_its_group(group: Group, random: object) -> None:
    faces = group.throw(random)  # type: ignore[arg-type]  # a Random is a source
    dice = group.split(faces)

    assert dice is not None
    assert [pool.count for pool in group.pools] == [len(chains) for chains in dice]
    assert faces == tuple(face for chains in dice for chain in chains for face in chain)


@given(groups())
def test_every_throw_splits_into_the_dice_it_came_from_and_a_shorter_or_longer_row_does_not(group: Group) -> None:
    for faces, _ in brute.throws(group):
        dice = group.split(faces)
        assert dice is not None
        assert faces == tuple(face for chains in dice for (face,) in chains)
        assert group.split(faces[1:]) is None
        assert group.split((*faces, faces[0])) is None


@given(groups(), st.integers(-9, 9))
def test_a_face_that_no_die_has_is_no_throw(group: Group, face: int) -> None:
    pool = group.pools[0]
    rest = tuple(p.lowest for p in group.pools for _ in range(p.count))[1:]

    assert (pool.lowest <= face <= pool.highest) == (group.split((face, *rest)) is not None)


def test_an_exploding_die_is_whole_once_it_shows_less_than_its_highest() -> None:
    group = parse_group("2d6!")

    assert group is not None
    assert group.split((6, 6, 2, 3)) == [[(6, 6, 2), (3,)]]
    assert group.split((6, 6, 2, 6)) is None
    assert group.split((6, 6)) is None
    assert group.split((5, 5, 5)) is None


def test_exploding_dice_take_their_next_face_at_once() -> None:
    group = parse_group("2d6! + d4")

    assert group is not None
    assert group.throw(Script(6, 1, 5, 4)) == (6, 1, 5, 4)


@given(groups())
def test_as_many_dice_are_kept_as_the_notation_says_and_none_dropped_beats_one_kept(group: Group) -> None:
    pool = group.pools[0]
    for faces, _ in brute.throws(Group((pool,))):
        chains = [(face,) for face in faces]
        kept = pool.kept_places(chains)
        worth = {place: -face if pool.end == "low" else face for place, face in enumerate(faces)}
        dropped = worth.keys() - kept
        assert pool.keeps == len(kept)
        assert all(worth[out] <= worth[place] for out in dropped for place in kept)


def test_of_equal_dice_the_one_thrown_first_is_kept() -> None:
    assert frozenset({0}) == Pool(3, 6, "high", 1).kept_places([(4,), (4,), (2,)])


@given(groups(), st.integers(1, 3))
def test_a_group_times_a_factor_has_that_many_dice(group: Group, factor: int) -> None:
    assert group.count * factor == group.times(factor).count


def test_the_chains_of_a_die_have_all_its_weight() -> None:
    for pool in (Pool(1, 6), Pool(1, 3, fudge=True), Pool(1, 2, explodes=True), Pool(1, 10, explodes=True)):
        assert pool.sides**pool.depth == sum(weight for _, weight in pool.chains())


def test_what_lies_beyond_the_longest_chain_is_less_than_one_in_a_thousand_million() -> None:
    for sides in (2, 3, 6, 20, 100, 1000):
        pool = Pool(1, sides, explodes=True)
        assert sides**pool.depth > 10**9
