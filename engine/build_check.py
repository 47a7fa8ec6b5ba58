"""From the `check` tables of a game's data to checks, each with all that it inherits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from engine.check import Check, Input, Mark, Need, Outcome, Race, Saying, Throw
from engine.expression import Expression, parse
from engine.template import Template

Tables = Mapping[str, Any]

MERGED = ("inputs", "let", "throws", "values", "after", "amounts", "marks")


def build_checks(game: str, tables: Tables) -> dict[str, Check]:
    """Build every check of a game, by id."""
    return {name: build_check(game, name, tables) for name in tables}


def build_check(game: str, name: str, tables: Tables) -> Check:
    """Build one check from its own table and those it extends."""
    fields = inherit(name, tables)
    total, rival = fields.get("total"), fields.get("rival")
    return Check(
        name,
        fields["name"],
        fields.get("text", ""),
        fields.get("page", ""),
        game,
        ancestry(name, tables),
        _each(fields.get("inputs", {}), build_input),
        _expressions(fields.get("let", {})),
        _each(fields.get("throws", {}), _throws),
        _expressions(fields.get("values", {})),
        _expression(total),
        _expression(rival),
        parse(f"({total}) - ({rival})") if rival is not None else None,
        tuple(build_outcome(outcome) for outcome in fields.get("outcomes", ())),
        _each(fields.get("after", {}), _throws),
        _expressions(fields.get("amounts", {})),
        _each(fields.get("marks", {}), _marks),
        tuple(Need(parse(str(need["when"])), Template.of(need["text"])) for need in fields.get("needs", ())),
        tuple(_sayings(fields.get("say", ()))),
        _race(fields.get("race")),
    )


def ancestry(name: str, tables: Tables) -> tuple[str, ...]:
    """A check's own id, then the one it extends, and so on; a circle stops."""
    lineage = [name]
    while (parent := tables[lineage[-1]].get("extends")) in tables and parent not in lineage:
        lineage.append(parent)
    return tuple(lineage)


def inherit(name: str, tables: Tables) -> dict[str, Any]:
    """A check's fields with those it extends merged in: tables by key, `say` in a row, dropped inputs gone."""
    fields: dict[str, Any] = {}
    for step in reversed(ancestry(name, tables)):
        own = tables[step]
        for key, value in own.items():
            if key in MERGED:
                fields[key] = {**fields.get(key, {}), **value}
            else:
                fields[key] = [*fields.get(key, ()), *value] if key == "say" else value
        dropped = own.get("without", ())
        fields["inputs"] = {key: value for key, value in fields.get("inputs", {}).items() if key not in dropped}
    if "race" in tables[name]:
        fields.update(throws={}, values={}, outcomes=[], after={}, amounts={}, marks={}, total=None, rival=None)
    return fields


def build_input(name: str, fields: Tables) -> Input:
    """Build one declared input."""
    kind = fields["kind"]
    fallback = {"number": 0, "flag": False, "record": "none", "dice": "none"}.get(kind)
    return Input(
        name,
        kind,
        fields.get("name", name.replace("-", " ").capitalize()),
        fields.get("default", fallback),
        fields.get("min", 0),
        fields.get("max", 0),
        fields.get("of", ""),
        tuple(fields.get("options", ())),
        _expression(fields.get("from")),
        _expression(fields.get("stands-for")),
        fields.get("stands-kind", ""),
        tuple(fields.get("excludes", ())),
    )


def build_outcome(fields: Tables) -> Outcome:
    """Build one verdict."""
    return Outcome(
        fields["id"],
        fields.get("name", fields["id"].replace("-", " ").capitalize()),
        fields.get("tone", "success" if fields.get("success") else "failure"),
        fields.get("success", False),
        _expression(fields.get("when")),
        fields.get("row", ""),
    )


def _throws(name: str, value: str | list[Tables]) -> tuple[Throw, ...]:
    ways = [{"dice": value}] if isinstance(value, str) else value
    return tuple(
        Throw(Template.of(way["dice"]), _expression(way.get("when")), way.get("by", ""), _expression(way.get("times")))
        for way in ways
    )


def _marks(name: str, rules: list[Tables]) -> tuple[Mark, ...]:
    return tuple(
        Mark(
            rule["mark"],
            parse(str(rule["when"])),
            _expression(rule.get("most")),
            rule.get("order", ""),
            rule.get("by", ""),
        )
        for rule in rules
    )


def _each(fields: Tables, build: Callable[[str, Any], Any]) -> Mapping[str, Any]:
    return MappingProxyType({name: build(name, value) for name, value in fields.items()})


def _sayings(items: Iterable[Tables]) -> Iterable[Saying]:
    return (Saying(Template.of(item["text"]), _expression(item.get("when")), item.get("source", "")) for item in items)


def _race(fields: Tables | None) -> Race | None:
    if fields is None:
        return None
    return Race(
        fields["of"],
        build_outcome({"success": True, **fields["wins"]}),
        build_outcome(fields["loses"]),
        fields["needs"],
        parse(str(fields.get("counting", "'cumulative'"))),
        parse(str(fields.get("marks", 1))),
    )


def _expression(text: str | int | None) -> Expression | None:
    return None if text is None else parse(str(text))


def _expressions(fields: Tables) -> Mapping[str, Expression]:
    return MappingProxyType({key.replace("-", "_"): parse(str(text)) for key, text in fields.items()})
