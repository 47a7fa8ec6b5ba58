"""Faults that only several records together show: ladders, bands, rulings, follow-ups."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from engine.build_check import inherit
from engine.errors import Fault, listed
from engine.lint.sheet import Sheet
from engine.record import Band

RANKS = ("H", "M", "L")
_HOLE = re.compile(r"\{[^}]*\}")


def rulebook_faults(sheet: Sheet) -> Iterator[Fault]:
    """Faults of a game's data taken as a whole."""
    for name, fields in sheet.group("kind").items():
        if not isinstance(fields, dict):
            continue
        if fields.get("ladder"):
            yield from _ladder_faults(sheet, name, fields["ladder"])
        if fields.get("tiles"):
            yield from _tile_faults(sheet, name, fields["tiles"], bool(fields.get("gaps")))
    for name, ruling in sheet.group("ruling").items():
        if isinstance(ruling, dict):
            yield from _ruling_faults(sheet, name, ruling)
    for name, follow_up in sheet.group("follow-up").items():
        if isinstance(follow_up, dict) and follow_up.get("holds"):
            yield from _held_faults(sheet, name, follow_up)
    yield from _alias_faults(sheet)


def _lowest(value: Any) -> int | None:
    band = Band.parse(str(value))
    return band.low if band else None


def _ladder_faults(sheet: Sheet, kind: str, column: str) -> Iterator[Fault]:
    last: int | None = None
    for name, fields in sheet.group(kind).items():
        number = _lowest(fields.get(column)) if isinstance(fields, dict) else None
        if number is None:
            continue
        if last is not None and number <= last:
            yield sheet.fault((kind, name, column), f"{number} after {last}", "a ladder whose rows go up")
        last = number


def _tile_faults(sheet: Sheet, kind: str, column: str, gaps: bool) -> Iterator[Fault]:
    last: Band | None = None
    for name, fields in sheet.group(kind).items():
        given = fields.get(column) if isinstance(fields, dict) else None
        band = Band.parse(str(given)) if given is not None else None
        if band is None:
            continue
        if last is not None and not gaps and (last.high is None or band.low != last.high + 1):
            wanted = f"a band that starts at {last.high + 1}" if last.high is not None else "nothing after an open band"
            yield sheet.fault((kind, name, column), f"{band} after {last}", wanted)
        last = band


def _ruling_faults(sheet: Sheet, name: str, ruling: dict[str, Any]) -> Iterator[Fault]:
    key = ("ruling", name)
    if ruling.get("rank") not in RANKS:
        yield sheet.fault((*key, "rank"), ruling.get("rank", "nothing"), listed(RANKS))
    readings, bounds = ruling.get("readings"), ruling.get("bounds")
    if isinstance(readings, dict):
        if ruling.get("taken") not in readings:
            yield sheet.fault((*key, "taken"), ruling.get("taken", "nothing"), listed(readings))
        if not all(isinstance(reading, str) for reading in readings.values()):
            yield sheet.fault((*key, "readings"), "a reading that is no text", "a text for each reading")
    elif not isinstance(ruling.get("value"), int):
        yield sheet.fault(key, "neither readings nor a value", "taken and readings, or value and bounds")
    elif not (isinstance(bounds, list) and len(bounds) == 2 and bounds[0] <= ruling["value"] <= bounds[1]):
        yield sheet.fault((*key, "bounds"), bounds, "two numbers that hold the value between them")


def _held_faults(sheet: Sheet, name: str, follow_up: dict[str, Any]) -> Iterator[Fault]:
    """Dice that stay one by one must be a single pool, and faces that bring no further dice."""
    on, keep = ([given] if isinstance(given := follow_up.get(key), str) else given for key in ("on", "keep"))
    checks = sheet.group("check")
    for ref in on if isinstance(on, list) else ():
        check = ref.partition("/")[2] if isinstance(ref, str) else ""
        throws = inherit(check, checks).get("throws", {}) if isinstance(checks.get(check), dict) else {}
        for group, ways in throws.items():
            texts = [ways] if isinstance(ways, str) else [way.get("dice") for way in ways if isinstance(way, dict)]
            whole = isinstance(keep, list) and group in keep
            if not whole and any(set("+!") & set(_HOLE.sub("", str(text))) for text in texts):
                wanted = f"{group} in keep: only one pool of dice that do not explode can be held in part"
                yield sheet.fault(("follow-up", name, "holds"), follow_up["holds"], wanted)


def _alias_faults(sheet: Sheet) -> Iterator[Fault]:
    for kind, group in sheet.tables.items():
        if kind in ("game", "kind") or not isinstance(group, dict):
            continue
        for name, fields in group.items():
            for alias in fields.get("aliases", ()) if isinstance(fields, dict) else ():
                if alias in group or sheet.has(alias):
                    yield sheet.fault((kind, name, "aliases"), alias, "an id that no record has now")
