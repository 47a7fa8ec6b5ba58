"""Faults of checks: their inputs, dice, expressions, outcomes and what they extend."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.build_check import ancestry, inherit
from engine.check import TONES
from engine.dice import parse_group
from engine.errors import Fault, RollbookError, listed
from engine.lint.names import Scope, expression_faults, kind_of, template_faults
from engine.lint.places import KeyPath
from engine.lint.records import ID, dice_misfit, unknown
from engine.lint.sheet import Sheet
from engine.schema import (
    BUILT_IN,
    CHECK_FIELDS,
    INPUT_FIELDS,
    INPUT_KINDS,
    MARK_FIELDS,
    MARKS,
    NEED_FIELDS,
    OUTCOME_FIELDS,
    RACE_FIELDS,
    RECORD_FIELDS,
    SAY_FIELDS,
    THROW_FIELDS,
)


def check_faults(sheet: Sheet) -> Iterator[Fault]:
    """Faults of every check of a game."""
    checks = sheet.group("check")
    for name, fields in checks.items():
        if not isinstance(fields, dict):
            continue
        key = ("check", name)
        yield from unknown(sheet, key, fields, (*RECORD_FIELDS, *CHECK_FIELDS))
        if "extends" in fields and fields["extends"] not in checks:
            yield sheet.fault((*key, "extends"), fields["extends"], "the id of a check")
        elif "extends" in fields and checks[ancestry(name, checks)[-1]].get("extends"):
            yield sheet.fault((*key, "extends"), fields["extends"], "a check that does not extend this one in turn")
        else:
            yield from _one(sheet, key, inherit(name, checks))


def _one(sheet: Sheet, key: KeyPath, fields: Mapping[str, Any]) -> Iterator[Fault]:
    scope = _input_scope(fields)
    yield from _inputs_faults(sheet, key, fields, scope)
    for name, text in fields.get("let", {}).items():
        yield from expression_faults(sheet, (*key, "let", name), text, scope)
        scope[name.replace("-", "_")] = _kind(sheet, key, text, scope)
    groups = tuple(name.replace("-", "_") for name in fields.get("throws", {}))
    for name, ways in fields.get("throws", {}).items():
        yield from _throw_faults(sheet, (*key, "throws", name), ways, scope, ())
    for name, text in fields.get("values", {}).items():
        yield from expression_faults(sheet, (*key, "values", name), text, scope, groups)
        scope[name.replace("-", "_")] = ""
    for field in ("total", "rival"):
        if fields.get(field) is not None:
            yield from expression_faults(sheet, (*key, field), fields[field], scope, groups)
    scope = {"target": "", **scope, "total": "", "margin": "", "rival": ""}
    yield from _outcome_faults(sheet, key, fields, scope, groups)
    yield from _yield_faults(sheet, key, fields, {**scope, "outcome": "", "success": ""}, groups)
    for place, need in enumerate(fields.get("needs", ())):
        yield from unknown(sheet, (*key, "needs", str(place)), need, NEED_FIELDS)
        yield from expression_faults(sheet, (*key, "needs", str(place)), need.get("when"), scope)
        yield from template_faults(sheet, (*key, "needs", str(place)), need.get("text"), scope)
    if "race" in fields:
        yield from _race_faults(sheet, (*key, "race"), fields["race"], scope)


def _input_scope(fields: Mapping[str, Any]) -> dict[str, str]:
    return {
        name.replace("-", "_"): declared.get("of", "") if declared.get("kind") == "record" else ""
        for name, declared in fields.get("inputs", {}).items()
        if isinstance(declared, dict)
    }


def _inputs_faults(sheet: Sheet, key: KeyPath, fields: Mapping[str, Any], scope: Scope) -> Iterator[Fault]:
    for name, declared in fields.get("inputs", {}).items():
        yield from _input_faults(sheet, (*key, "inputs", name), name, declared)
        if not isinstance(declared, dict):
            continue
        for field in ("from", "stands-for"):
            if field in declared:
                yield from expression_faults(sheet, (*key, "inputs", name, field), declared[field], scope)
        for other in declared.get("excludes", ()):
            if other not in fields["inputs"]:
                yield sheet.fault((*key, "inputs", name, "excludes"), other, "another input of this check")


def _yield_faults(
    sheet: Sheet, key: KeyPath, fields: Mapping[str, Any], scope: Scope, groups: tuple[str, ...]
) -> Iterator[Fault]:
    """Faults of what comes after the verdict: later dice, amounts, marks, explanations."""
    for name, ways in fields.get("after", {}).items():
        if name in fields.get("throws", {}):
            yield sheet.fault((*key, "after", name), f"the group {name}", "a name that no group of throws has")
        yield from _throw_faults(sheet, (*key, "after", name), ways, scope, groups)
    everything = (*groups, *(name.replace("-", "_") for name in fields.get("after", {})))
    for name, text in fields.get("amounts", {}).items():
        yield from expression_faults(sheet, (*key, "amounts", name), text, scope, everything)
    for name, rules in fields.get("marks", {}).items():
        if name.replace("-", "_") not in everything:
            yield sheet.fault((*key, "marks", name), f"the group {name}", f"a group of dice: {listed(everything)}")
        for place, rule in enumerate(rules):
            yield from _mark_faults(sheet, (*key, "marks", name, str(place)), rule, {**scope, "face": ""}, groups)
    for place, saying in enumerate(fields.get("say", ())):
        yield from _say_faults(sheet, (*key, "say", str(place)), saying, scope, groups)


def _mark_faults(sheet: Sheet, key: KeyPath, rule: Any, scope: Scope, groups: tuple[str, ...]) -> Iterator[Fault]:
    if not isinstance(rule, dict) or rule.get("mark") not in MARKS:
        yield sheet.fault(key, rule, f"a table with a mark: {listed(MARKS)}")
        return
    yield from unknown(sheet, key, rule, MARK_FIELDS)
    for field in ("when", "most"):
        if field in rule or field == "when":
            yield from expression_faults(sheet, key, rule.get(field), scope, groups)
    if rule.get("order", "low") not in ("low", "high"):
        yield sheet.fault(key, rule["order"], "low or high")


def _kind(sheet: Sheet, key: KeyPath, text: object, scope: Scope) -> str:
    expression, _ = sheet.parse(key, str(text))
    return kind_of(sheet, expression.tree, scope) if expression else ""


def _input_faults(sheet: Sheet, key: KeyPath, name: str, declared: Any) -> Iterator[Fault]:
    if not isinstance(declared, dict) or declared.get("kind") not in INPUT_KINDS:
        yield sheet.fault(key, declared, f"a table with a kind: {listed(INPUT_KINDS)}")
        return
    yield from unknown(sheet, key, declared, INPUT_FIELDS)
    if not ID.fullmatch(name):
        yield sheet.fault(key, name, "an id in lower case with hyphens")
    kind, default = declared["kind"], declared.get("default")
    whole = isinstance(default, int) and not isinstance(default, bool)
    if kind in ("number", "target"):
        low, high = declared.get("min"), declared.get("max")
        if not isinstance(low, int) or not isinstance(high, int) or low > high:
            yield sheet.fault(key, f"bounds {low} to {high}", "whole numbers min and max, in order")
        elif whole and not low <= default <= high:  # type: ignore[operator]
            yield sheet.fault((*key, "default"), default, f"a number from {low} to {high}")
        if not whole and default not in (None, "none"):
            yield sheet.fault((*key, "default"), default, "a whole number or none")
    if (
        kind in ("record", "target")
        and declared.get("of") not in sheet.group("kind")
        and declared.get("of") not in BUILT_IN
    ):
        yield sheet.fault((*key, "of"), declared.get("of", "nothing"), "the id of a kind")
    elif kind == "target" and not sheet.group("kind").get(declared["of"], {}).get("ladder"):
        yield sheet.fault((*key, "of"), declared["of"], "a kind that is a ladder")
    elif kind == "record" and default not in (None, "none") and default not in sheet.group(declared["of"]):
        yield sheet.fault((*key, "default"), default, f"none, or the id of a {declared['of']}")
    if kind == "flag" and not isinstance(default, bool | None):
        yield sheet.fault((*key, "default"), default, "true or false")
    if kind == "dice" and default not in (None, "none") and (expected := dice_misfit(default)):
        yield sheet.fault((*key, "default"), default, f"none, or {expected}")
    if kind == "choice" and default not in declared.get("options", ()):
        yield sheet.fault((*key, "default"), default, "one of the options")


def _throw_faults(sheet: Sheet, key: KeyPath, ways: Any, scope: Scope, groups: tuple[str, ...]) -> Iterator[Fault]:
    listed_ways = [{"dice": ways}] if isinstance(ways, str) else ways
    if not isinstance(listed_ways, list):
        yield sheet.fault(key, ways, "dice such as 2d20kh1, or a list of {when, dice, by}")
        return
    for place, way in enumerate(listed_ways):
        at = key if listed_ways is not ways else (*key, str(place))
        yield from unknown(sheet, at, way, THROW_FIELDS)
        for field in ("when", "times"):
            if field in way:
                yield from expression_faults(sheet, at, way[field], scope, groups)
        yield from template_faults(sheet, at, way.get("dice"), scope)
        dice = way.get("dice")
        if isinstance(dice, str) and "{" not in dice:
            try:
                parse_group(dice)
            except RollbookError as error:
                yield sheet.fault(at, dice, f"dice such as 2d20kh1: {error}")


def _outcome_faults(
    sheet: Sheet, key: KeyPath, fields: Mapping[str, Any], scope: Scope, groups: tuple[str, ...]
) -> Iterator[Fault]:
    outcomes = fields.get("outcomes", ())
    for place, outcome in enumerate(outcomes):
        where = (*key, "outcomes", str(place))
        if not isinstance(outcome, dict) or not isinstance(outcome.get("id"), str):
            yield sheet.fault(where, outcome, "a table with an id")
            continue
        yield from unknown(sheet, where, outcome, OUTCOME_FIELDS)
        row = outcome.get("row")
        if row is not None and not sheet.has(row):
            yield sheet.fault(where, row, "the kind/id of a record")
        if outcome.get("tone", "success") not in TONES:
            yield sheet.fault(where, outcome["tone"], listed(TONES))
        if "when" in outcome:
            names = {**scope, "row": row.partition("/")[0]} if isinstance(row, str) else scope
            yield from expression_faults(sheet, where, outcome["when"], names, groups)
        elif place < len(outcomes) - 1:
            yield sheet.fault(where, f"{outcome['id']} without a condition", "`when` on every outcome but the last")
    if outcomes and isinstance(outcomes[-1], dict) and "when" in outcomes[-1]:
        yield sheet.fault((*key, "outcomes"), "a condition on the last outcome", "a last outcome that always holds")


def _say_faults(sheet: Sheet, key: KeyPath, saying: Any, scope: Scope, groups: tuple[str, ...]) -> Iterator[Fault]:
    yield from unknown(sheet, key, saying, SAY_FIELDS)
    if "when" in saying:
        yield from expression_faults(sheet, key, saying["when"], scope, groups)
    yield from template_faults(sheet, key, saying.get("text"), scope)
    if saying.get("source") and not sheet.has(saying["source"]):
        yield sheet.fault(key, saying["source"], "the kind/id of a record")


def _race_faults(sheet: Sheet, key: KeyPath, race: Any, scope: Scope) -> Iterator[Fault]:
    yield from unknown(sheet, key, race, RACE_FIELDS)
    if race.get("of") not in sheet.group("check"):
        yield sheet.fault((*key, "of"), race.get("of", "nothing"), "the id of a check")
    if not isinstance(race.get("needs"), int) or not 1 <= race["needs"] <= 20:
        yield sheet.fault((*key, "needs"), race.get("needs", "nothing"), "a whole number from 1 to 20")
    for side in ("wins", "loses"):
        if not isinstance(race.get(side), dict) or "id" not in race[side]:
            yield sheet.fault((*key, side), race.get(side, "nothing"), "an outcome with an id")
    for field in ("counting", "marks"):
        if field in race:
            yield from expression_faults(sheet, (*key, field), race[field], {**scope, "outcome": "", "success": ""})
