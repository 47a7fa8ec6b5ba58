"""Faults of kinds, records and their effects."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from engine.build import known_fields
from engine.build_check import inherit
from engine.dice import parse_group
from engine.errors import Fault, RollbookError, listed
from engine.lint.names import expression_faults, template_faults
from engine.lint.places import KeyPath
from engine.lint.sheet import Sheet
from engine.record import Band, Column, Kind
from engine.schema import (
    ASK_FIELDS,
    BUILT_IN,
    COLUMN_FIELDS,
    COLUMN_TYPES,
    EFFECT_FIELDS,
    KIND_FIELDS,
    LAYOUTS,
    SIDES,
)

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LINK = re.compile(r"\[\[([^\]|]+)(?:\|[^\]]*)?\]\]")


def kind_faults(sheet: Sheet) -> Iterator[Fault]:
    """Faults of the kinds a game declares."""
    for name, fields in sheet.group("kind").items():
        key = ("kind", name)
        if not isinstance(fields, dict):
            yield sheet.fault(key, fields, "a table")
            continue
        if name in BUILT_IN or not ID.fullmatch(name):
            yield sheet.fault(key, name, "an id in lower case with hyphens that is not a built-in kind")
        yield from unknown(sheet, key, fields, KIND_FIELDS)
        if not isinstance(fields.get("name"), str):
            yield sheet.fault((*key, "name"), fields.get("name", "nothing"), "a text")
        if fields.get("layout", "entries") not in LAYOUTS:
            yield sheet.fault((*key, "layout"), fields["layout"], listed(LAYOUTS))
        for side in fields.get("situation", ()):
            if side not in SIDES:
                yield sheet.fault((*key, "situation"), side, listed(SIDES))
        columns = fields.get("columns", {})
        for column, declared in columns.items():
            yield from _column_faults(sheet, (*key, "columns", column), declared)
        kind = sheet.kind(name)
        for default in kind.columns.values() if kind else ():
            if default.default is not None and (expected := _misfit(sheet, default, default.default)):
                yield sheet.fault((*key, "columns", default.id, "default"), default.default, expected)
        for use in ("ladder", "tiles", "derived"):
            if fields.get(use, next(iter(columns), "")) not in columns and fields.get(use):
                yield sheet.fault((*key, use), fields[use], f"a column of this kind: {listed(columns)}")
        if fields.get("gaps") and fields["gaps"] not in sheet.group("ruling"):
            yield sheet.fault((*key, "gaps"), fields["gaps"], "the id of a ruling")


def _column_faults(sheet: Sheet, key: KeyPath, declared: Any) -> Iterator[Fault]:
    if not isinstance(declared, dict):
        yield sheet.fault(key, declared, 'a table such as {type = "number"}')
        return
    yield from unknown(sheet, key, declared, COLUMN_FIELDS)
    if declared.get("type") not in COLUMN_TYPES:
        yield sheet.fault((*key, "type"), declared.get("type", "nothing"), listed(COLUMN_TYPES))
    if declared.get("type") in ("record", "records"):
        of = declared.get("of", "nothing")
        if of not in sheet.group("kind") and of not in BUILT_IN:
            yield sheet.fault((*key, "of"), of, "the id of a kind")


def record_faults(sheet: Sheet, name: str) -> Iterator[Fault]:
    """Faults in the fields of all records of a kind, checks apart."""
    kind = sheet.kind(name)
    if kind is None:
        return
    for record, fields in sheet.group(name).items():
        key = (name, record)
        if not ID.fullmatch(record):
            yield sheet.fault(key, record, "an id in lower case with hyphens")
        if not isinstance(fields, dict):
            yield sheet.fault(key, fields, "a table")
            continue
        yield from common_faults(sheet, key, kind, fields)
        if name == "check":
            continue
        yield from unknown(sheet, key, fields, known_fields(kind))
        for column in kind.columns.values():
            yield from value_faults(sheet, (*key, column.id), column, fields)
        scope = column_scope(kind)
        yield from template_faults(sheet, (*key, "text"), fields.get("text", ""), scope)


def column_scope(kind: Kind) -> dict[str, str]:
    """The names that a record's own text may use."""
    return {column.replace("-", "_"): declared.of for column, declared in kind.columns.items()} | {"row": kind.id}


