"""What the language of rules data allows, and how each part of an expression runs.

A node of the syntax tree that is not named here is not part of the language.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import ExpressionError, shorten

Env = Mapping[str, Any]
Run = Callable[[Env], Any]

QUESTIONS = ("sum", "count", "top", "highest", "lowest", "dice")
FUNCTIONS = ("min", "max", "abs", "shift", "place", "ruling")
RULINGS = "ruling()"

ARITHMETIC: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
}
ORDER: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_SIGNS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
_CONSTANTS = {"none": None, "true": True, "false": False}


@dataclass(frozen=True, slots=True)
class Question:
    """What an expression asks of a group of dice; its `key` holds the answer while evaluating."""

    kind: str
    group: str
    sign: str = ""
    bound: Run | None = None
    key: str = ""


def identify(value: Any) -> Any:
    """A record as its id, anything else as it is, so that records compare with words."""
    return getattr(value, "id", value)


@dataclass(slots=True)
class Part:
    """One node of an expression: how to run it, and what it and the nodes below it name."""

    run: Run
    names: set[str]
    questions: dict[str, Question]
    rulings: set[str]


def _nothing(env: Env) -> Any:
    """The run of a part that is not compiled yet."""


@dataclass(slots=True)
class Inside:
    """Where the parts below a node put what they name."""

    part: Part
    parts: dict[ast.expr, Part]


def compile_part(node: ast.expr, parts: dict[ast.expr, Part]) -> Part:
    """Compile a node and all below it into `parts`; raises ExpressionError for what is not allowed."""
    part = Part(_nothing, set(), {}, set())
    part.run = _compile_node(node, Inside(part, parts))
    parts[node] = part
    return part


def _compile(node: ast.expr, inside: Inside) -> Run:
    below = compile_part(node, inside.parts)
    inside.part.names |= below.names
    inside.part.questions |= below.questions
    inside.part.rulings |= below.rulings
    return below.run


def _compile_node(node: ast.expr, parts: Inside) -> Run:
    match node:
        case ast.Constant(value=bool() | int() | str() as value):
            return lambda env: value
        case ast.Name(id=name) if name in _CONSTANTS:
            constant = _CONSTANTS[name]
            return lambda env: constant
        case ast.Name(id=name):
            parts.part.names.add(name)
            return lambda env: env[name]
        case ast.Attribute(value=base, attr=column):
            return _compile_column(_compile(base, parts), column)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in ARITHMETIC:
            return _compile_arithmetic(type(op), _compile(left, parts), _compile(right, parts))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            inner = _compile(operand, parts)
            return lambda env: None if (value := inner(env)) is None else -value
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            inner = _compile(operand, parts)
            return lambda env: not inner(env)
        case ast.BoolOp(op=ast.And(), values=values):
            runs = [_compile(value, parts) for value in values]
            return lambda env: all(run(env) for run in runs)
        case ast.BoolOp(values=values):
            runs = [_compile(value, parts) for value in values]
            return lambda env: any(run(env) for run in runs)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            asks, yes, no = _compile(test, parts), _compile(body, parts), _compile(orelse, parts)
            return lambda env: yes(env) if asks(env) else no(env)
        case ast.Compare(left=left, ops=ops, comparators=rights):
            return _compile_comparison(left, ops, rights, parts)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in QUESTIONS:
            return _compile_question(name, args, parts)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in FUNCTIONS:
            return _compile_call(name, args, parts)
    raise ExpressionError(f"{shorten(ast.unparse(node))} is not part of the language")


def _compile_column(base: Run, column: str) -> Run:
    def read(env: Env) -> Any:
        record = base(env)
        if record is None:
            return None
        if isinstance(record, str | int):
            raise ExpressionError(f"{shorten(record)} has no column {column}")
        return record.id if column == "id" else record[column]

    return read


def _compile_arithmetic(kind: type[ast.operator], left: Run, right: Run) -> Run:
    apply = ARITHMETIC[kind]

    def compute(env: Env) -> Any:
        a, b = left(env), right(env)
        if a is None or b is None:
            return None
        return None if kind is ast.FloorDiv and b == 0 else apply(a, b)

    return compute


def _compile_comparison(left: ast.expr, ops: list[ast.cmpop], rights: list[ast.expr], parts: Inside) -> Run:
    runs = [_compile(node, parts) for node in (left, *rights)]
    steps = list(zip(runs, [_comparer(op) for op in ops], runs[1:], strict=False))
    if len(steps) == 1:
        a, compare, b = steps[0]
        return lambda env: compare(a(env), b(env))
    return lambda env: all(compare(a(env), b(env)) for a, compare, b in steps)


def _comparer(op: ast.cmpop) -> Callable[[Any, Any], bool]:
    match op:
        case ast.Eq():
            return lambda a, b: bool(identify(a) == identify(b))
        case ast.NotEq():
            return lambda a, b: bool(identify(a) != identify(b))
        case ast.In():
            return lambda a, b: a is not None and b is not None and identify(a) in b
        case ast.NotIn():
            return lambda a, b: a is None or b is None or identify(a) not in b
    if type(op) not in ORDER:
        raise ExpressionError("a comparison other than < <= > >= == != in is not part of the language")
    order = ORDER[type(op)]
    return lambda a, b: a is not None and b is not None and order(a, b)


def _compile_question(kind: str, args: list[ast.expr], parts: Inside) -> Run:
    match kind, args:
        case "count", [ast.Compare(left=ast.Name(id=group), ops=[op], comparators=[bound])] if type(op) in _SIGNS:
            run = _compile(bound, parts)
            if parts.part.questions:
                raise ExpressionError("a count compares faces with a number that does not depend on dice")
            question = Question(kind, group, _SIGNS[type(op)], run, ast.unparse(ast.Call(ast.Name(kind), args, [])))
        case _, [ast.Name(id=group)] if kind != "count":
            question = Question(kind, group, key=f"{kind}({group})")
        case _:
            raise ExpressionError(
                f"{kind}() asks one group of dice" + (" with a comparison" if kind == "count" else "")
            )
    parts.part.questions[question.key] = question
    key = question.key
    return lambda env: env[key]


def _compile_call(name: str, args: list[ast.expr], parts: Inside) -> Run:
    if name == "ruling":
        match args:
            case [ast.Constant(value=str() as ruling)]:
                parts.part.rulings.add(ruling)
                return lambda env: env[RULINGS][ruling]
        raise ExpressionError("ruling() takes one quoted name")
    runs = [_compile(arg, parts) for arg in args]
    if name in ("min", "max") and len(runs) >= 2:
        choose = min if name == "min" else max
        return lambda env: None if None in (values := [run(env) for run in runs]) else choose(values)
    if name == "abs" and len(runs) == 1:
        return lambda env: None if (value := runs[0](env)) is None else abs(value)
    if name == "place" and len(runs) == 1:
        return lambda env: None if (step := runs[0](env)) is None else step.place
    if name == "shift" and len(runs) == 2:
        return lambda env: None if (step := runs[0](env)) is None else step.shifted(runs[1](env))
    raise ExpressionError(f"{name}() with {len(runs)} arguments is not part of the language")
