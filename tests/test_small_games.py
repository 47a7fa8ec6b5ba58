"""Twelve games that are data only, each held against odds that are computed without the engine."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path

import icepool
import pytest
from dyce import H

from engine.followup import offers
from engine.loader import load_game
from engine.odds import odds
from engine.roll import adjudicate
from engine.rulebook import Game
from engine.setting import settle

GAMES = Path(__file__).parent / "games"
NAMES = sorted(file.stem for file in GAMES.glob("*.toml"))

Load = Callable[[str], Game]
Chances = dict[str, Fraction]


@pytest.fixture(scope="module")
def load(tmp_path_factory: pytest.TempPathFactory) -> Load:
    """Loads a test game by name; the loader reads folders, the games are single files."""
    loaded: dict[str, Game] = {}

    def one(name: str) -> Game:
        if name not in loaded:
            rules = tmp_path_factory.mktemp("docs") / name / "rules"
            rules.mkdir(parents=True)
            shutil.copy(GAMES / f"{name}.toml", rules / "game.toml")
            loaded[name] = load_game(rules.parent)
        return loaded[name]

    return one


def d(sides: int) -> range:
    return range(1, sides + 1)


def share(verdicts: Iterable[str]) -> Chances:
    """The share of each verdict in a list of equally likely ones."""
    counts = Counter(verdicts)
    return {verdict: Fraction(count, counts.total()) for verdict, count in counts.items()}


def spread(numbers: Iterable[int]) -> dict[int, Fraction]:
    """The share of each number among equally likely ones, in order."""
    counts = Counter(numbers)
    return {number: Fraction(counts[number], counts.total()) for number in sorted(counts)}


def present(outcomes: dict[str, Fraction]) -> Chances:
    return {name: chance for name, chance in outcomes.items() if chance}


def chains(sides: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Chains of one exploding die, cut where fewer than one in 10 ** 9 go on, with their chances."""
    depth = next(depth for depth in range(1, 40) if sides**depth > 10**9)
    for length in range(1, depth + 1):
        last = sides if length == depth else sides - 1
        for face in d(last):
            yield (sides,) * (length - 1) + (face,), Fraction(1, sides**length)


def test_there_are_twelve() -> None:
    assert len(NAMES) == 12


@pytest.mark.parametrize("name", NAMES)
def test_every_check_has_odds_that_sum_to_one(load: Load, name: str) -> None:
    game = load(name)
    assert [sum(odds(game, check).outcomes.values()) for check in game.checks] == [1] * len(game.checks)


@pytest.mark.parametrize("bonus", [-3, 0, 7])
@pytest.mark.parametrize("target", [5, 10, 25])
@pytest.mark.parametrize(("up", "down"), [(0, 0), (1, 0), (0, 2), (3, 1)])
def test_advantage(load: Load, bonus: int, target: int, up: int, down: int) -> None:
    one = icepool.d(20)
    die = one.highest(2) if up and not down else one.lowest(2) if down and not up else one

    def read(face: int) -> str:
        return "critical" if face == 20 else "success" if face > 1 and face + bonus >= target else "failure"

    found = odds(load("advantage"), "save", {"bonus": bonus, "target": target, "advantage": up, "disadvantage": down})
    assert present(found.outcomes) == {word: die.map(read).probability(word) for word in die.map(read).outcomes()}


def test_advantage_by_situation(load: Load) -> None:
    game = load("advantage")
    both = odds(game, "save", {"target": "hard"}, "me:blessed,me:dazed")
    assert both == odds(game, "save", {"target": 20})
    assert odds(game, "save", {}, "me:blessed") == odds(game, "save", {"advantage": 1})


@pytest.mark.parametrize("stat", range(-3, 6))
def test_three_tiers(load: Load, stat: int) -> None:
    totals = [sum(faces) + stat for faces in product(d(6), repeat=2)]
    twin = share("strong" if total >= 10 else "weak" if total >= 7 else "miss" for total in totals)
    assert present(odds(load("three-tiers"), "move", {"stat": stat}).outcomes) == twin


def read_pool(faces: tuple[int, ...]) -> str:
    if faces.count(6) >= 2:
        return "critical"
    return "full" if 6 in faces else "partial" if max(faces) >= 4 else "bad"


