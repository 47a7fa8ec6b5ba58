"""A notation as a tree: what the grammar reads, the printer writes and everything else walks.

The tree is canonical text in another form: `parse(str(notation)) == notation`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

CUT = Fraction(1, 10**9)
"""A throw reaches the cut of an exploding chain with a smaller chance than this."""

COMPARE: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}


@dataclass(frozen=True, slots=True)
class Comparison:
    """Which faces are meant: those `>= 8`, `< 3` or `= 1`."""

    sign: str
    bound: int

    def holds(self, face: int) -> bool:
        """Whether a face is meant."""
        return COMPARE[self.sign](face, self.bound)

    def __str__(self) -> str:
        return f"{self.sign}{self.bound}"


@dataclass(frozen=True, slots=True)
class Reroll:
    """Faces that are thrown again: once, or as long as they are thrown."""

    faces: Comparison
    once: bool = False

    def __str__(self) -> str:
        faces = self.faces.bound if self.faces.sign == "=" else self.faces
        return f"{'ro' if self.once else 'r'}{faces}"


@dataclass(frozen=True, slots=True)
class Keep:
    """Which dice stay: `kh` and `kl` keep the highest or lowest `count`, `dh` and `dl` drop them."""

    word: str
    count: int = 1

    def ranks(self, first: int, last: int) -> tuple[int, int]:
        """Of the dice ranked from `first` to `last - 1`, lowest first, the ranks that stay.

        >>> Keep("kh", 3).ranks(0, 4)
        (1, 4)
        """
        match self.word:
            case "kh":
                return last - self.count, last
            case "kl":
                return first, first + self.count
            case "dh":
                return first, last - self.count
        return first + self.count, last

    def stay(self, values: dict[int, int]) -> dict[int, int]:
        """Of values by place those that stay; of equal ones that a rule keeps, the first thrown.

        >>> Keep("kl").stay({0: 3, 1: 2, 2: 2})
        {1: 2}
        """
        first, last = self.ranks(0, len(values))
        best_first = -1 if self.word in ("kh", "dl") else 1
        order = sorted(values, key=lambda place: (best_first * values[place], place))[: last - first]
        return {place: values[place] for place in sorted(order)}

    def __str__(self) -> str:
        return f"{self.word}{self.count}"


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number, 0 or more."""

    value: int


@dataclass(frozen=True, slots=True)
class Dice:
    """A term: equal dice and what becomes of them, in the order reroll, explode, keep, count."""

    count: int
    sides: int
    fudge: bool = False
    reroll: Reroll | None = None
    explodes: bool = False
    keeps: tuple[Keep, ...] = ()
    counts: Comparison | None = None

    @property
    def faces(self) -> range:
        """The faces of one die; those of a fudge die are -1, 0 and 1."""
        return range(-1, 2) if self.fudge else range(1, self.sides + 1)

    @property
    def ranks(self) -> tuple[int, int]:
        """The ranks that are kept, lowest first, as the first and the one after the last."""
        ranks = 0, self.count
        for keep in self.keeps:
            ranks = keep.ranks(*ranks)
        return ranks

    def __str__(self) -> str:
        count = "" if self.count == 1 else self.count
        rules = (self.reroll or "", "!" if self.explodes else "", *self.keeps, self.counts or "")
        return f"{count}d{'f' if self.fudge else self.sides}{''.join(map(str, rules))}"


@dataclass(frozen=True, slots=True)
class Negate:
    """The negative of what follows a minus sign."""

    of: Node


@dataclass(frozen=True, slots=True)
class Series:
    """Operands joined by signs of one level, `+` and `-` or `*` and `/`, from left to right."""

    first: Node
    rest: tuple[tuple[str, Node], ...]

    @property
    def adds(self) -> bool:
        """Whether its signs are + and -."""
        return self.rest[0][0] in "+-"

    @property
    def operands(self) -> tuple[Node, ...]:
        """All operands, in order."""
        return self.first, *(operand for _, operand in self.rest)


Node = Number | Dice | Negate | Series


@dataclass(frozen=True, slots=True)
class Notation:
    """A whole notation; `cut` bounds the chance that some exploding chain is cut."""

    tree: Node
    cut: Fraction = CUT

    @property
    def terms(self) -> tuple[Dice, ...]:
        """Its dice, from left to right."""
        return tuple(terms(self.tree))


def terms(node: Node) -> Iterator[Dice]:
    """The dice of a tree, from left to right."""
    match node:
        case Dice():
            yield node
        case Negate():
            yield from terms(node.of)
        case Series():
            for operand in node.operands:
                yield from terms(operand)


def apply(sign: str, left: int, right: int) -> int:
    """One step of arithmetic; division rounds down, towards the smaller number.

    >>> apply("/", 7, 2), apply("/", -7, 2)
    (3, -4)
    """
    match sign:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
    return left // right
