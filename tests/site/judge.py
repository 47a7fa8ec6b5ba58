"""Asks the engine under CPython about what a page shows."""

from __future__ import annotations

import json
from typing import Any
from xml.etree.ElementTree import Element

from engine.bridge import handle
from tests.handbook import library

# Attributes of <dice-roll> that are no inputs of its check.
OWN = {"game", "check", "notation", "with", "rulings", "class", "id", "compact"}

Request = dict[str, Any]


def question(roller: Element) -> Request:
    """What a roller's attributes ask; one with a notation throws free dice."""
    inputs = {name: value for name, value in roller.attrib.items() if name not in OWN and not name.startswith("data-")}
    return {
        "game": roller.get("game", "dice"),
        "check": roller.get("check") or roller.get("notation"),
        "inputs": inputs,
        "with": roller.get("with", ""),
        "rulings": roller.get("rulings", ""),
    }


def respond(ask: str, request: Request) -> Request:
    """The engine's whole response, which may be a refusal."""
    return dict(json.loads(handle(json.dumps({"ask": ask, **request}))))


def answer(ask: str, request: Request) -> Request:
    """The engine's answer."""
    response = respond(ask, request)
    assert response["ok"], response["text"]
    return dict(response["answer"])


def adjudicated(roll: Request, used: tuple[str, ...] = ()) -> Request:
    """The engine's own reading of the faces of a roll."""
    asked = {name: roll[name] for name in ("game", "check", "inputs", "with", "rulings", "faces")}
    return answer("read", {**asked, "used": used})
