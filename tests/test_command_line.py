from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from tests.handbook import ROOT, SAMPLE, library, nexus, write_game

SOUND = SAMPLE.read_text(encoding="utf8")
Capture = pytest.CaptureFixture[str]


def said(capture: Capture, *arguments: str) -> str:
    """What a command prints, which must be right and silent on standard error."""
    code = main(arguments)
    printed = capture.readouterr()
    assert (code, printed.err) == (0, "")
    return printed.out


def told(capture: Capture, *arguments: str) -> list[str]:
    """The lines that a wrong command puts on standard error, and nothing on standard output."""
    code = main(arguments)
    printed = capture.readouterr()
    assert (code, printed.out) == (2, "")
    assert "Traceback" not in printed.err
    return printed.err.splitlines()


def as_json(capture: Capture, *arguments: str) -> dict[str, Any]:
    printed = said(capture, *arguments, "--json")
    assert printed.count("\n") == 1
    answer = json.loads(printed)
    assert isinstance(answer, dict)
    return answer


def test_games_lists_every_game_with_its_core_roll(capsys: Capture) -> None:
    printed = said(capsys, "games")

    for game in library().games.values():
        assert any(game.id in line and game.title in line and game.core in line for line in printed.splitlines())


@pytest.mark.parametrize("game", list(library().games))
def test_checks_lists_inputs_bounds_defaults_outcomes_and_groups(capsys: Capture, game: str) -> None:
    printed = said(capsys, "checks", game)

    for check in library().games[game].checks.values():
        assert f"{check.id}  {check.name}" in printed
        assert all(f"    {name} = " in printed for name in check.inputs)


@pytest.mark.parametrize("check", list(nexus().checks))
def test_odds_of_every_check_print_for_a_person_and_for_a_program(capsys: Capture, check: str) -> None:
    settings = [] if check == "initiative" else ["die=d6"]
    printed = said(capsys, "odds", "essence-nexus", check, *settings)
    answer = as_json(capsys, "odds", "essence-nexus", check, *settings)

    assert "%" in printed
    chances = [Fraction(chance) for chance in answer["outcomes"].values()]
    assert not chances or sum(chances) == 1
    for outcome, chance in answer["outcomes"].items():
        assert str(Fraction(chance)) == chance
        assert any(line.startswith(outcome) and line.endswith(f" {chance}") for line in printed.splitlines())
    assert ("success" in answer) == (check != "initiative")
    assert nexus().check(check).inputs.keys() == answer["inputs"].keys()


def test_odds_for_a_program_are_the_bridges_odds(capsys: Capture) -> None:
    from engine.bridge import handle

    settings = {"die": "d6", "edge": "1", "target": "hard"}
    request = {"ask": "odds", "game": "essence-nexus", "check": "attack", "inputs": settings,
               "with": "me:blinded,target:prone", "rulings": "fumble:natural-1"}  # fmt: skip
    arguments = [f"{name}={value}" for name, value in settings.items()]
    arguments += ["with=me:blinded,target:prone", "ruling=fumble:natural-1"]

    assert json.loads(handle(json.dumps(request)))["answer"] == as_json(
        capsys, "odds", "essence-nexus", "attack", *arguments
    )


def test_a_roll_says_each_die_and_the_verdict(capsys: Capture) -> None:
    printed = said(capsys, "roll", "essence-nexus", "skill-test", "die=d6", "edge=1", "target=hard", "--seed", "4")

    assert "Edge keeps" in printed
    assert "against Hard 20" in printed.splitlines()[-1]


def test_a_seed_repeats_a_roll(capsys: Capture) -> None:
    command = ("roll", "essence-nexus", "skill-test", "die=3d6", "edge=1")
    rolls = [as_json(capsys, *command, "--seed", str(seed)) for seed in (1, 1, 2, 3, 4)]

    assert rolls[0] == rolls[1]
    assert len({json.dumps(roll["faces"]) for roll in rolls}) > 1


