"""Free dice: exact odds against enumeration and two other libraries, within bounds or refused."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import dyce
import icepool
import pytest

from engine.notation import thrown as thrown_module
from engine.notation.answer import odds_answer, preview
from engine.notation.die import chain_limit
from engine.notation.errors import TooMuch
from engine.notation.grammar import parse
from engine.notation.odds import mean_by_laws, weigh
from engine.notation.thrown import MOST_REROLLS, Throw, read, throw
from engine.notation.tree import CUT, Notation
from engine.notation.work import MOST_WORK, cost

SMALL = (
    "3",
    "2d6",
    "3d4-d6",
    "4d4kh3",
    "3d6kl1",
    "4d4dl1dh1",
    "4d4dh2",
    "3d4kh2>=3",
    "4df",
    "3df!",
    "2df!kh1>=0",
    "3d6>=5",
    "3d4<2",
    "2d4=1",
    "3d4!",
    "3d4!kh2",
    "3d3!>=2",
    "3d3!<=2",
    "3d3!kl2>=2",
    "2d4r1",
    "2d3r1!",
    "2d4ro<=2",
    "2d4ro1!kh1",
    "d4ro<=4",
    "d6r6!",
    "-(2d4-5)*2/3",
    "2d4*d3",
    "(d6+6)/d4",
    "d6/(-d2)",
    "2d4+2d4kh1",
)


class Fork(Exception):
    """The script ends where the dice go on; `ways` faces are possible."""

    def __init__(self, ways: int) -> None:
        self.ways = ways


class Script:
    """A source that shows given faces, and forks where it has no more."""

    def __init__(self, path: tuple[int, ...]) -> None:
        self.left = list(reversed(path))
        self.chance = Fraction(1)

    def randrange(self, start: int, stop: int) -> int:
        if not self.left:
            raise Fork(stop - start)
        self.chance /= stop - start
        return start + self.left.pop()


def every_throw(notation: Notation) -> Iterator[tuple[Throw, Fraction]]:
    paths: list[tuple[int, ...]] = [()]
    while paths:
        path = paths.pop()
        source = Script(path)
        try:
            yield throw(notation, source), source.chance
        except Fork as fork:
            paths += [(*path, way) for way in range(fork.ways)]


def coarse(text: str) -> Notation:
    """A notation whose chains are cut early, so that all of its throws can be listed."""
    return replace(parse(text), cut=Fraction(1, 3))


@pytest.mark.parametrize("text", SMALL)
def test_odds_are_the_distribution_of_read_over_all_throws(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thrown_module, "MOST_REROLLS", 2)
    notation = coarse(text)
    total: Counter[int] = Counter()
    cut = Fraction(0)
    for thrown, chance in every_throw(notation):
        lying = read(notation, thrown.faces)
        assert lying == thrown
        total[lying.total] += chance  # type: ignore[assignment]
        cut += chance if any(chain.cut for term in lying.thrown for chain in term.chains) else 0
    odds = weigh(notation)
    assert odds.total == dict(sorted(total.items()))
    assert odds.remainder == cut
    assert sum(odds.total.values()) == 1


@pytest.mark.parametrize("text", [text for text in SMALL if "!" not in text])
def test_the_mean_by_its_laws_is_that_of_the_distribution(text: str) -> None:
    notation = parse(text)
    assert mean_by_laws(notation, notation.tree) == weigh(notation).mean


MEANS = {"4d6kh3": (15869, 1296), "2d20kh1": (553, 40), "d6!": (21, 5), "10d10!>=8": (10, 3), "3d6!*2": (126, 5)}


@pytest.mark.parametrize(("text", "mean"), MEANS.items())
def test_means_are_exact(text: str, mean: tuple[int, int]) -> None:
    assert weigh(parse(text)).mean == Fraction(*mean)


def exploded(sides: int, text: str) -> icepool.Die[int]:
    notation = parse(text)
    return icepool.d(sides).explode(depth=chain_limit(notation, notation.terms[0]) - 1)


ICEPOOL = {
    "4d6kh3+2": lambda: icepool.d6.highest(4, 3) + 2,
    "10d20kl4": lambda: icepool.d20.lowest(10, 4),
    "5d6dl1dh1": lambda: icepool.d6.pool(5)[1:-1].sum(),
    "12d10dh3": lambda: icepool.d10.lowest(12, 9),
    "30d6": lambda: 30 @ icepool.d6,
    "20d100+7": lambda: 20 @ icepool.d100 + 7,
    "12d10>=8": lambda: 12 @ (icepool.d10 >= 8),
    "4d6r1kh3": lambda: icepool.d6.reroll([1], depth="inf").highest(4, 3),
    "4d6ro<3kh3": lambda: icepool.d6.reroll([1, 2], depth=1).highest(4, 3),
    "5d6!": lambda: 5 @ exploded(6, "5d6!"),
    "4d6!kh3": lambda: exploded(6, "4d6!kh3").highest(4, 3),
    "3d8*d4-d6": lambda: (3 @ icepool.d8) * icepool.d4 - icepool.d6,
    "2d6/d4": lambda: (2 @ icepool.d6) // icepool.d4,
}


@pytest.mark.parametrize("text", ICEPOOL)
def test_odds_equal_those_of_icepool(text: str) -> None:
    oracle = ICEPOOL[text]()
    assert weigh(parse(text)).total == {face: Fraction(oracle.probability(face)) for face in oracle.outcomes()}


D6, D10 = dyce.H(6), dyce.H(10)
DYCE = {
    "4d6kh3+2": lambda: (4 @ dyce.P(D6)).at(slice(1, None)) + 2,
    "5d6dl1dh1": lambda: (5 @ dyce.P(D6)).at(slice(1, 4)),
    "20d6-d10": lambda: 20 @ D6 - D10,
    "12d10>=8": lambda: 12 @ D10.ge(8),
    "4df*2": lambda: (4 @ dyce.H({-1: 1, 0: 1, 1: 1})) * 2,
    "2d6/3": lambda: (2 @ D6) // 3,
}


@pytest.mark.parametrize("text", DYCE)
def test_odds_equal_those_of_dyce(text: str) -> None:
    oracle = DYCE[text]()
    whole = sum(oracle.values())
    found = {int(face): Fraction(weight, whole) for face, weight in oracle.items() if weight}
    assert weigh(parse(text)).total == dict(sorted(found.items()))


@pytest.mark.parametrize(
    "text", ["d6!", "d2!", "10d6!", "30d10!>=8", "4d6!kh3", "d6!+d10!", "d2ro1!", "d1000!", "3df!"]
)
def test_what_is_cut_is_rare_and_said(text: str) -> None:
    answer = odds_answer(text)
    assert 0 < Fraction(answer["remainder"]) < CUT
    assert sum(map(Fraction, answer["total"].values())) == 1
    assert "at most 1 throw in" in answer["note"]
    assert str(chain_limit(parse(text), parse(text).terms[0])) in answer["note"]


def test_nothing_is_said_of_a_cut_where_nothing_explodes() -> None:
    assert not {"remainder", "note"} & set(odds_answer("4d6kh3"))


HOSTILE = (
    "100d1000", "100d1000!", "100d100", "100d6!", "100d6!>=6", "100d2ro1!", "100d2ro1!kh50>=2", "50d1000kh25",
    "100d1000kh1", "d1000*d1000*d1000", "d1000/(d1000)", "10d6!*10d6!", "+".join(["d1000"] * 33),
    "*".join(["d4"] * 14), "(" * 19 + "-".join(["d999r1!"] * 20) + ")" * 19, "-".join(["d100!"] * 33),
)  # fmt: skip


@pytest.mark.parametrize("text", [*HOSTILE, *SMALL, *ICEPOOL], ids=lambda text: text[:16])
def test_odds_are_computed_within_bounds_or_refused_in_one_sentence(text: str) -> None:
    notation = parse(text)
    found = cost(notation, notation.tree)
    if found.work <= MOST_WORK and text not in HOSTILE:
        assert found.values >= len(weigh(notation).weights)
        assert found.bits >= weigh(notation).whole.bit_length() - 1
        assert (found.low, found.high) == (min(weigh(notation).weights), max(weigh(notation).weights)) or "/" in text
    else:
        with pytest.raises(TooMuch, match="for exact odds fewer dice"):
            weigh(notation)
        assert preview(text, 5)["chance"] is None


@pytest.mark.parametrize("text", [*HOSTILE, "100d1000r<1000", "100d20r<=18!"], ids=lambda text: text[:16])
def test_whatever_parses_is_thrown_with_a_bounded_number_of_dice(text: str) -> None:
    notation = parse(text)
    most = sum(term.count * chain_limit(notation, term) for term in notation.terms) * (MOST_REROLLS + 1)
    thrown = throw(notation, random.Random(5))
    assert sum(map(len, thrown.faces.values())) <= most
    assert read(notation, thrown.faces) == thrown
