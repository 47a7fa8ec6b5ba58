from __future__ import annotations

import ast
import random

import pytest

from engine import bridge
from engine.dice import parse_group
from engine.roll import roll
from engine.setting import settle
from tests.handbook import lamplighters, nexus
from tests.source import imports, module_name, python_files, tree
from tests.test_dice import Script

RANDOM_USERS = {"engine.bridge", "engine.__main__"}


def test_only_the_edge_of_the_engine_knows_a_source_of_randomness() -> None:
    users = {module_name(file) for file in python_files("engine", "macros", "bundle") if "random" in imports(file)}

    assert users <= RANDOM_USERS
    assert not any("secrets" in imports(file) for file in python_files("engine"))


def test_nothing_seeds_or_draws_from_the_module_random() -> None:
    """Of `random` the engine takes a class, and only where a question is answered: never at import."""
    for file in python_files("engine"):
        used = [node for node in ast.walk(tree(file)) if isinstance(node, ast.Attribute) and _is_random(node.value)]
        assert {node.attr for node in used} <= {"SystemRandom", "Random"}, module_name(file)
        inside = [
            node for outer in ast.walk(tree(file)) if isinstance(outer, ast.FunctionDef) for node in ast.walk(outer)
        ]
        assert all(any(node is one for one in inside) for node in used), module_name(file)


def _is_random(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "random"


def test_a_seeded_source_stands_only_on_the_command_line() -> None:
    for file in python_files("engine"):
        used = {
            node.attr for node in ast.walk(tree(file)) if isinstance(node, ast.Attribute) and _is_random(node.value)
        }
        assert ("Random" in used) <= (module_name(file) == "engine.__main__")


def test_the_bridge_takes_the_systems_randomness_unless_it_is_given_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two starts cannot share a sequence that nobody keeps: the operating system has no seed to repeat."""
    asked = []

    class System(Script):
        def __init__(self) -> None:
            super().__init__(*[1] * 20)
            asked.append(self)

    monkeypatch.setattr(random, "SystemRandom", System)
    bridge.handle('{"ask": "roll", "game": "essence-nexus", "check": "skill-test"}')
    bridge.handle('{"ask": "roll", "game": "essence-nexus", "check": "skill-test"}')

    assert len(asked) == 2
    assert [len(source.left) for source in asked] == [19, 19]


@pytest.mark.parametrize("notation", ["d4", "d20", "d%", "4dF", "d6! + 2d4"])
def test_each_die_is_one_draw_over_exactly_its_faces(notation: str) -> None:
    """No remainder, no scaling: the source is asked for a whole number from the lowest face to the highest."""
    drawn = []

    class Watched:
        def randrange(self, start: int, stop: int) -> int:
            drawn.append((start, stop))
            return start

    group = parse_group(notation)
    assert group is not None
    group.throw(Watched())

    assert [(pool.lowest, pool.highest + 1) for pool in group.pools for _ in range(pool.count)] == drawn


@pytest.mark.parametrize("face", range(1, 21))
def test_every_face_is_the_one_that_the_source_gave(face: int) -> None:
    rolled = roll(settle(nexus(), "skill-test"), Script(face))

    assert {"d20": (face,)} == rolled.lying
    assert face == rolled.verdict.total


def test_a_roll_draws_its_dice_and_no_more() -> None:
    source = Script(14, 9, 5, 3, 99)
    roll(settle(nexus(), "skill-test", {"die": "2d8", "edge": 1}), source)

    assert source.left == [99]


def test_a_verdict_without_dice_draws_nothing() -> None:
    assert roll(settle(nexus(), "skill-test", {"die": "auto-success"}), Script()).lying == {}


def test_a_roll_that_is_thrown_again_shows_its_last_throw() -> None:
    """2 + 2 + 2 meets 6? No: the lower of two d4 is at most 4, so the tie is 2, 2 and 4 less the handicap."""
    tie, win = (2, 2, 2, 2, 3), (3, 3, 4, 1, 1)
    rolled = roll(settle(lamplighters(), "brawl", {"mine": -4}), Script(*tie, *win))

    assert {"fist": win[:3], "their-fist": win[3:]} == rolled.lying
    assert rolled.verdict.outcome is not None
    assert rolled.verdict.outcome.id == "win"


def test_dice_that_an_outcome_calls_for_are_drawn_after_it_and_only_then() -> None:
    flare = roll(settle(lamplighters(), "wick", {"blade": "d4"}), Script(6, 5, 3, 4))
    soot = roll(settle(lamplighters(), "wick", {"blade": "d4"}), Script(1, 2))

    assert flare.lying == {"d6": (6, 5), "cut": (3, 4)}
    assert flare.amounts == {"cut": 7}
    assert soot.lying == {"d6": (1, 2)}
