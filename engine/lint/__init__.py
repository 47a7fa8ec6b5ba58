"""Every fault of a game's data at once: file, line, key, what was found, what was expected."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Fault
from engine.lint.checks import check_faults
from engine.lint.records import effect_faults, kind_faults, record_faults
from engine.lint.shape import take_sound
from engine.lint.sheet import Sheet
from engine.lint.whole import rulebook_faults
from engine.schema import BUILT_IN, GAME_FIELDS


def find_faults(sheet: Sheet) -> list[Fault]:
    """All faults of a sheet: those of reading the files, of shapes, and of what the rest says."""
    sound, misshapen = take_sound(sheet)
    told = {fault.key for fault in misshapen}
    return [*sheet.faults, *misshapen, *(fault for fault in _faults(sound) if fault.key not in told)]


def _faults(sheet: Sheet) -> Iterator[Fault]:
    about = sheet.tables.get("game")
    if not isinstance(about, dict):
        yield sheet.fault(("game",), "no [game] table", "title, core, check and source of the game")
        about = {}
    for field in GAME_FIELDS:
        if not isinstance(about.get(field, "" if field == "text" else None), str):
            yield sheet.fault(("game", field), about.get(field, "nothing"), "a text")
    for field in about.keys() - set(GAME_FIELDS):
        yield sheet.fault(("game", field), "an unknown field", f"one of {', '.join(GAME_FIELDS)}")
    if isinstance(about.get("check"), str) and about["check"] not in sheet.group("check"):
        yield sheet.fault(("game", "check"), about["check"], "the id of a check")
    yield from kind_faults(sheet)
    for kind, group in sheet.tables.items():
        if kind in ("game", "kind"):
            continue
        if kind not in BUILT_IN and kind not in sheet.group("kind"):
            yield sheet.fault((kind,), f"the kind {kind}", "a kind declared as [kind." + kind + "]")
        elif not isinstance(group, dict):
            yield sheet.fault((kind,), group, f"tables [{kind}.id]")
        else:
            yield from record_faults(sheet, kind)
            yield from effect_faults(sheet, kind)
    yield from check_faults(sheet)
    yield from rulebook_faults(sheet)
