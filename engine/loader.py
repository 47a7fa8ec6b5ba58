"""Rules data from a handbook's folder: read, held against the vocabulary, built.

The only module that touches files. The browser gets the same tables as one JSON text.
"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

from engine.build import build_game
from engine.errors import BadRequest, DataFaults, Fault, listed
from engine.lint import find_faults
from engine.lint.places import find_places
from engine.lint.sheet import Sheet
from engine.rulebook import Game, Library

RULES = "rules"
DOCS = Path(__file__).resolve().parent.parent / "docs"


def load_library(docs: Path) -> Library:
    """Every game under `docs`, each a folder with a `rules` folder of TOML files.

    Raises DataFaults with all faults of all games.
    """
    sheets = [read_sheet(folder) for folder in game_folders(docs)]
    faults = [fault for sheet in sheets for fault in find_faults(sheet)]
    if faults:
        raise DataFaults(faults)
    return Library({sheet.game: build_game(sheet.game, sheet.tables) for sheet in sheets})


def find_game(docs: Path, name: str) -> Game:
    """The game of that id under `docs`, without reading the others.

    Raises BadRequest that lists those there are, DataFaults if its data is wrong.
    """
    folders = {folder.name: folder for folder in game_folders(docs)}
    if name not in folders:
        raise BadRequest.on("game", name, listed(folders))
    return load_game(folders[name])


def load_game(folder: Path) -> Game:
    """One game from its folder; raises DataFaults with all its faults."""
    sheet = read_sheet(folder)
    faults = find_faults(sheet)
    if faults:
        raise DataFaults(faults)
    return build_game(sheet.game, sheet.tables)


def lint(folder: Path) -> list[Fault]:
    """All faults of one game's data, in the order of the files."""
    return sorted(find_faults(read_sheet(folder)))


def game_folders(docs: Path) -> list[Path]:
    """The folders of games under `docs`, by name."""
    return sorted(folder.parent for folder in docs.glob(f"*/{RULES}") if folder.is_dir())


def compile_library(docs: Path) -> str:
    """All games' tables as one JSON text for the browser; raises DataFaults."""
    load_library(docs)
    tables = {folder.name: read_sheet(folder).tables for folder in game_folders(docs)}
    return json.dumps({"games": tables}, ensure_ascii=False, separators=(",", ":"))


def read_sheet(folder: Path) -> Sheet:
    """Merge a game's TOML files, remembering where each key stands and what went wrong on the way.

    Raises BadRequest where the folder holds no rules.
    """
    rules = folder / RULES if (folder / RULES).is_dir() else folder
    files = sorted(rules.glob("*.toml"))
    if not files:
        raise BadRequest.on("game", str(folder), f"a folder with {RULES}/*.toml")
    sheet = Sheet(
        folder.name if rules.parent == folder else folder.parent.name if folder.name == RULES else folder.name
    )
    for file in files:
        _merge(sheet, file)
    return sheet


def _merge(sheet: Sheet, file: Path) -> None:
    try:
        text = file.read_text(encoding="utf8")
        tables = tomllib.loads(text)
    except UnicodeDecodeError as error:
        sheet.faults.append(Fault(file.name, 1, "the file", f"a byte that is not UTF-8 at {error.start}", "UTF-8 text"))
        return
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"at line (\d+)", str(error))
        line = int(place[1]) if place else len(text.splitlines())
        sheet.faults.append(Fault(file.name, line, "the file", str(error), "valid TOML"))
        return
    places = find_places(text)
    for kind, group in tables.items():
        if kind == "game" or not isinstance(group, dict):
            _put(sheet, file.name, places, sheet.tables, (kind,), group)
            continue
        for name, fields in group.items():
            _put(sheet, file.name, places, sheet.tables.setdefault(kind, {}), (kind, name), fields)


def _put(
    sheet: Sheet, file: str, places: dict[tuple[str, ...], int], into: dict[str, Any], key: tuple[str, ...], value: Any
) -> None:
    if key[-1] in into:
        first = sheet.files.get(key, "")
        line = next((number for path, number in places.items() if path[: len(key)] == key), 1)
        sheet.faults.append(
            Fault(file, line, ".".join(key), f"a second {'/'.join(key)}", f"one only; the first stands in {first}")
        )
        return
    into[key[-1]] = value
    sheet.files[key] = file
    sheet.places.setdefault(file, {}).update({path: line for path, line in places.items() if path[: len(key)] == key})
