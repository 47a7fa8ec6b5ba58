"""The same questions about dice for three engines: ours, and icepool and dyce with the rules written out by hand.

python -m tests.bench.oracle NAME    prints times in milliseconds and a digest of the answers, as JSON
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import product
from statistics import median
from time import perf_counter

from tests.test_oracles import DICE, KEEPS, LADDER, judge, kept_by_dyce, kept_by_icepool

AGAIN = 5
TESTS = tuple(product(DICE, KEEPS, LADDER))
# Count, sides, and which of the dice in ascending order are kept.
POOLS: Mapping[str, tuple[int, int, slice]] = {
    "3d6": (3, 6, slice(None)),
    "20d6": (20, 6, slice(None)),
    "8d12": (8, 12, slice(None)),
    "2d20kh1": (2, 20, slice(1, None)),
    "4d6kh3": (4, 6, slice(1, None)),
    "5d10kl2": (5, 10, slice(0, 2)),
    "10d6kh5": (10, 6, slice(5, None)),
    "12d8kh3": (12, 8, slice(9, None)),
}
Answers = list[dict[str, Fraction]]
Pair = tuple[Callable[[], Answers], Callable[[], Answers]]


def answers(chances: Iterable[tuple[object, Fraction]]) -> dict[str, Fraction]:
    """Chances by name, the impossible left out."""
    return {str(name): chance for name, chance in sorted(chances, key=lambda pair: str(pair[0])) if chance}


def ours() -> Pair:
    """This project's engine, which reads the rules from their data."""
    from engine.notation.grammar import parse
    from engine.notation.odds import weigh
    from engine.odds import odds
    from tests.handbook import nexus

    game = nexus()

    def tests() -> Answers:
        asked = ({"die": die, "target": row, **keep} for die, keep, row in TESTS)
        return [answers(odds(game, "skill-test", inputs).outcomes.items()) for inputs in asked]

    return tests, lambda: [answers(weigh(parse(text)).total.items()) for text in POOLS]


def of_icepool() -> Pair:
    """icepool."""
    import icepool

    def tests() -> Answers:
        found = []
        for die, keep, row in TESTS:
            dice, target = DICE[die], LADDER[row]
            skill = icepool.Pool([icepool.d(sides) for sides in dice]).sum() if dice else icepool.Die([0])
            verdicts = icepool.map(
                lambda d20, sk, to=target, dice=dice: judge(d20, sk, dice, to), kept_by_icepool(keep), skill
            )
            found.append(answers((verdict, verdicts.probability(verdict)) for verdict in verdicts))
        return found

    def pools() -> Answers:
        kept = (icepool.d(sides).pool(count)[which].sum() for count, sides, which in POOLS.values())
        return [answers((total, die.probability(total)) for total in die) for die in kept]

    return tests, pools


def of_dyce() -> Pair:
    """dyce."""
    from dyce import H, P

    def tests() -> Answers:
        found = []
        for die, keep, row in TESTS:
            d20, dice = kept_by_dyce(keep), DICE[die]
            skill = P(*dice).h() if dice else H({0: 1})
            weights: Counter[str] = Counter()
            for (face, times), (sum_, ways) in product(d20.items(), skill.items()):
                weights[judge(face, sum_, dice, LADDER[row])] += times * ways
            found.append(answers((verdict, Fraction(weight, weights.total())) for verdict, weight in weights.items()))
        return found

    def pools() -> Answers:
        kept = (P(*[sides] * count).at(which) for count, sides, which in POOLS.values())
        return [answers((total, Fraction(weight, h.total)) for total, weight in h.items()) for h in kept]

    return tests, pools


ENGINES = {"ours": ours, "icepool": of_icepool, "dyce": of_dyce}


def times(work: Callable[[], Answers]) -> dict[str, object]:
    """How long the questions take when asked first and when asked again, what an engine keeps in mind included."""
    start = perf_counter()
    found = work()
    first, again = perf_counter() - start, []
    for _ in range(AGAIN):
        start = perf_counter()
        work()
        again.append(perf_counter() - start)
    digest = hashlib.sha256(repr(found).encode()).hexdigest()
    return {"first": first * 1000, "again": median(again) * 1000, "answers": digest}


if __name__ == "__main__":
    print(json.dumps([times(work) for work in ENGINES[sys.argv[1]]()]))
