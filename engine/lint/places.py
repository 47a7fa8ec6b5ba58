"""Where each key of a TOML text stands, since the standard library's reader does not say.

It needs no full grammar: the text has been read as TOML already, so headers and keys are found by
their lines. Keys inside a value get the line of the nearest key that has one of its own.
"""

from __future__ import annotations

import re

KeyPath = tuple[str, ...]

_HEADER = re.compile(r"\s*\[\[?\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*=""")
_PART = re.compile(r"""[A-Za-z0-9_-]+|"[^"]*"|'[^']*'""")


def find_places(text: str) -> dict[KeyPath, int]:
    """The line (from 1) of every table header, key and element of a list that starts a line.

    >>> find_places("[size.small]\\nreach = 5\\n")[("size", "small", "reach")]
    2
    """
    places: dict[KeyPath, int] = {}
    table: KeyPath = ()
    inside: KeyPath | None = None
    element = 0
    counts: dict[KeyPath, int] = {}
    quote = ""
    for number, line in enumerate(text.splitlines(), 1):
        if quote:
            quote = "" if quote in line else quote
            continue
        if inside is not None:
            if line.lstrip().startswith(("{", '"', "'")):
                places[(*inside, str(element))] = number
                element += 1
            if line.strip().startswith("]") or (line.rstrip().endswith("]") and not line.lstrip().startswith("{")):
                inside = None
            continue
        if match := _HEADER.match(line):
            table = tuple(part.strip("\"'") for part in _PART.findall(match[1]))
            if line.lstrip().startswith("[["):
                counts[table] = counts.get(table, -1) + 1
                table = (*table, str(counts[table]))
            places.setdefault(table, number)
        elif match := _KEY.match(line):
            key = (*table, *(part.strip("\"'") for part in _PART.findall(match[1])))
            for length in range(len(table) + 1, len(key) + 1):
                places.setdefault(key[:length], number)
            value = line[match.end() :].strip()
            if value in ("[", "{") or (value.startswith("[") and "]" not in value):
                inside, element = key, 0
            for mark in ('"""', "'''"):
                if value.count(mark) == 1:
                    quote = mark
    return places


def line_of(places: dict[KeyPath, int], key: KeyPath) -> int:
    """The line of a key, or of the nearest one around it, or of the first inside it; 1 if none is known."""
    for length in range(len(key), 0, -1):
        if key[:length] in places:
            return places[key[:length]]
    return min((line for path, line in places.items() if path[: len(key)] == key), default=1)
