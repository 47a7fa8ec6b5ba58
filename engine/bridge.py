"""The engine as one function over JSON text: the whole of what a browser may ask.

A request names what it asks and of which check::

    {"ask": "odds", "game": "…", "check": "…", "inputs": {…}, "with": "me:…", "rulings": "name:value"}

`ask` is games, checks, odds, roll, read, preview or derive. `read` needs `faces` by group; `roll` may
take `follow` (a follow-up's id) with the `faces` it follows and the ids already `used`; `derive` works
out a `value` such as `derived/lift` from a character's `numbers`. The answer is
`{"ok": true, "answer": …}`, or `{"ok": false, "faults": […], "text": …}` for what is wrong with the request.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from typing import Any

from engine.answer import checks_answer, derived_answer, games_answer, odds_answer, preview, roll_answer
from engine.derive import derive
from engine.dice import Source
from engine.errors import BadRequest, RollbookError, listed
from engine.followup import follow
from engine.notation import answer as notation
from engine.opening import open_library_text
from engine.roll import adjudicate, roll
from engine.rulebook import Library
from engine.setting import Setting, settle

LONGEST = 20_000

Request = Mapping[str, Any]
FIELDS = ("ask", "game", "check", "inputs", "with", "rulings", "faces", "follow", "used", "value", "numbers")

_opened: list[Library] = []


def open_library(text: str) -> None:
    """Take the compiled rules; later requests are answered from them."""
    _opened[:] = [open_library_text(text)]


def library() -> Library:
    """The rules in use: those opened, else those of the docs folder, read once."""
    if not _opened:
        # A browser is handed its rules; it should not wait for what reads and checks their files.
        from engine.loader import DOCS, load_library

        _opened.append(load_library(DOCS))
    return _opened[0]


def handle(text: str, source: Source | None = None) -> str:
    """Answer one request; never raises.

    >>> json.loads(handle("{}"))["text"]
    'ask: nothing was given; allowed is games, checks, odds, roll, read, preview or derive'
    """
    try:
        answer = {"ok": True, "answer": respond(parse_request(text), source or random.SystemRandom())}
    except BadRequest as error:
        faults = [{"input": c.input, "given": c.given, "allowed": c.allowed, "text": str(c)} for c in error.complaints]
        answer = {"ok": False, "faults": faults, "text": str(error)}
    except RollbookError as error:
        answer = {"ok": False, "faults": [], "text": str(error)}
    return json.dumps(answer, ensure_ascii=False)


def parse_request(text: str) -> Request:
    """A request from its text; raises BadRequest unless it is a small JSON object of known fields."""
    if len(text) > LONGEST:
        raise BadRequest.on("request", f"{len(text)} characters", f"at most {LONGEST}")
    try:
        request = json.loads(text)
    except (ValueError, RecursionError):
        raise BadRequest.on("request", text, "a JSON object") from None
    if not isinstance(request, dict):
        raise BadRequest.on("request", text, "a JSON object")
    for field, kinds in {
        "inputs": (dict,),
        "with": (str, list),
        "rulings": (str, dict),
        "faces": (dict,),
        "numbers": (dict,),
        "used": (list,),
    }.items():
        if not isinstance(request.get(field, kinds[0]()), kinds):
            raise BadRequest.on(field, request[field], f"a JSON {listed(_JSON[kind] for kind in kinds)}")
    for field in ("with", "used"):
        if not all(isinstance(item, str) for item in request.get(field, ())):
            raise BadRequest.on(field, request[field], "texts only")
    for field in request:
        if field not in FIELDS:
            raise BadRequest.on(field, request[field], "one of the fields " + listed(FIELDS))
    return request


_JSON = {dict: "object", str: "text", list: "array"}


def respond(request: Request, source: Source) -> Any:
    """The answer to a sound request; raises BadRequest for what the rules do not know or allow."""
    ask = request.get("ask", "nothing")
    if not isinstance(ask, str) or ask not in _ANSWERS:
        raise BadRequest.on("ask", ask, listed(_ANSWERS))
    if request.get("game") == notation.GAME and ask in _FREE:
        return _FREE[ask](request, source)
    return _ANSWERS[ask](request, source)


def _setting(request: Request) -> Setting:
    game = library().game(_word(request, "game"))
    return settle(
        game, _word(request, "check"), request.get("inputs", {}), request.get("with", ""), request.get("rulings", "")
    )


def _word(request: Request, field: str) -> str:
    value = request.get(field, "nothing")
    if not isinstance(value, str):
        raise BadRequest.on(field, value, "a text")
    return value


def _games(request: Request, source: Source) -> Any:
    return [*games_answer(library().games), notation.game_answer()]


def _checks(request: Request, source: Source) -> Any:
    return checks_answer(library().game(_word(request, "game")))


def _odds(request: Request, source: Source) -> Any:
    return odds_answer(_setting(request))


def _roll(request: Request, source: Source) -> Any:
    used = tuple(request.get("used", ()))
    if "follow" not in request:
        return roll_answer(roll(_setting(request), source), used)
    name = _word(request, "follow")
    before = adjudicate(_setting(request), request.get("faces", {}))
    after = follow(before, name, source, used)
    return roll_answer(after, (*used, name), paid=f"{after.setting.game.record(f'follow-up/{name}').name}: ")


def _read(request: Request, source: Source) -> Any:
    return roll_answer(adjudicate(_setting(request), request.get("faces", {})), request.get("used", ()))


def _preview(request: Request, source: Source) -> Any:
    setting = _setting(request)
    return preview(
        setting.game, setting.check.id, request.get("inputs", {}), request.get("with", ""), request.get("rulings", "")
    )


def _derive(request: Request, source: Source) -> Any:
    game = library().game(_word(request, "game"))
    numbers, rulings = request.get("numbers", {}), request.get("rulings", "")
    return derived_answer(derive(game, _word(request, "value"), numbers, request.get("with", ""), rulings))


_ANSWERS: dict[str, Callable[[Request, Source], Any]] = {
    "games": _games,
    "checks": _checks,
    "odds": _odds,
    "roll": _roll,
    "read": _read,
    "preview": _preview,
    "derive": _derive,
}

_FREE: dict[str, Callable[[Request, Source], Any]] = {
    "checks": lambda request, source: notation.checks_answer(),
    "odds": lambda request, source: notation.odds_answer(request.get("check"), _facing(request)),
    "roll": lambda request, source: notation.roll_answer(request.get("check"), _facing(request), source),
    "read": lambda request, source: notation.read_answer(
        request.get("check"), _facing(request), request.get("faces", {})
    ),
    "preview": lambda request, source: notation.preview(request.get("check"), _facing(request)),
}


def _facing(request: Request) -> Any:
    """The target of free dice, their only input."""
    inputs = request.get("inputs", {})
    for name in inputs:
        if name not in ("target", "notation"):
            raise BadRequest.on(name, inputs[name], "target, for free dice")
    return inputs.get("target")
