"""From the tables of a game's data to its values.

It takes data that lint has found sound: there, every fault is named; here, none is expected.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from engine.build_check import build_checks
from engine.expression import Expression, parse
from engine.record import Ask, Band, Column, Effect, Kind, Record
from engine.rulebook import Game, Ruling
from engine.schema import BUILT_IN, RECORD_FIELDS

Tables = Mapping[str, Any]


def build_game(game: str, tables: Tables) -> Game:
    """Build a game from its merged tables, `{kind: {id: fields}}`."""
    kinds = {**BUILT_IN, **{name: build_kind(name, fields) for name, fields in tables.get("kind", {}).items()}}
    records: dict[str, dict[str, Record]] = {}
    pending: list[tuple[dict[str, Any], Kind, Tables]] = []
    for name, group in tables.items():
        if name in ("game", "kind"):
            continue
        siblings: list[Record] = []
        extra = tables["kind"][name].get("effects", []) if name in tables.get("kind", {}) else []
        for place, (key, fields) in enumerate(group.items()):
            values: dict[str, Any] = {}
            siblings.append(_build_record(game, kinds[name], key, fields, extra, values, place, siblings))
            pending.append((values, kinds[name], fields))
        records[name] = {record.id: record for record in siblings}
    for values, kind, fields in pending:
        values.update({column.id: _value(column, fields, records) for column in kind.columns.values()})
    about = tables["game"]
    return Game(
        game,
        about["title"],
        about["core"],
        about["check"],
        about["source"],
        about.get("text", ""),
        MappingProxyType(kinds),
        MappingProxyType(records),
        MappingProxyType(build_checks(game, tables.get("check", {}))),
        MappingProxyType({name: default_reading(fields) for name, fields in tables.get("ruling", {}).items()}),
    )


def default_reading(ruling: Tables) -> Ruling:
    """The reading a ruling takes unless told otherwise: a word, or a number."""
    reading: Ruling = ruling["taken"] if "taken" in ruling else ruling["value"]
    return reading


def build_kind(name: str, fields: Tables) -> Kind:
    """Build a kind that a game declares."""
    columns = {
        key: Column(key, **{"name": key.replace("-", " ").capitalize(), **column})
        for key, column in fields.get("columns", {}).items()
    }
    plain = {key: value for key, value in fields.items() if key not in ("columns", "effects", "situation")}
    return Kind(
        name,
        plain.pop("name"),
        plain.pop("plural", fields["name"] + "s"),
        plain.pop("page", ""),
        situation=tuple(fields.get("situation", ())),
        columns=MappingProxyType(columns),
        **plain,
    )


def _build_record(
    game: str,
    kind: Kind,
    key: str,
    fields: Tables,
    extra: list[Tables],
    values: dict[str, Any],
    place: int,
    siblings: list[Record],
) -> Record:
    return Record(
        game,
        kind.id,
        key,
        fields["name"],
        fields.get("text", ""),
        fields.get("source", kind.source),
        fields.get("page", kind.page),
        tuple(fields.get("words", ())),
        tuple(fields.get("aliases", ())),
        tuple(fields.get("includes", ())),
        tuple(build_effect(effect) for effect in [*extra, *fields.get("effects", [])]),
        MappingProxyType(values),
        place,
        siblings,
    )


def _value(column: Column, fields: Tables, records: Mapping[str, Mapping[str, Record]]) -> Any:
    given = fields.get(column.id, column.default)
    if given is None or (column.type == "record" and given == "none"):
        return None
    match column.type:
        case "record":
            return records[column.of][given]
        case "records":
            return tuple(records[column.of][name] for name in given)
        case "texts" | "refs":
            return (given,) if isinstance(given, str) else tuple(given)
        case "band":
            return Band.parse(str(given))
        case "formula":
            return str(given)
    return given


def build_effect(fields: Tables) -> Effect:
    """Build an effect from its table."""
    ask = fields.get("ask")
    on = fields["on"]
    return Effect(
        on=(on,) if isinstance(on, str) else tuple(on),
        who=fields.get("who", "me"),
        when=optional(fields, "when"),
        ask=Ask(ask["id"], ask["text"], ask.get("default", False)) if ask else None,
        input=fields.get("input", ""),
        add=optional(fields, "add"),
        set=optional(fields, "set"),
        scale=optional(fields, "scale"),
        ignores=tuple(fields.get("ignores", ())),
        outcome=fields.get("outcome", ""),
        forbid=fields.get("forbid", ""),
        say=fields.get("say", ""),
    )


def optional(fields: Tables, key: str) -> Expression | None:
    """The expression in a field, if the field is there; a plain number is one too."""
    return parse(str(fields[key])) if key in fields else None


def known_fields(kind: Kind) -> tuple[str, ...]:
    """All fields a record of the kind may have."""
    return (*RECORD_FIELDS, *kind.columns)
