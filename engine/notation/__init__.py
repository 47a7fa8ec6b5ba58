"""Free dice: a notation such as `4d6kh3+2` parsed, printed, thrown, read from the table, and its exact odds.

The grammar stands at the head of `grammar`; `answer` gives the shapes that scripts and pages rely on.
"""

from engine.notation.grammar import parse
from engine.notation.odds import weigh
from engine.notation.printer import canonical
from engine.notation.thrown import read, throw

__all__ = ["canonical", "parse", "read", "throw", "weigh"]
