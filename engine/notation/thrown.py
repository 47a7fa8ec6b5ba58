"""One throw of a notation, thrown with a given source of randomness or typed in; one reading for both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from engine.dice import Source
from engine.notation.bounds import face_remains
from engine.notation.die import chain_limit
from engine.notation.tree import Dice, Negate, Node, Notation, Number, apply
from engine.notation.typed import Typed

MOST_REROLLS = 10


class Hand(Protocol):
    """Whoever puts dice on the table, one after the other."""

    def face(self, dice: Dice, rerolls: int) -> int:
        """The next face of a term; `rerolls` says how often this die was thrown again already."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A die that lies there, and whether another was thrown in its place."""

    face: int
    rerolled: bool = False


@dataclass(frozen=True, slots=True)
class Chain:
    """One die with all that it added by exploding, in the order thrown; `cut` if it would have gone on."""

    lying: tuple[Lying, ...]
    cut: bool = False

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces that stand."""
        return tuple(die.face for die in self.lying if not die.rerolled)


@dataclass(frozen=True, slots=True)
class Thrown:
    """A term as it lies: its chains in order, and the places of those that are kept."""

    dice: Dice
    chains: tuple[Chain, ...]

    @property
    def kept(self) -> frozenset[int]:
        """The places of the chains that are kept."""
        values = {place: sum(chain.faces) for place, chain in enumerate(self.chains)}
        for keep in self.dice.keeps:
            values = keep.stay(values)
        return frozenset(values)

    @property
    def value(self) -> int:
        """What the term comes to: the sum or the count of the faces that are kept."""
        faces = [face for place in self.kept for face in self.chains[place].faces]
        return sum(map(self.dice.counts.holds, faces)) if self.dice.counts else sum(faces)


@dataclass(frozen=True, slots=True)
class Throw:
    """A notation with all its dice on the table."""

    notation: Notation
    thrown: tuple[Thrown, ...]

    @property
    def total(self) -> int:
        """What the notation comes to."""
        return evaluate(self.notation.tree, iter([term.value for term in self.thrown]))

    @property
    def faces(self) -> dict[str, list[int]]:
        """All faces in the order thrown, by the term's text; equal terms share one list."""
        faces: dict[str, list[int]] = {}
        for term in self.thrown:
            faces.setdefault(str(term.dice), []).extend(die.face for chain in term.chains for die in chain.lying)
        return faces


def throw(notation: Notation, source: Source) -> Throw:
    """Throw all dice of a notation with the given source of randomness."""
    return _lay(notation, _Thrower(source))


def read(notation: Notation, faces: Mapping[str, object]) -> Throw:
    """Read faces that a reader typed, by the term's text: each die, what it was rerolled to, what it added.

    Raises BadRequest unless they are what the notation throws.

    >>> from engine.notation.grammar import parse
    >>> read(parse("4d6kh3+2"), {"4d6kh3": [6, 1, 3, 4]}).total
    15
    """
    hand = Typed(notation, faces)
    lying = _lay(notation, hand)
    hand.finish()
    return lying


def evaluate(node: Node, values: Iterator[int]) -> int:
    """The value of a tree whose terms have the given values, from left to right."""
    match node:
        case Number():
            return node.value
        case Dice():
            return next(values)
        case Negate():
            return -evaluate(node.of, values)
    total = evaluate(node.first, values)
    for sign, operand in node.rest:
        total = apply(sign, total, evaluate(operand, values))
    return total


class _Thrower:
    def __init__(self, source: Source) -> None:
        self._source = source

    def face(self, dice: Dice, rerolls: int) -> int:
        # Throwing until a face stands is the same as choosing among those that stand, but need not end.
        shown = [face for face in dice.faces if rerolls < MOST_REROLLS or face_remains(dice, face)]
        return shown[self._source.randrange(0, len(shown))]


def _lay(notation: Notation, hand: Hand) -> Throw:
    return Throw(notation, tuple(_lay_term(dice, chain_limit(notation, dice), hand) for dice in notation.terms))


def _lay_term(dice: Dice, longest: int, hand: Hand) -> Thrown:
    return Thrown(dice, tuple(_lay_chain(dice, longest, hand) for _ in range(dice.count)))


def _lay_chain(dice: Dice, longest: int, hand: Hand) -> Chain:
    lying: list[Lying] = []
    for _ in range(longest):
        lying += _lay_die(dice, hand)
        if not dice.explodes or lying[-1].face != dice.faces[-1]:
            return Chain(tuple(lying))
    return Chain(tuple(lying), cut=True)


def _lay_die(dice: Dice, hand: Hand) -> Iterator[Lying]:
    """One die until a face stands; what is thrown again stays on the table beside it."""
    rerolls = 0
    face = hand.face(dice, rerolls)
    while dice.reroll and dice.reroll.faces.holds(face) and not (dice.reroll.once and rerolls):
        yield Lying(face, rerolled=True)
        rerolls += 1
        face = hand.face(dice, rerolls)
    yield Lying(face)
