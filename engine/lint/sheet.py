"""A game's tables as they were read, with the place of every key: what lint works on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.build import build_kind
from engine.errors import ExpressionError, Fault, shorten
from engine.expression import Expression, parse
from engine.lint.places import KeyPath, line_of
from engine.record import Kind
from engine.schema import BUILT_IN, KIND_FIELDS


@dataclass(slots=True)
class Sheet:
    """The merged tables of a game; the loader fills it, lint reads it."""

    game: str
    tables: dict[str, Any] = field(default_factory=dict)
    files: dict[KeyPath, str] = field(default_factory=dict)
    places: dict[str, dict[KeyPath, int]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    def fault(self, key: KeyPath, found: object, expected: str) -> Fault:
        """A fault at a key; what was found is a phrase, or a value that is shown as written."""
        file = next((self.files[key[:n]] for n in (2, 1) if key[:n] in self.files), None)
        if file is None:
            file = next((name for path, name in self.files.items() if path[0] == key[0]), "game.toml")
        shown = found if isinstance(found, str) else repr(found)
        return Fault(file, line_of(self.places.get(file, {}), key), ".".join(key), shorten(shown), expected)

    def group(self, kind: str) -> Mapping[str, Any]:
        """The tables of a kind by id; empty where there are none."""
        found = self.tables.get(kind)
        return found if isinstance(found, dict) else {}

    def has(self, ref: object) -> bool:
        """Whether `kind/id` names a record."""
        kind, _, name = ref.partition("/") if isinstance(ref, str) else ("", "", "")
        return name in self.group(kind) and kind not in ("game", "kind")

    def kind(self, name: str) -> Kind | None:
        """The kind of that name, as far as its declaration is sound."""
        if name in BUILT_IN:
            return BUILT_IN[name]
        declared = self.group("kind").get(name)
        if not isinstance(declared, dict) or not isinstance(declared.get("name"), str):
            return None
        try:
            return build_kind(name, {key: value for key, value in declared.items() if key in KIND_FIELDS})
        except (TypeError, AttributeError):
            return None

    def parse(self, key: KeyPath, text: str | int) -> tuple[Expression | None, Iterator[Fault]]:
        """An expression and no fault, or none and the fault."""
        try:
            return parse(str(text)), iter(())
        except ExpressionError as error:
            return None, iter([self.fault(key, str(text), f"an expression; this one: {error}")])