def common_faults(sheet: Sheet, key: KeyPath, kind: Kind, fields: Mapping[str, Any]) -> Iterator[Fault]:
    """Faults in the fields that every record has."""
    for field, needed in (("name", True), ("text", False), ("page", False), ("source", not kind.source)):
        if field not in fields and needed and not (kind.id == "check" and "extends" in fields):
            yield sheet.fault((*key, field), "nothing", "a text")
        elif not isinstance(fields.get(field, ""), str):
            yield sheet.fault((*key, field), fields[field], "a text")
    for field in ("words", "aliases", "includes"):
        given = fields.get(field, [])
        if not isinstance(given, list) or not all(isinstance(word, str) for word in given):
            yield sheet.fault((*key, field), given, "a list of texts")
    for ref in fields.get("includes", ()):
        if not sheet.has(ref):
            yield sheet.fault((*key, "includes"), ref, "the kind/id of a record")
    for link in LINK.findall(str(fields.get("text", ""))):
        of, _, name = link.strip().partition("/")
        if not sheet.has(link.strip()) and not (of == "kind" and name in sheet.group("kind")):
            yield sheet.fault(
                (*key, "text"), f"[[{link}]]", "a link to the kind/id of a record, or to kind/id of a kind"
            )


def value_faults(sheet: Sheet, key: KeyPath, column: Column, fields: Mapping[str, Any]) -> Iterator[Fault]:
    """Faults of one value against its column's type."""
    if column.id not in fields:
        if column.default is None and not column.optional:
            yield sheet.fault(key, "nothing", f"a value of type {column.type}")
        return
    value = fields[column.id]
    expected = _misfit(sheet, column, value)
    if expected:
        yield sheet.fault(key, value, expected)
    elif column.type == "formula":
        names = {name.replace("-", "_"): "" for name in number_names(sheet)} | {"row": key[0]}
        if key[0] == "follow-up":
            names = {**input_scope(sheet), "total": "", "margin": "", "outcome": "", "success": "", "face": ""}
        yield from expression_faults(sheet, key, value, names)


def _misfit(sheet: Sheet, column: Column, value: Any) -> str:
    whole = isinstance(value, int) and not isinstance(value, bool)
    match column.type:
        case "number":
            low, high = column.min, column.max
            if not whole:
                return "a whole number"
            return (
                f"a number from {low} to {high}"
                if (low is not None and value < low) or (high is not None and value > high)
                else ""
            )
        case "flag":
            return "" if isinstance(value, bool) else "true or false"
        case "texts":
            return (
                ""
                if isinstance(value, str) or (isinstance(value, list) and all(isinstance(v, str) for v in value))
                else "a list of texts"
            )
        case "record":
            return (
                ""
                if isinstance(value, str) and (value in sheet.group(column.of) or (column.optional and value == "none"))
                else "the id of a " + column.of
            )
        case "records":
            return (
                ""
                if isinstance(value, list) and all(isinstance(v, str) and v in sheet.group(column.of) for v in value)
                else f"a list of ids of {column.of}"
            )
        case "refs":
            refs = [value] if isinstance(value, str) else value
            return "" if isinstance(refs, list) and all(map(sheet.has, refs)) else "a list of kind/id"
        case "band":
            return "" if whole or (isinstance(value, str) and Band.parse(value)) else "a band such as 1-4 or 10+"
        case "dice":
            return dice_misfit(value)
        case "table":
            return "" if isinstance(value, dict | list) else "a table"
    return "" if isinstance(value, str) else "a text"


def dice_misfit(value: Any) -> str:
    """What was expected in place of a value that is no dice notation; empty where it is one."""
    try:
        return "" if isinstance(value, str) and (parse_group(value) or True) else "dice such as 2d6"
    except RollbookError as error:
        return f"dice such as 2d6: {error}"


def number_names(sheet: Sheet) -> list[str]:
    """Ids of everything a formula may name: a character's numbers and other derived values."""
    kinds = [
        name
        for name, fields in sheet.group("kind").items()
        if isinstance(fields, dict) and (fields.get("number") or fields.get("derived"))
    ]
    return [record for kind in ("number", "derived", *kinds) for record in sheet.group(kind)]


