"""Free dice as a game: answers in the shapes that scripts, links and pages rely on.

The check's name is the notation itself, in canonical form.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from engine.answer import MOST_DRAWN, percent
from engine.dice import Source
from engine.errors import BadRequest
from engine.notation.errors import TooMuch
from engine.notation.grammar import MOST_TOTAL, parse
from engine.notation.odds import Odds, weigh
from engine.notation.printer import canonical, pretty
from engine.notation.thrown import Throw, read, throw
from engine.notation.tree import Notation
from engine.notation.words import cut_sentence, decimal, dice, reach_of, steps
from engine.template import show

GAME = "dice"
TITLE = "Free dice"
CORE = "any dice notation, such as 4d6kh3 + 2"
EXAMPLE = "2d6"
TARGETS = f"a whole number from {show(-MOST_TOTAL)} to {MOST_TOTAL}, or none"
TOO_MANY = "Too many dice, or sides, for exact odds; they can still be thrown."
OUTCOMES = {"success": "Success", "failure": "Failure"}


def game_answer() -> dict[str, str]:
    """Free dice in the list of games."""
    return {"id": GAME, "title": TITLE, "core": CORE, "check": EXAMPLE}


def checks_answer() -> list[dict[str, Any]]:
    """The one check: any notation, against a target or none."""
    notation = {"id": "notation", "name": "Dice", "kind": "dice", "default": EXAMPLE, "allowed": CORE}
    target = {"id": "target", "name": "Target", "kind": "target", "default": "none", "allowed": TARGETS}
    outcomes = [_outcome(outcome) | {"success": outcome == "success"} for outcome in OUTCOMES]
    shape = {"amounts": [], "groups": [], "odds_only": False}
    return [{"check": EXAMPLE, "name": TITLE, "inputs": [notation, target], "outcomes": outcomes} | shape]


def odds_answer(text: object, target: object = None) -> dict[str, Any]:
    """The exact odds of a notation with reduced fractions as text; outcomes only against a target.

    Where exploding dice are cut, `remainder` is the chance to reach the cut and `note` says so in words.
    Raises NotationError, TooMuch, or BadRequest for a target that is none.

    >>> odds_answer("2d4", 7)["success"], odds_answer("2d4", 7)["mean"]
    ('3/16', '5')
    """
    notation, facing = parse(text), accept_target(target)
    found = weigh(notation)
    answer = _asked(notation, facing)
    if facing is not None:
        answer["outcomes"] = {name: str(chance) for name, chance in _chances(found, facing).items()}
        answer["success"] = answer["outcomes"]["success"]
    answer |= {"total": {str(number): str(chance) for number, chance in found.total.items()}, "mean": str(found.mean)}
    if found.remainder:
        answer |= {"remainder": str(found.remainder), "note": cut_sentence(notation, found.remainder)}
    return answer


def roll_answer(text: object, target: object, source: Source) -> dict[str, Any]:
    """One throw with the given source of randomness; raises NotationError, or BadRequest for a wrong target."""
    facing = accept_target(target)
    return _said(throw(parse(text), source), facing)


def read_answer(text: object, target: object, faces: Mapping[str, object]) -> dict[str, Any]:
    """The same for faces that a reader typed, by the term's text; raises BadRequest if they do not fit.

    >>> read_answer("4d6kh3+2", 15, {"4d6kh3": [6, 4, 3, 1]})["text"]
    '4d6kh3 + 2 against 15: 15. Success, exactly enough.'
    """
    facing = accept_target(target)
    return _said(read(parse(text), faces), facing)


def preview(text: object, target: object = None) -> dict[str, Any]:
    """What a roller's button says: dice, target, chance, range and average.

    Where the odds cannot be computed within bounds, chance and average are None and `note` says why.

    >>> preview("4d6kh3")["range"], preview("4d6kh3")["average"]
    ('3–18', '12.24')
    """
    notation, facing = parse(text), accept_target(target)
    drawn = [term.sides for term in notation.terms for _ in range(term.count)]
    answer = {
        "title": pretty(notation.tree),
        "label": pretty(notation.tree),
        "against": "" if facing is None else show(facing),
        "dice": drawn[:MOST_DRAWN],
        "active": [],
        "range": reach_of(notation),
    }
    try:
        found = weigh(notation)
    except TooMuch:
        return answer | {"chance": None, "outcomes": [], "average": None, "note": TOO_MANY}
    chances = {} if facing is None else _chances(found, facing)
    return answer | {
        "chance": percent(chances["success"]) if chances else None,
        "outcomes": [_outcome(outcome) | {"chance": percent(chance)} for outcome, chance in chances.items()],
        "average": decimal(found.mean),
        "note": cut_sentence(notation, found.remainder) if found.remainder else "",
    }


def accept_target(target: object) -> int | None:
    """A target as given: a whole number, its text, or none; raises BadRequest for anything else."""
    if target is None or (isinstance(target, str) and target.strip().lower() in ("none", "")):
        return None
    given = target
    if isinstance(given, str) and re.fullmatch(r"[-+−]?[0-9]{1,10}", given.strip()):
        given = int(given.strip().replace("−", "-"))
    if isinstance(given, bool) or not isinstance(given, int) or abs(given) > MOST_TOTAL:
        raise BadRequest.on("target", target, TARGETS)
    return given


def _said(thrown: Throw, target: int | None) -> dict[str, Any]:
    total, facing = thrown.total, "" if target is None else show(target)
    margin = None if target is None else total - target
    outcome = None if margin is None else "success" if margin >= 0 else "failure"
    verdict = _verdict(margin)
    title = pretty(thrown.notation.tree)
    against = f" against {facing}" if facing else ""
    return _asked(thrown.notation, target) | {
        "faces": thrown.faces,
        "dice": list(dice(thrown)),
        "total": total,
        "target": target,
        "margin": margin,
        "outcome": outcome,
        "tone": outcome,
        "success": None if margin is None else margin >= 0,
        "amounts": None,
        "steps": [{"text": step, "source": GAME} for step in steps(thrown, facing)],
        "follow_ups": [],
        "text": f"{title}{against}: {show(total)}." + (f" {verdict}." if verdict else ""),
        "verdict": verdict,
        "title": title,
        "against": facing,
    }


def _verdict(margin: int | None) -> str:
    if margin is None:
        return ""
    if margin < 0:
        return f"{OUTCOMES['failure']}, missed by {-margin}"
    return f"{OUTCOMES['success']}, " + (f"over by {margin}" if margin else "exactly enough")


def _asked(notation: Notation, target: int | None) -> dict[str, Any]:
    text = canonical(notation.tree)
    inputs = {"notation": text, "target": "none" if target is None else target}
    return {"game": GAME, "check": text, "inputs": inputs, "with": [], "rulings": {}}


def _outcome(outcome: str) -> dict[str, Any]:
    return {"id": outcome, "name": OUTCOMES[outcome], "tone": outcome}


def _chances(found: Odds, target: int) -> dict[str, Fraction]:
    success = found.reach(target)
    return {"success": success, "failure": 1 - success}
