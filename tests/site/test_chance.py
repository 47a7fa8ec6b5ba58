"""Faces come from the system's own randomness: nothing in the pages or the bridge chooses them."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from engine import bridge
from tests.handbook import ROOT

SCRIPTS = sorted((ROOT / "site-overrides" / "assets" / "javascripts").glob("*.mjs"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_no_script_draws_or_seeds(script: Path) -> None:
    text = script.read_text(encoding="utf-8")

    assert re.findall(r"Math\.random|getRandomValues|\bseed", text) == []


def test_the_worker_hands_the_bridge_the_text_and_nothing_else() -> None:
    """The second argument of `handle` is a source of faces; left out, it is the system's."""
    (worker,) = [script for script in SCRIPTS if script.name == "worker.mjs"]

    assert re.findall(r"\bhandle\(([^()]*)\)", worker.read_text(encoding="utf-8")) == ["text"]


def test_left_alone_the_bridge_asks_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []

    class Watched(random.SystemRandom):
        def getrandbits(self, k: int) -> int:
            drawn.append(k)
            return super().getrandbits(k)

    monkeypatch.setattr(bridge.random, "SystemRandom", Watched)
    answer = json.loads(bridge.handle(json.dumps({"ask": "roll", "game": "essence-nexus", "check": "skill-test"})))

    assert answer["ok"]
    assert drawn
