"""What can be wrong with a notation.

::

    BadRequest
    └── NotationError   it does not parse, or goes beyond a bound: the position, what stands there, what could
        └── TooMuch     it can be thrown, but its odds cannot be computed within bounds
"""

from __future__ import annotations

from engine.errors import BadRequest, Complaint


class NotationError(BadRequest):
    """A notation that is not one; `position` counts characters from 1.

    >>> str(NotationError(4, "“x”", "d, +, −, ×, / or the end"))
    'notation: “x” at position 4 was given; allowed is d, +, −, ×, / or the end'
    """

    def __init__(self, position: int, found: str, expected: str) -> None:
        self.position = position
        self.found = found
        self.expected = expected
        super().__init__([Complaint("notation", f"{found} at position {position}", expected)])


class TooMuch(NotationError):
    """A notation whose odds would cost more than an answer may."""

    def __init__(self, text: str, why: str) -> None:
        super().__init__(1, text, why)
        complaint = Complaint("notation", text, why)
        self.complaints = (complaint,)
        self.args = (str(complaint),)
