"""What property tests draw from, in the shape of the model: dice, expressions, questions, situations, rulings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from engine.check import Check, Input
from engine.dice import Group, Pool
from engine.record import Band
from engine.rulebook import Game
from engine.situation import situations as records_for_situations
from engine.summary import Query

# ---- dice: small enough to enumerate


@st.composite
def pools(draw: st.DrawFn, most_dice: int = 3, most_sides: int = 5) -> Pool:
    """Equal dice, perhaps with some kept, perhaps fudge dice."""
    count = draw(st.integers(1, most_dice))
    end = draw(st.sampled_from(("", "high", "low")))
    kept = draw(st.integers(1, count + 1)) if end else 0
    if draw(st.booleans()):
        return Pool(count, draw(st.integers(1, most_sides)), end, kept)
    return Pool(count, 3, end, kept, fudge=True)


def groups() -> st.SearchStrategy[Group]:
    """One or two pools that lie in one row."""
    return st.lists(pools(), min_size=1, max_size=2).map(lambda found: Group(tuple(found)))


def exploding_groups() -> st.SearchStrategy[Group]:
    """Dice that go on, with a plain pool beside them or not; two of them at most."""
    exploding = st.builds(
        lambda count, sides, end: Pool(count, sides, end, 1 if end else 0, explodes=True),
        st.integers(1, 2),
        st.sampled_from((4, 6, 10)),
        st.sampled_from(("", "high", "low")),
    )
    return st.tuples(exploding, st.sampled_from(((), (Pool(1, 3),)))).map(lambda pair: Group((pair[0], *pair[1])))


def queries() -> st.SearchStrategy[tuple[Query, ...]]:
    """One to three different questions to a group."""
    counts = st.builds(
        lambda sign, bound: Query("count", sign, bound),
        st.sampled_from(("<", "<=", ">", ">=", "==", "!=")),
        st.integers(-2, 7),
    )
    plain = st.sampled_from(("sum", "top", "highest", "lowest", "dice")).map(Query)
    return st.lists(counts | plain, min_size=1, max_size=3, unique=True).map(tuple)


# ---- the language

NUMBERS, FLAGS, DICE_ANSWERS = ("a", "b", "c"), ("p", "q"), ("sum(g)", "highest(g)", "count(g >= 3)", "dice(g)")


def values_of_names() -> st.SearchStrategy[dict[str, Any]]:
    """A value for every name, answer and band that `expressions` may use."""
    number = st.none() | st.integers(-4, 4)
    answers = st.integers(0, 6)
    return st.fixed_dictionaries(
        {
            **dict.fromkeys(NUMBERS, number),
            **dict.fromkeys(FLAGS, st.booleans()),
            **dict.fromkeys(DICE_ANSWERS, answers),
            "top(g)": st.integers(0, 1),
            "band": st.sampled_from((None, Band(0, 3), Band(2, None))),
        }
    )


def numeric(depth: int = 3) -> st.SearchStrategy[str]:
    """The text of an expression that gives a number or none."""
    leaf = st.sampled_from((*NUMBERS, *DICE_ANSWERS, "none")) | st.integers(0, 5).map(str)
    if not depth:
        return leaf
    below, test = numeric(depth - 1), conditions(depth - 1)
    return (
        leaf
        | st.builds("({} {} {})".format, below, st.sampled_from(("+", "-", "*", "//")), below)
        | st.builds("{}({}, {})".format, st.sampled_from(("min", "max")), below, below)
        | st.builds("{}({})".format, st.sampled_from(("abs", "-")), below)
        | st.builds("({} if {} else {})".format, below, test, below)
    )


def conditions(depth: int = 3) -> st.SearchStrategy[str]:
    """The text of an expression that holds or does not."""
    leaf = st.sampled_from((*FLAGS, "top(g)", "true", "false"))
    if not depth:
        return leaf
    below, number = conditions(depth - 1), numeric(depth - 1)
    return (
        leaf
        | st.builds("{} {} {}".format, number, st.sampled_from(("<", "<=", ">", ">=", "==", "!=")), number).map(
            "({})".format
        )
        | st.builds("({} < {} <= {})".format, number, number, number)
        | st.builds("({} {} band)".format, number, st.sampled_from(("in", "not in")))
        | st.builds("({} {} {})".format, below, st.sampled_from(("and", "or")), below)
        | st.builds("({} if {} else {})".format, below, below, below)
        | st.builds("(not {})".format, below)
    )


def expressions() -> st.SearchStrategy[str]:
    """The text of any expression that has a value for every `values_of_names`."""
    return numeric() | conditions()


# ---- questions to a check


def allowed_values(game: Game, declared: Input) -> list[object]:
    """What an input takes, as it may be written; of a long range the ends, the default and their neighbours."""
    rows = [record.id for record in game.of(declared.of)] if declared.of else []
    none = ["none"] if declared.optional else []
    match declared.kind:
        case "flag":
            return [False, True]
        case "choice":
            return list(declared.options)
        case "record":
            return [*rows, *none]
        case "dice":
            return ["d4", "2d3", "none"]
    default = declared.default if isinstance(declared.default, int) else declared.min
    near = {declared.min, declared.max, *(range(max(declared.min, default - 2), min(declared.max, default + 3)))}
    return [*sorted(near), *rows, *none]


def inputs_of(game: Game, check: Check) -> st.SearchStrategy[dict[str, object]]:
    """Some inputs of a check, each within what it declares."""
    each = {name: st.sampled_from(allowed_values(game, one)) for name, one in check.inputs.items()}
    return st.fixed_dictionaries({}, optional=each).filter(lambda given: not _excluded(check, given))


def _excluded(check: Check, given: Mapping[str, object]) -> bool:
    return any(other in given for name in given for other in check.inputs[name].excludes)


def situations(game: Game, most: int = 3) -> st.SearchStrategy[list[str]]:
    """Up to `most` situations, with or without answers to what they ask."""
    entries = []
    for record in records_for_situations(game):
        asks = sorted({effect.ask.id for effect in record.effects if effect.ask})
        for side in game.kinds[record.kind].situation:
            entries += [f"{side}:{record.ref}"]
            entries += [f"{side}:{record.ref}?{answer}{ask}" for ask in asks for answer in ("", "not-")]
    return st.lists(st.sampled_from(entries), max_size=most, unique=True)


def rulings_of(game: Game) -> st.SearchStrategy[dict[str, object]]:
    """Some rulings, each set to one of its readings."""
    return st.fixed_dictionaries({}, optional={name: st.sampled_from(readings(game, name)) for name in game.rulings})


def readings(game: Game, ruling: str) -> list[object]:
    """Every reading of a ruling; of a number the bounds and its neighbours."""
    record = game.record(f"ruling/{ruling}")
    if record["readings"]:
        return list(record["readings"])
    low, high = record["bounds"]
    return sorted({low, max(low, record["value"] - 1), record["value"], min(high, record["value"] + 1), high})


# ---- what may come from outside


def json_values() -> st.SearchStrategy[Any]:
    """Anything JSON can say, nested."""
    leaves = (
        st.none()
        | st.booleans()
        | st.integers(-(10**12), 10**12)
        | st.floats(allow_nan=True, allow_infinity=True)
        | st.text(max_size=12)
        | st.sampled_from(("none", "d6", "hard", "1e9", "9" * 40, "me:blinded", "essence-nexus", "\ud800"))
    )
    return st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
        max_leaves=8,
    )


def wrong_values() -> st.SearchStrategy[Any]:
    """Values that TOML can hold and that do not belong where they are put."""
    return st.sampled_from(WRONG_VALUES)


WRONG_VALUES: tuple[Any, ...] = (-1, True, "x y", [], ["a"], [{}], {"a": 1})