@pytest.mark.parametrize("dice", range(6))
def test_highest_counts(load: Load, dice: int) -> None:
    throws = product(d(6), repeat=dice) if dice else ((min(pair),) for pair in product(d(6), repeat=2))
    found = odds(load("highest-counts"), "action", {"dice": dice})
    assert present(found.outcomes) == share(map(read_pool, throws))


def test_highest_counts_of_eight(load: Load) -> None:
    found = odds(load("highest-counts"), "action", {"dice": 8})
    sixes = dict((8 @ H(6).eq(6)).items())
    assert found.outcomes["critical"] == 1 - Fraction(5, 6) ** 8 - 8 * Fraction(5**7, 6**8)
    assert found.outcomes["critical"] == 1 - Fraction(sixes[0] + sixes[1], sum(sixes.values()))
    assert found.outcomes["bad"] == Fraction(1, 2**8)


@pytest.mark.parametrize("skill", [1, 4, 49, 50, 73, 99])
def test_percentile(load: Load, skill: int) -> None:
    def read(face: int) -> str:
        if face <= skill // 5:
            return "extreme"
        if face <= skill // 2:
            return "hard"
        if face <= skill:
            return "regular"
        return "fumble" if face == 100 or (skill < 50 and face > 95) else "failure"

    found = odds(load("percentile"), "attempt", {"skill": skill})
    assert present(found.outcomes) == share(map(read, d(100)))


@pytest.mark.parametrize("skill", [-2, 0, 3])
@pytest.mark.parametrize("target", ["terrible", "fair", "legendary"])
def test_fudge_ladder(load: Load, skill: int, target: str) -> None:
    game = load("fudge-ladder")
    height = game.record(f"rung/{target}")["height"]
    margins = [sum(faces) + skill - height for faces in product((-1, 0, 1), repeat=4)]
    found = odds(game, "overcome", {"skill": skill, "target": target})
    assert present(found.outcomes) == share(
        "style" if m >= 3 else "success" if m > 0 else "tie" if m == 0 else "failure" for m in margins
    )
    assert found.amounts["shifts"] == {
        n: Fraction(c, 81) for n, c in sorted(Counter(max(0, m) for m in margins).items())
    }


@pytest.mark.parametrize(("dice", "needed"), [(1, 1), (4, 1), (5, 3)])
def test_sixes(load: Load, dice: int, needed: int) -> None:
    throws = list(product(d(6), repeat=dice))
    found = odds(load("sixes-push"), "task", {"dice": dice, "needed": needed})
    assert found.success == Fraction(sum(faces.count(6) >= needed for faces in throws), len(throws))
    assert found.amounts["ones"] == {
        n: Fraction(c, len(throws)) for n, c in sorted(Counter(f.count(1) for f in throws).items())
    }


@pytest.mark.parametrize("faces", [(1, 2, 3), (2, 2, 2), (6, 1, 5, 4), (1, 1)])
def test_push_holds_ones_and_sixes(load: Load, faces: tuple[int, ...]) -> None:
    needed = 2 if 6 in faces else 1
    thrown = adjudicate(settle(load("sixes-push"), "task", {"dice": len(faces), "needed": needed}), {"d6": list(faces)})
    loose = sum(face not in (1, 6) for face in faces)
    again = list(product(d(6), repeat=loose))
    twin = Fraction(sum(more.count(6) + faces.count(6) >= needed for more in again), len(again))
    assert [offer.chance for offer in offers(thrown)] == [twin]
    assert not list(offers(thrown, ["push"]))


@pytest.mark.parametrize("dice", [1, 2, 5])
def test_tens_explode(load: Load, dice: int) -> None:
    single: dict[int, Fraction] = Counter()
    for chain, chance in chains(10):
        single[sum(face >= 8 for face in chain)] += chance
    pool: dict[int, Fraction] = {0: Fraction(1)}
    for _ in range(dice):
        wider: dict[int, Fraction] = Counter()
        for (one, chance), (more, times) in product(pool.items(), single.items()):
            wider[one + more] += chance * times
        pool = wider
    found = odds(load("tens-explode"), "effort", {"dice": dice})
    assert found.amounts["hits"] == dict(sorted(pool.items()))
    assert found.outcomes["exceptional"] == sum(chance for hits, chance in pool.items() if hits >= 5)
    assert found.outcomes["failure"] == Fraction(7, 10) ** dice
    assert 0 < found.remainder <= dice * Fraction(1, 10**10)