def test_a_roll_has_the_keys_of_the_interface(capsys: Capture) -> None:
    answer = as_json(capsys, "roll", "essence-nexus", "crossing", "door=wild", "--seed", "1")
    keys = ["game", "check", "inputs", "with", "rulings", "faces", "dice", "total", "target", "margin", "outcome",
            "tone", "success", "amounts", "steps", "follow_ups", "text"]  # fmt: skip

    assert keys == [key for key in answer if key in keys]
    assert (answer["amounts"], answer["target"]) == (None, 20)


def test_read_takes_the_faces_of_each_group(capsys: Capture) -> None:
    faces = ("--faces", "d20=14,9", "--faces", "skill=5")
    answer = as_json(capsys, "read", "essence-nexus", "skill-test", "die=d6", "edge=1", "target=hard", *faces)

    assert answer["faces"] == {"d20": [14, 9], "skill": [5]}
    assert [die["mark"] for die in answer["dice"]] == ["kept", "dropped", "kept"]
    assert (answer["total"], answer["margin"], answer["outcome"]) == (19, -1, "failure")


def test_without_a_target_a_roll_names_the_row_it_reaches_and_odds_each_row(capsys: Capture) -> None:
    faces = ("--faces", "d20=11")
    read = as_json(capsys, "read", "essence-nexus", "skill-test", "target=none", *faces)
    odds = as_json(capsys, "odds", "essence-nexus", "skill-test", "target=none")

    assert read["reaches"] == "easy"
    assert (read["outcome"], read["success"], read["margin"]) == (None, None, None)
    assert [row.id for row in nexus().of("difficulty")] == list(odds["reach"])
    assert "reaches easy" in said(capsys, "odds", "essence-nexus", "skill-test", "target=none")


def test_settings_may_stand_after_options(capsys: Capture) -> None:
    first = ("read", "essence-nexus", "skill-test", "die=d6", "--faces", "d20=14", "--faces", "skill=5", "--json")
    last = ("read", "essence-nexus", "skill-test", "--json", "--faces", "d20=14", "--faces", "skill=5", "die=d6")

    assert said(capsys, *first) == said(capsys, *last)


def test_a_negative_number_is_a_value_and_no_option(capsys: Capture) -> None:
    answer = as_json(capsys, "odds", "essence-nexus", "skill-test", "modifier=-3", "target=−5")

    assert (answer["inputs"]["modifier"], answer["inputs"]["target"]) == (-3, -5)


