"""Every kind of ask of every check, taken from the engine's own account of its games.

What the browser's Python must be able to import is whatever any of these asks for.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any

Handle = Callable[[str], str]

# A check of free dice is any notation: one with every kind of part in it.
NOTATIONS = ("2d6", "4d6kh3 + 2", "3d6! - d4", "2(d%) + dF", "d20 +", "999d999")


def all_asks(handle: Handle) -> Iterator[str]:
    """Asks as JSON text; `handle` answers those that others take their values from."""
    yield "no JSON"
    yield from (_text(ask=ask) for ask in ("games", "nonsense"))
    for game in _answer(handle, ask="games"):
        yield _text(ask="checks", game=game["id"])
        for check in _answer(handle, ask="checks", game=game["id"]):
            is_notation = any(given["id"] == "notation" for given in check["inputs"])
            for name in NOTATIONS if is_notation else (check["check"],):
                yield from _asks_of(handle, {"game": game["id"], "check": name})


def _asks_of(handle: Handle, check: dict[str, str]) -> Iterator[str]:
    for ask in ("preview", "odds", "roll"):
        yield _text(ask=ask, **check)
        yield _text(ask=ask, **check, inputs={"no-such-input": 1})
    rolled = _answer(handle, ask="roll", **check) or {}
    for faces in _extremes(rolled.get("dice") or ()):
        yield _text(ask="read", **check, faces=faces)
        read = _answer(handle, ask="read", **check, faces=faces) or {}
        for offer in read.get("follow_ups") or ():
            yield _text(ask="roll", **check, faces=faces, follow=offer["id"])


def _extremes(dice: Any) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
    """The dice of a roll with all ones on top, and with all maxima."""
    ones: dict[str, list[int]] = {}
    maxima: dict[str, list[int]] = {}
    for die in dice:
        ones.setdefault(die["group"], []).append(1)
        maxima.setdefault(die["group"], []).append(die["sides"])
    return ones, maxima


def _answer(handle: Handle, **ask: object) -> Any:
    return json.loads(handle(_text(**ask))).get("answer")


def _text(**ask: object) -> str:
    return json.dumps(ask)