def test_no_dice_in_a_tens_pool(load: Load) -> None:
    found = odds(load("tens-explode"), "effort", {"dice": 0})
    assert present(found.outcomes) == {
        "success": Fraction(1, 10), "dramatic": Fraction(1, 10), "failure": Fraction(4, 5),
    }  # fmt: skip


@pytest.mark.parametrize("sides", [4, 8, 12])
@pytest.mark.parametrize(("modifier", "target"), [(0, 4), (-2, 8), (3, 15)])
def test_wild_die(load: Load, sides: int, modifier: int, target: int) -> None:
    outcomes: dict[str, Fraction] = Counter()
    raises: dict[int, Fraction] = Counter()
    for (trait, chance), (wild, more) in product(chains(sides), chains(6)):
        margin = max(sum(trait), sum(wild)) + modifier - target
        word = (
            "slip" if sum(trait) == sum(wild) == 1
            else "raise" if margin >= 4 else "success" if margin >= 0 else "failure"
        )  # fmt: skip
        outcomes[word] += chance * more
        raises[margin // 4 if word == "raise" else 0] += chance * more
    found = odds(load("wild-die"), "trait", {"die": f"d{sides}", "modifier": modifier, "target": target})
    assert present(found.outcomes) == outcomes
    assert found.amounts["raises"] == dict(sorted(raises.items()))
    assert 0 < found.remainder < Fraction(2, 10**9)


@pytest.mark.parametrize("modifier", [-10, 0, 5, 14, 40])
@pytest.mark.parametrize("target", [5, 15, 25])
def test_four_degrees(load: Load, modifier: int, target: int) -> None:
    words = ["critical-failure", "failure", "success", "critical-success"]

    def read(face: int) -> str:
        over = face + modifier - target
        degree = 3 if over >= 10 else 2 if over >= 0 else 0 if over <= -10 else 1
        return words[max(0, min(3, degree + (face == 20) - (face == 1)))]

    found = odds(load("four-degrees"), "check", {"modifier": modifier, "target": target})
    assert present(found.outcomes) == share(map(read, d(20)))


@pytest.mark.parametrize(("skill", "their_skill"), [(1, 20), (10, 10), (14, 7)])
def test_highest_success(load: Load, skill: int, their_skill: int) -> None:
    def worth(face: int, limit: int) -> int:
        return 100 if face == limit else face if face < limit else 0

    sides = [(worth(mine, skill), worth(theirs, their_skill)) for mine, theirs in product(d(20), d(20))]
    found = odds(load("highest-success"), "contest", {"skill": skill, "their-skill": their_skill})
    assert present(found.outcomes) == share("win" if a > b else "tie" if a == b else "lose" for a, b in sides)


@pytest.mark.parametrize(("stat", "adds"), [(0, 0), (3, 0), (5, 5)])
def test_challenge_dice(load: Load, stat: int, adds: int) -> None:
    words = ["miss", "weak", "strong"]
    throws = list(product(d(6), d(10), d(10)))
    beaten = [sum(min(10, action + stat + adds) > face for face in pair) for action, *pair in throws]
    found = odds(load("challenge-dice"), "action", {"stat": stat, "adds": adds})
    assert present(found.outcomes) == share(words[count] for count in beaten)
    assert found.amounts["twist"] == {0: Fraction(9, 10), 1: Fraction(1, 10)}


@pytest.mark.parametrize(("dice", "their_dice"), [(1, 1), (4, 2), (3, 20)])
def test_opposed_pools(load: Load, dice: int, their_dice: int) -> None:
    hit = icepool.d(6) >= 5
    lead = dice @ hit - their_dice @ hit
    won, lost = Fraction(lead.probability(">", 0)), Fraction(lead.probability("<", 0))
    found = odds(load("opposed-pools"), "clash", {"dice": dice, "their-dice": their_dice})
    assert found.outcomes == {"win": won / (won + lost), "lose": lost / (won + lost)}