def test_names_may_be_written_as_in_expressions(capsys: Capture) -> None:
    assert as_json(capsys, "odds", "essence-nexus", "skill-test", "die=auto-fail")["outcomes"]["failure"] == "1"


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (("odds", "chess", "skill-test"), ["game: chess"]),
        (("checks", "chess"), ["game: chess"]),
        (("odds", "essence-nexus", "skil-test"), ["check: skil-test"]),
        (("odds", "essence-nexus", "skill-test", "dye=d6"), ["dye: d6"]),
        (("odds", "essence-nexus", "skill-test", "die=d7"), ["die: d7"]),
        (("odds", "essence-nexus", "skill-test", "edge=13"), ["edge: 13"]),
        (("odds", "essence-nexus", "skill-test", "edge=1000000000"), ["edge: 1000000000"]),
        (("odds", "essence-nexus", "skill-test", "edge=-1"), ["edge: -1"]),
        (("odds", "essence-nexus", "skill-test", "edge="), ["edge: "]),
        (("odds", "essence-nexus", "skill-test", "edge=1", "edge=2"), ["edge: "]),
        (("odds", "essence-nexus", "skill-test", "edge"), ["setting: edge"]),
        (("odds", "essence-nexus", "skill-test", "die=d7", "edge=99", "x=1"), ["die: d7", "edge: 99", "x: 1"]),
        (
            ("odds", "essence-nexus", "skill-test", "with=me:blnded,target:prne"),
            ["with: me:blnded", "with: target:prne"],
        ),
        (("odds", "essence-nexus", "skill-test", "ruling=fumble:x,fumbel:y"), ["ruling fumble: x", "ruling: fumbel"]),
        (("roll", "essence-nexus", "dying"), ["check: dying"]),
        (("roll", "essence-nexus", "skill-test", "--seed", "x"), ["command: "]),
        (("read", "essence-nexus", "skill-test"), ["faces d20: nothing"]),
        (("read", "essence-nexus", "skill-test", "--faces", "d20=21"), ["faces d20: [21]"]),
        (("read", "essence-nexus", "skill-test", "--faces", "d20=1,2"), ["faces d20: [1, 2]"]),
        (("read", "essence-nexus", "skill-test", "--faces", "d20=x"), ["faces d20: x"]),
        (("read", "essence-nexus", "skill-test", "--faces", "d20"), ["faces "]),
        (("read", "essence-nexus", "skill-test", "--faces", "d6=1"), ["faces: d6"]),
        (("attack",), ["command: "]),
        ((), ["command: "]),
        (("odds",), ["command: "]),
        (("odds", "essence-nexus", "skill-test", "--jsn"), ["command: "]),
        (("lint", "nowhere"), ["game: nowhere"]),
        (("odds", "essence-nexus", "skill-test", "x" * 30_000), ["command: "]),
        (("odds", "essence-nexus", "skill-test", "\udcff=1"), ["�: 1"]),
    ],
)
def test_bad_input_is_one_line_for_each_fault(capsys: Capture, arguments: Sequence[str], names: list[str]) -> None:
    lines = told(capsys, *arguments)

    assert len(names) == len(lines)
    for name, line in zip(names, lines, strict=True):
        assert line.startswith(name)
        assert len(line) < 1000
        assert "allowed is" in line


def test_what_the_rules_refuse_is_one_sentence(capsys: Capture) -> None:
    assert told(capsys, "roll", "essence-nexus", "attack", "with=me:stunned") == [
        "Stunned (Incapacitated): You can take no actions."
    ]


def test_lint_says_that_a_game_is_sound(capsys: Capture) -> None:
    for game in library().games:
        assert f"{game}: no faults\n" == said(capsys, "lint", game)


def test_lint_takes_a_folder_and_prints_a_line_for_each_fault(capsys: Capture, tmp_path: Path) -> None:
    folder = write_game(tmp_path, SOUND.replace("dusk = 3\n", 'dusk = "3"\n').replace("needs = 3\n", "needs = 0\n"))
    lines = told(capsys, "lint", str(folder))

    assert len(lines) == 2
    assert all(line.startswith("game.toml:") and ": found " in line and ", expected " in line for line in lines)


def test_lint_of_a_sound_folder_is_silent_on_standard_error(capsys: Capture, tmp_path: Path) -> None:
    assert said(capsys, "lint", str(write_game(tmp_path, SOUND))) == "lamplighters: no faults\n"


def engine(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "engine", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf8", check=False, **options)


def test_the_command_runs_as_a_program_with_its_exit_code() -> None:
    right = engine("odds", "essence-nexus", "skill-test", "die=d6", "target=hard", "--json")
    wrong = engine("odds", "essence-nexus", "skill-test", "die=d7", "edge=99")

    assert (right.returncode, right.stderr) == (0, "")
    assert json.loads(right.stdout)["success"] == "9/40"
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert len(wrong.stderr.splitlines()) == 2


def test_the_command_prints_in_any_locale() -> None:
    """The minus sign and the no-break space of a percentage, where the terminal knows ASCII only."""
    found = engine("odds", "essence-nexus", "skill-test", "die=d6", env={"PYTHONIOENCODING": "ascii", "PATH": ""})

    assert found.returncode == 0
    assert "Traceback" not in found.stderr


def test_help_says_which_commands_there_are() -> None:
    found = engine("--help")

    assert found.returncode == 0
    assert all(command in found.stdout for command in ("games", "checks", "odds", "roll", "read", "lint"))
