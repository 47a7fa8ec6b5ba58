"""Names in expressions, held against what stands at that place when the data is loaded."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from engine.errors import ExpressionError, Fault, listed
from engine.expression import Expression
from engine.lint.places import KeyPath
from engine.lint.sheet import Sheet
from engine.record import Kind
from engine.template import Template

Scope = Mapping[str, str]
"""Every name that may be used, with the kind of record it holds ("" for any other value)."""


def expression_faults(
    sheet: Sheet, key: KeyPath, text: object, scope: Scope, groups: tuple[str, ...] = ()
) -> Iterator[Fault]:
    """Faults of one expression: syntax, names, columns, rulings, groups of dice."""
    if not isinstance(text, str | int) or isinstance(text, bool):
        yield sheet.fault(key, text, "an expression in quotes, or a whole number")
        return
    expression, faults = sheet.parse(key, text)
    yield from faults
    if expression:
        yield from _names(sheet, key, expression, scope, groups)


def template_faults(sheet: Sheet, key: KeyPath, text: object, scope: Scope) -> Iterator[Fault]:
    """Faults of the holes in a text."""
    if not isinstance(text, str):
        yield sheet.fault(key, text, "a text")
        return
    try:
        template = Template.of(text)
    except ExpressionError as error:
        yield sheet.fault(key, text, f"a text with holes such as {{dif}}; this one: {error}")
        return
    for expression in template.expressions:
        yield from _names(sheet, key, expression, scope, ())


def _names(
    sheet: Sheet, key: KeyPath, expression: Expression, scope: Scope, groups: tuple[str, ...]
) -> Iterator[Fault]:
    for name in sorted(expression.names - scope.keys()):
        yield sheet.fault(key, f"the name {name}", listed(sorted(scope)) if scope else "no names here")
    for question in expression.questions:
        if question.group not in groups:
            there = listed(groups) if groups else "none here"
            yield sheet.fault(key, f"a question to the dice {question.group}", f"a group of dice: {there}")
    for ruling in sorted(expression.rulings):
        if ruling not in sheet.group("ruling"):
            yield sheet.fault(key, f"ruling('{ruling}')", "the id of a ruling")
    for node in ast.walk(expression.tree):
        if isinstance(node, ast.Attribute):
            kind = sheet.kind(kind_of(sheet, node.value, scope) or "")
            if kind and node.attr not in ("id", "name") and not _has(kind, node.attr):
                yield sheet.fault(key, ast.unparse(node), f"a column of {kind.id}: {listed(kind.columns) or 'none'}")
        elif isinstance(node, ast.Compare):
            yield from _reading_faults(sheet, key, node)


def _has(kind: Kind, column: str) -> bool:
    return column in kind.columns or column.replace("_", "-") in kind.columns


def _reading_faults(sheet: Sheet, key: KeyPath, node: ast.Compare) -> Iterator[Fault]:
    """A ruling compared with a word must be compared with one of its readings."""
    match node.left, node.comparators:
        case ast.Call(func=ast.Name(id="ruling"), args=[ast.Constant(value=str() as name)]), [
            ast.Constant(value=str() as word)
        ]:
            readings = sheet.group("ruling").get(name, {}).get("readings")
            if isinstance(readings, dict) and word not in readings:
                yield sheet.fault(key, f"the reading '{word}' of {name}", listed(readings))


def kind_of(sheet: Sheet, node: ast.expr, scope: Scope) -> str:
    """The kind of record that an expression gives, as far as its form shows."""
    match node:
        case ast.Name(id=name):
            return scope.get(name, "")
        case ast.Call(func=ast.Name(id="shift"), args=[first, *_]):
            return kind_of(sheet, first, scope)
        case ast.IfExp(body=body, orelse=orelse):
            return kind_of(sheet, body, scope) or kind_of(sheet, orelse, scope)
        case ast.Attribute(value=base, attr=column):
            kind = sheet.kind(kind_of(sheet, base, scope))
            found = kind.columns.get(column) or kind.columns.get(column.replace("_", "-")) if kind else None
            return found.of if found and found.type == "record" else ""
    return ""
