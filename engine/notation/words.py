"""A throw in words, what became of each die, and the figures of a notation for a reader."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from engine.errors import listed
from engine.notation.bounds import bounds
from engine.notation.die import chain_limit
from engine.notation.printer import pretty
from engine.notation.thrown import Chain, Throw, Thrown
from engine.notation.tree import Dice, Notation
from engine.template import show

_ENDS = {"h": "highest", "l": "lowest"}
_COUNTED = {">=": "at least", "<=": "at most", ">": "above", "<": "below", "=": "showing"}


def steps(thrown: Throw, against: str) -> list[str]:
    """The sentences from the dice to the total: one for each term, one for the arithmetic unless a term is all."""
    said = [term_sentence(term) for term in thrown.thrown]
    plain = isinstance(thrown.notation.tree, Dice) and not against
    return said if plain else [*said, _arithmetic(thrown, against)]


def term_sentence(term: Thrown) -> str:
    """What one term threw and comes to.

    >>> from engine.notation.grammar import parse
    >>> from engine.notation.thrown import read
    >>> term_sentence(read(parse("4d6kh3"), {"4d6kh3": [6, 4, 3, 1]}).thrown[0])
    '4d6kh3: 6, 4, 3 and 1, the highest 3 keep 13'
    """
    said = f"{term.dice}: {_and(map(_chain, term.chains))}"
    if term.dice.counts:
        said += _kept_ones(term) + _count(term)
    elif term.dice.keeps:
        said += _keep(term)
    elif sum(len(chain.faces) for chain in term.chains) > 1:
        said += f", sum {show(term.value)}"
    cut = [len(chain.faces) for chain in term.chains if chain.cut]
    return said + (f"; a chain stops after {cut[0]} dice" if cut else "")


def dice(thrown: Throw) -> Iterator[dict[str, object]]:
    """Every die that lies there: its term, sides, face, what became of it and the rule that did it."""
    for term in thrown.thrown:
        kept = term.kept
        for place, chain in enumerate(term.chains):
            for number, die in enumerate(chain.lying, 1):
                goes_on = term.dice.explodes and die.face == term.dice.faces[-1] and number < len(chain.lying)
                mark, by = _fate(term.dice, die.face, die.rerolled, place in kept, goes_on)
                yield {"group": str(term.dice), "sides": term.dice.sides, "face": die.face, "mark": mark, "by": by}


def cut_sentence(notation: Notation, remainder: Fraction) -> str:
    """Where exploding chains are cut, and how rarely a throw gets there.

    >>> from engine.notation.grammar import parse
    >>> cut_sentence(parse("d10!"), Fraction(1, 10**10))
    'A chain of exploding dice stops after 10 dice; at most 1 throw in 10,000,000,000 gets that far.'
    """
    longest = sorted({chain_limit(notation, term) for term in notation.terms if term.explodes})
    after = listed(longest) if len(longest) < 4 else f"{longest[0]} to {longest[-1]}"
    return f"A chain of exploding dice stops after {after} dice; at most 1 throw in {1 // remainder:,} gets that far."


def reach_of(notation: Notation) -> str:
    """The least and greatest total in words; exploding dice leave an end open.

    >>> from engine.notation.grammar import parse
    >>> reach_of(parse("2d6-d4")), reach_of(parse("2d6!"))
    ('−2 to 11', '2 and up')
    """
    low, high = bounds(notation.tree, lambda term: chain_limit(notation, term))
    lower, higher = bounds(notation.tree, lambda term: chain_limit(notation, term) + 1)
    if (lower, higher) == (low, high):
        return show(low) if low == high else f"{low}–{high}" if low >= 0 else f"{show(low)} to {show(high)}"
    if lower == low:
        return f"{show(low)} and up"
    return f"{show(high)} and down" if higher == high else "no bounds"


def decimal(number: Fraction) -> str:
    """A number for a reader, to at most two places.

    >>> decimal(Fraction(15869, 1296)), decimal(Fraction(21, 2)), decimal(Fraction(-7))
    ('12.24', '10.5', '−7')
    """
    hundredths = round(number * 100)
    text = f"{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}".rstrip("0").rstrip(".")
    return f"−{text}" if hundredths < 0 else text


def _fate(dice: Dice, face: int, rerolled: bool, kept: bool, goes_on: bool) -> tuple[str, str]:
    keeps = "".join(map(str, dice.keeps))
    if rerolled:
        return "rerolled", str(dice.reroll)
    if not kept:
        return "dropped", keeps
    if dice.counts and dice.counts.holds(face):
        return "counted", str(dice.counts)
    if goes_on:
        return "exploded", "!"
    return ("dropped", str(dice.counts)) if dice.counts else ("kept", keeps)


def _chain(chain: Chain) -> str:
    """One die and what followed: "1→6+2" was rerolled, then exploded."""
    text = show(chain.lying[0].face)
    for before, die in pairwise(chain.lying):
        text += f"{'→' if before.rerolled else '+'}{show(die.face)}"
    return text


def _keep(term: Thrown) -> str:
    if len(term.dice.keeps) > 1:
        return f"{_kept_ones(term)}, sum {show(term.value)}"
    (keep,) = term.dice.keeps
    some = _ENDS[keep.word[1]] + (f" {keep.count}" if keep.count > 1 else "")
    if keep.word[0] == "d":
        return f", {show(term.value)} without the {some}"
    return f", the {some} {'keep' if keep.count > 1 else 'keeps'} {show(term.value)}"


def _kept_ones(term: Thrown) -> str:
    kept = [_chain(term.chains[place]) for place in sorted(term.kept)]
    return f"; kept {_and(kept)}" if term.dice.keeps else ""


def _count(term: Thrown) -> str:
    counts = term.dice.counts
    assert counts is not None  # only asked of terms that count
    return f", {term.value or 'none'} {_COUNTED[counts.sign]} {show(counts.bound)}"


def _arithmetic(thrown: Throw, against: str) -> str:
    values = iter([term.value for term in thrown.thrown])

    def value(_: Dice) -> str:
        number = next(values)
        return f"({show(number)})" if number < 0 else show(number)

    text, total = pretty(thrown.notation.tree, value), show(thrown.total)
    whole = total if text.strip("()") == total else f"{text} = {total}"
    return whole + (f" against {against}" if against else "")


def _and(words: Iterator[str] | list[str]) -> str:
    return listed(words, "and")
