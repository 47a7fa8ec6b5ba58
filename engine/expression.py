"""The one small language of rules data: numbers, names, choices and questions to dice.

`ast` parses it, a whitelist of nodes makes it safe, and each expression becomes a function once.
Nothing is a value too: arithmetic with `none`, and division by 0, give `none`; an order comparison
with `none` is false.

    'd20 + 4 if edge else 0'    arithmetic, conditions, `and` `or` `not`, `min` `max` `abs`
    "door.dif", "step == 'd6'"  a column of a record; a record equals its id
    "margin in row.missed"      a number in a band
    "ruling('fumble')"          the reading taken at the table
    "shift(die, 2)", "place(die)"        along a track
    "sum(d20)", "count(d20 >= 11)", "top(skill)"   questions to a group of dice
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.errors import ExpressionError, shorten
from engine.grammar import Env, Part, Question, Run, compile_part

LONGEST = 600


@dataclass(frozen=True, slots=True, eq=False)
class Expression:
    """A parsed expression: its text, the names and questions it needs, and how to run it."""

    text: str
    names: frozenset[str]
    questions: tuple[Question, ...]
    rulings: frozenset[str]
    tree: ast.expr
    run: Run
    parts: Mapping[ast.expr, Part]

    def needs(self, known: Env) -> frozenset[str]:
        """The names and question keys whose values still matter once `known` is known.

        >>> sorted(parse("edge and top(d20) or total >= target").needs({"edge": 0, "target": 15}))
        ['total']
        """
        return self._look(self.tree, known)[2]

    def decide(self, known: Env) -> tuple[bool, Any]:
        """Whether `known` decides the value, and the value if so."""
        decided, value, _ = self._look(self.tree, known)
        return decided, value

    def _look(self, node: ast.expr, known: Env) -> tuple[bool, Any, frozenset[str]]:
        """Whether a part is decided, its value if so, and what it needs if not."""
        part = self.parts[node]
        if not part.questions and part.names <= known.keys():
            return True, part.run(known), frozenset()
        needs: frozenset[str] = frozenset()
        match node:
            case ast.BoolOp(op=op, values=values):
                decisive = isinstance(op, ast.Or)
                for value in values:
                    decided, found, more = self._look(value, known)
                    if decided and bool(found) is decisive:
                        return True, found, frozenset()
                    needs |= more
                return False, None, needs
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                decided, found, needs = self._look(operand, known)
                return decided, not found, needs
            case ast.IfExp(test=test, body=body, orelse=orelse):
                decided, found, needs = self._look(test, known)
                if decided:
                    return self._look(body if found else orelse, known)
                return False, None, needs | self._look(body, known)[2] | self._look(orelse, known)[2]
        return False, None, frozenset((part.names - known.keys()) | part.questions.keys())


@lru_cache(maxsize=4096)
def parse(text: str) -> Expression:
    """Parse one expression.

    Raises ExpressionError with what is wrong where.

    >>> parse("max(0, damage - armour)").run({"damage": 2, "armour": 3})
    0
    >>> parse("x if y > 1 else none").run({"x": 4, "y": 0}) is None
    True
    """
    if len(text) > LONGEST:
        raise ExpressionError(f"an expression of at most {LONGEST} characters, not {shorten(text)}")
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        column = getattr(error, "offset", None)
        place = f" at character {column}" if column else ""
        raise ExpressionError(f"does not parse{place}: {shorten(text)}") from None
    parts: dict[ast.expr, Part] = {}
    try:
        whole = compile_part(tree, parts)
    except RecursionError:
        raise ExpressionError(f"is nested too deeply: {shorten(text)}") from None
    return Expression(
        text,
        frozenset(whole.names),
        tuple(whole.questions.values()),
        frozenset(whole.rulings),
        tree,
        whole.run,
        parts,
    )


def addends(expression: Expression, env: Env) -> list[tuple[int, Expression]]:
    """The terms of a sum as (sign, term), choices taken as `env` decides them.

    >>> [(sign, term.text) for sign, term in addends(parse("a + b - 2 if a else 0"), {"a": 1})]
    [(1, 'a'), (1, 'b'), (-1, '2')]
    """
    terms: list[tuple[int, Expression]] = []
    waiting: list[tuple[int, ast.expr]] = [(1, expression.tree)]
    while waiting:
        sign, node = waiting.pop(0)
        match node:
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                waiting[:0] = [(sign, left), (sign, right)]
            case ast.BinOp(left=left, op=ast.Sub(), right=right):
                waiting[:0] = [(sign, left), (-sign, right)]
            case ast.IfExp(test=test, body=body, orelse=orelse) if not parse(ast.unparse(test)).questions:
                waiting.insert(0, (sign, body if parse(ast.unparse(test)).run(env) else orelse))
            case _:
                terms.append((sign, parse(ast.unparse(node))))
    return terms
