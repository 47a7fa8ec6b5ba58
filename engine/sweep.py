"""Expressions over many states of the dice at once, column by column.

The same language as `Expression.run`, one list per name in place of one value; parts that are
settled before the dice are worked out once. It is what keeps large pools in milliseconds.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.expression import Expression
from engine.grammar import ARITHMETIC, ORDER, Env, identify

Column = list[Any]
Columns = Mapping[str, Column]


@dataclass(frozen=True, slots=True)
class Same:
    """A value that is the same in every state."""

    value: Any


UNSEEN = Same(0)
"""Stands for a value that no verdict depends on here, so that nobody worked it out."""


def sweep(expression: Expression, known: Env, columns: Columns, size: int) -> Column:
    """The expression's value in each of `size` states.

    >>> from engine.expression import parse
    >>> sweep(parse("total >= target and a"), {"target": 3, "a": True}, {"total": [2, 3, 4]}, 3)
    [False, True, True]
    """
    return spread(_Sweep(expression, known, columns, size).visit(expression.tree), size)


def spread(found: Same | Column, size: int) -> Column:
    """A value for every state, also where it is the same in all."""
    return [found.value] * size if isinstance(found, Same) else found


@dataclass(frozen=True, slots=True)
class _Sweep:
    expression: Expression
    known: Env
    columns: Columns
    size: int

    def visit(self, node: ast.expr) -> Same | Column:
        part = self.expression.parts[node]
        if not part.questions and part.names <= self.known.keys():
            return Same(part.run(self.known))
        match node:
            case ast.Name(id=name):
                return self.columns.get(name, UNSEEN)
            case ast.Call(func=ast.Name(id="min" | "max" as name), args=args):
                return self._fold(min if name == "min" else max, args)
            case ast.Call(func=ast.Name(id=name)) if part.questions and name not in ("abs", "shift", "place"):
                return self.columns.get(next(iter(part.questions)), UNSEEN)
            case ast.BinOp(left=left, op=op, right=right):
                return _pairs(ARITHMETIC[type(op)], self.visit(left), self.visit(right), None)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return [not value for value in spread(self.visit(operand), self.size)]
            case ast.BoolOp(op=op, values=values):
                return self._junction(isinstance(op, ast.Or), values)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self._choice(test, body, orelse)
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in ORDER:
                return _pairs(ORDER[type(op)], self.visit(left), self.visit(right), False)
            case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq() as op], comparators=[right]):
                compare = operator.eq if isinstance(op, ast.Eq) else operator.ne
                return _pairs(lambda a, b: compare(identify(a), identify(b)), self.visit(left), self.visit(right), None)
        return self._one_by_one(node)

    def _fold(self, choose: Callable[[Any, Any], Any], args: list[ast.expr]) -> Same | Column:
        found = self.visit(args[0])
        for arg in args[1:]:
            found = _pairs(choose, found, self.visit(arg), None)
        return found

    def _junction(self, decisive: bool, values: list[ast.expr]) -> Same | Column:
        """All of the values, or any of them where True is decisive; settled parts first."""
        parts = [self.visit(value) for value in values]
        if any(isinstance(part, Same) and bool(part.value) is decisive for part in parts):
            return Same(decisive)
        open_parts = [part for part in parts if not isinstance(part, Same)]
        if not open_parts:
            return Same(not decisive)
        if len(open_parts) == 1:
            return [bool(value) for value in open_parts[0]]
        return list(map(any if decisive else all, zip(*open_parts, strict=True)))

    def _choice(self, test: ast.expr, body: ast.expr, orelse: ast.expr) -> Same | Column:
        asked = self.visit(test)
        if isinstance(asked, Same):
            return self.visit(body if asked.value else orelse)
        yes, no = spread(self.visit(body), self.size), spread(self.visit(orelse), self.size)
        return [a if t else b for t, a, b in zip(asked, yes, no, strict=True)]

    def _one_by_one(self, node: ast.expr) -> Column:
        """Whatever has no form over columns, state by state."""
        part = self.expression.parts[node]
        needs = [name for name in (*part.names, *part.questions) if name in self.columns]
        # A name that no verdict depends on here is nothing: it must not stop the parts that do count.
        env = dict.fromkeys((*part.names, *part.questions)) | dict(self.known)
        found = []
        for place in range(self.size):
            env.update((name, self.columns[name][place]) for name in needs)
            found.append(part.run(env))
        return found


def _pairs(
    apply: Callable[[Any, Any], Any], left: Same | Column, right: Same | Column, of_none: object
) -> Same | Column:
    if isinstance(left, Same) and isinstance(right, Same):
        return Same(spread(_pairs(apply, [left.value], [right.value], of_none), 1)[0])
    try:
        if isinstance(left, Same):
            fixed = left.value
            return [apply(fixed, value) for value in spread(right, 0)]
        if isinstance(right, Same):
            fixed = right.value
            return [apply(value, fixed) for value in left]
        return list(map(apply, left, right))
    except (TypeError, ZeroDivisionError):
        size = max(len(side) for side in (left, right) if not isinstance(side, Same))
        pairs = zip(spread(left, size), spread(right, size), strict=True)
        return [_apply(apply, a, b, of_none) for a, b in pairs]


def _apply(apply: Callable[[Any, Any], Any], left: Any, right: Any, of_none: object) -> Any:
    try:
        return of_none if left is None or right is None else apply(left, right)
    except ZeroDivisionError:
        return of_none
