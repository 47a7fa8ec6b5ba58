"""What can go wrong, as one small tree.

::

    RollbookError
    ├── ExpressionError   an expression in rules data does not parse or names nothing
    ├── DataFaults        rules data is wrong: every fault at once
    └── BadRequest        a question from outside cannot be answered
        └── Refused       … because the rules say so (a need not met, an action forbidden)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


class RollbookError(Exception):
    """Anything the engine says no to, in a sentence fit for a reader."""


class ExpressionError(RollbookError):
    """An expression that does not parse, asks for what is not allowed, or names nothing."""


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One fault of rules data: where it stands, what stands there, what was expected.

    >>> str(Fault("difficulty.toml", 7, "difficulty.hard.dif", "'20'", "a whole number"))
    "difficulty.toml:7: difficulty.hard.dif: found '20', expected a whole number"
    """

    file: str
    line: int
    key: str
    found: str
    expected: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.key}: found {self.found}, expected {self.expected}"


class DataFaults(RollbookError):
    """All faults of a game's rules data, in the order of the files."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(faults))
        super().__init__("\n".join(map(str, self.faults)))


@dataclass(frozen=True, slots=True)
class Complaint:
    """One thing wrong with a question: the input, what was given, what is allowed.

    >>> str(Complaint("die", "d7", "d20, d2 or d4"))
    'die: d7 was given; allowed is d20, d2 or d4'
    """

    input: str
    given: str
    allowed: str

    def __str__(self) -> str:
        return f"{self.input}: {self.given} was given; allowed is {self.allowed}"


class BadRequest(RollbookError):
    """A question that names or sets something the rules do not know.

    >>> str(BadRequest.on("game", "chess", "one of those listed by games"))
    'game: chess was given; allowed is one of those listed by games'
    """

    def __init__(self, complaints: Iterable[Complaint]) -> None:
        self.complaints = tuple(complaints)
        super().__init__("\n".join(map(str, self.complaints)))

    @classmethod
    def on(cls, name: str, given: object, allowed: str) -> BadRequest:
        """A refusal with one complaint; what was given is cut to a readable length."""
        return cls([Complaint(name, shorten(given), allowed)])


class Refused(BadRequest):
    """A question that is well formed, but that the rules do not allow.

    >>> str(Refused("Stunned: you can take no actions."))
    'Stunned: you can take no actions.'
    """

    def __init__(self, sentence: str) -> None:
        super().__init__([])
        self.args = (sentence,)


def shorten(value: object, limit: int = 60) -> str:
    """A value as text of at most `limit` characters, control characters made visible.

    >>> shorten("x" * 100, 8)
    'xxxxxxx…'
    """
    text = value if isinstance(value, str) else repr(value)
    text = "".join(c if c.isprintable() else "�" for c in text[: limit + 1])
    return text if len(text) <= limit else text[: limit - 1] + "…"


def listed(names: Iterable[object], joiner: str = "or") -> str:
    """Names as a reader would list them.

    >>> listed(["d4", "d6", "d8"])
    'd4, d6 or d8'
    """
    words = [str(name) for name in names]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {joiner} {words[-1]}" if words else "nothing"