def input_scope(sheet: Sheet) -> dict[str, str]:
    """Every input of every check by its name in expressions, with the kind it holds."""
    scope: dict[str, str] = {}
    checks = sheet.group("check")
    for name in checks:
        if isinstance(checks[name], dict):
            for key, declared in inherit(name, checks).get("inputs", {}).items():
                of = declared.get("of", "") if isinstance(declared, dict) and declared.get("kind") == "record" else ""
                scope[key.replace("-", "_")] = scope.get(key.replace("-", "_")) or of
    return scope


def effect_faults(sheet: Sheet, name: str) -> Iterator[Fault]:
    """Faults in the effects of a kind and of its records."""
    shared = sheet.group("kind").get(name, {})
    owners = [(("kind", name), shared)] + [((name, record), fields) for record, fields in sheet.group(name).items()]
    for key, fields in owners:
        effects = fields.get("effects", []) if isinstance(fields, dict) else []
        if not isinstance(effects, list):
            yield sheet.fault((*key, "effects"), effects, "a list of effects")
            continue
        for place, effect in enumerate(effects):
            yield from _effect_faults(sheet, (*key, "effects", str(place)), effect, name)


def _effect_faults(sheet: Sheet, key: KeyPath, effect: Any, kind: str) -> Iterator[Fault]:
    if not isinstance(effect, dict):
        yield sheet.fault(key, effect, "a table")
        return
    yield from unknown(sheet, key, effect, EFFECT_FIELDS)
    on = effect.get("on", [])
    on = [on] if isinstance(on, str) else on
    if not on:
        yield sheet.fault((*key, "on"), "nothing", "the check or derived value that it changes")
    for ref in on:
        if not sheet.has(ref):
            yield sheet.fault((*key, "on"), ref, "the kind/id of a check or a derived value")
    if effect.get("who", "me") not in SIDES:
        yield sheet.fault((*key, "who"), effect["who"], listed(SIDES))
    for ref in effect.get("ignores", ()):
        if not sheet.has(ref):
            yield sheet.fault((*key, "ignores"), ref, "the kind/id of a record")
    inputs = input_scope(sheet)
    if effect.get("input") and effect["input"].replace("-", "_") not in inputs:
        yield sheet.fault((*key, "input"), effect["input"], "an input of a check: " + listed(inputs))
    if not any(word in effect for word in ("add", "set", "scale", "ignores", "outcome", "forbid")):
        yield sheet.fault(key, "no change", "one of add, set, scale, ignores, outcome, forbid")
    for field in ("when", "add", "set", "scale"):
        if field in effect:
            scope = {**inputs, "check": "", "row": kind, **({"this": ""} if field in ("set", "scale") else {})}
            yield from expression_faults(sheet, (*key, field), effect[field], scope)
    if "outcome" in effect and effect["outcome"] not in _outcomes(sheet, on):
        yield sheet.fault((*key, "outcome"), effect["outcome"], "an outcome of the check")
    yield from _asked_faults(sheet, key, effect, kind)


def _asked_faults(sheet: Sheet, key: KeyPath, effect: Mapping[str, Any], kind: str) -> Iterator[Fault]:
    if "ask" in effect:
        yield from unknown(sheet, (*key, "ask"), effect["ask"], ASK_FIELDS)
        if not isinstance(effect["ask"], dict) or not {"id", "text"} <= effect["ask"].keys():
            yield sheet.fault((*key, "ask"), effect["ask"], "an id and a text")
    if "say" in effect:
        scope = {**column_scope(known), "add": ""} if (known := sheet.kind(kind)) else {"add": ""}
        yield from template_faults(sheet, (*key, "say"), effect["say"], scope)


def _outcomes(sheet: Sheet, on: list[Any]) -> set[str]:
    checks = [ref.partition("/")[2] for ref in on if isinstance(ref, str)]
    return {
        outcome.get("id", "")
        for check in checks
        if check in sheet.group("check")
        for outcome in inherit(check, sheet.group("check")).get("outcomes", ())
    }


def unknown(sheet: Sheet, key: KeyPath, fields: Any, known: tuple[str, ...]) -> Iterator[Fault]:
    """A fault for each field that the vocabulary does not have there."""
    for field in fields if isinstance(fields, dict) else ():
        if field not in known:
            yield sheet.fault((*key, field), f"the unknown field {field}", listed(known))
