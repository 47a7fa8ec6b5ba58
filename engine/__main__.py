"""The command line: `python -m engine games | checks | odds | roll | read | lint`."""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

from engine.answer import checks_answer, games_answer, odds_answer, percent, roll_answer
from engine.errors import BadRequest, RollbookError, listed, shorten
from engine.loader import DOCS, find_game, game_folders, lint, load_library
from engine.notation import answer as notation
from engine.roll import adjudicate, roll
from engine.setting import Setting, settle

MOST_ARGUMENTS = 20_000


class _Parser(argparse.ArgumentParser):
    """An argument parser that complains in one line and exits with 2."""

    def error(self, message: str) -> NoReturn:
        raise BadRequest.on("command", message, "see python -m engine --help")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 if it could be answered, 2 for bad input with one line per fault on stderr."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    try:
        if sum(map(len, arguments)) > MOST_ARGUMENTS:
            raise BadRequest.on("command", "a very long line", f"at most {MOST_ARGUMENTS} characters")
        asked = _parse(arguments)
        return int(asked.run(asked))
    except RollbookError as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader of our output (head, less) has gone; there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _parse(arguments: list[str]) -> argparse.Namespace:
    """The command asked for; its settings may stand between and after its options."""
    parser = _parser()
    asked, rest = parser.parse_known_args(arguments)
    if rest and (not hasattr(asked, "settings") or any(word.startswith("-") for word in rest)):
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    if rest:
        asked.settings += rest
    return asked


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m engine", description="Ask the rules engine.")
    commands = parser.add_subparsers(dest="command", required=True, parser_class=_Parser)
    commands.add_parser("games", help="list the games").set_defaults(run=_games)
    command = commands.add_parser("checks", help="a game's checks: inputs, bounds, defaults, outcomes, groups of dice")
    command.add_argument("game")
    command.set_defaults(run=_checks)
    for name, run, text in (
        ("odds", _odds, "exact odds"),
        ("roll", _roll, "one roll"),
        ("read", _read, "read dice that lie on the table"),
    ):
        command = commands.add_parser(name, help=text)
        command.add_argument("game")
        command.add_argument("check")
        command.add_argument("settings", nargs="*", metavar="NAME=VALUE", help="inputs, with=… and ruling=…")
        command.set_defaults(run=run)
        command.add_argument("--json", action="store_true", help="print one JSON object")
        if name == "roll":
            command.add_argument("--seed", type=int, help="the same roll again")
        if name == "read":
            command.add_argument("--faces", action="append", default=[], metavar="GROUP=F,F,…")
    command = commands.add_parser("lint", help="all faults of a game's data")
    command.add_argument("game", metavar="GAME|PATH")
    command.set_defaults(run=_lint)
    return parser


def _settings(asked: argparse.Namespace) -> tuple[dict[str, object], str, str]:
    """The inputs, situations and rulings of a command line."""
    inputs: dict[str, object] = {}
    with_ = rulings = ""
    for setting in asked.settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise BadRequest.on("setting", setting, "NAME=VALUE")
        if name == "with":
            with_ = f"{with_},{value}"
        elif name in ("ruling", "rulings"):
            rulings = f"{rulings},{value}"
        elif name in inputs:
            raise BadRequest.on(name, f"{shorten(setting)} a second time", "one value")
        else:
            inputs[name] = value
    return inputs, with_, rulings


def _settle(asked: argparse.Namespace) -> Setting:
    inputs, with_, rulings = _settings(asked)
    return settle(find_game(DOCS, asked.game), asked.check, inputs, with_, rulings)


def _target(asked: argparse.Namespace) -> object:
    """The target of free dice, which have no other setting."""
    inputs, _, _ = _settings(asked)
    for name in inputs:
        if name != "target":
            raise BadRequest.on(name, inputs[name], "target, for free dice")
    return inputs.get("target")


def _games(asked: argparse.Namespace) -> int:
    for game in [*games_answer(load_library(DOCS).games), notation.game_answer()]:
        print(f"{game['id']:24} {game['title']:24} {game['core']}")
    return 0


def _checks(asked: argparse.Namespace) -> int:
    free = asked.game == notation.GAME
    for check in notation.checks_answer() if free else checks_answer(find_game(DOCS, asked.game)):
        print(f"{check['check']}  {check['name']}" + ("  (odds only)" if check["odds_only"] else ""))
        for declared in check["inputs"]:
            print(f"    {declared['id']} = {declared['default']}    {declared['allowed']}")
        outcomes = (f"*{o['id']}*" if o["success"] else o["id"] for o in check["outcomes"])
        print(f"  outcomes: {', '.join(outcomes) or 'a total only'}")
        print(f"  groups: {', '.join(check['groups']) or 'none'}")
    return 0


def _odds(asked: argparse.Namespace) -> int:
    free = asked.game == notation.GAME
    answer = notation.odds_answer(asked.check, _target(asked)) if free else odds_answer(_settle(asked))
    if asked.json:
        return _print(answer)
    rows = list(answer.get("outcomes", {}).items())
    if "success" in answer:
        rows.append(("success in all", answer["success"]))
    rows += [(f"reaches {row}", chance) for row, chance in answer.get("reach", {}).items()]
    for title, table in [("total", answer.get("total", {})), *answer.get("amounts", {}).items()]:
        rows += [(f"{title} {number}", chance) for number, chance in table.items()]
    for title, chance in rows:
        print(f"{title:24} {percent(Fraction(chance)):>10}   {chance}")
    if answer.get("remainder"):
        print(f"exploding dice are followed up to a remainder of {float(Fraction(answer['remainder'])):.1e}")
    return 0


def _roll(asked: argparse.Namespace) -> int:
    source = random.SystemRandom() if asked.seed is None else random.Random(asked.seed)
    if asked.game == notation.GAME:
        return _say(notation.roll_answer(asked.check, _target(asked), source), asked.json)
    return _say(roll_answer(roll(_settle(asked), source)), asked.json)


def _read(asked: argparse.Namespace) -> int:
    faces: dict[str, object] = {}
    for entry in asked.faces:
        group, _, numbers = entry.rpartition("=")
        try:
            faces[group] = [int(number) for number in numbers.split(",")] if len(entry) < 1000 else None
        except ValueError:
            raise BadRequest.on(f"faces {shorten(group)}", numbers, "whole numbers with commas") from None
    if asked.game == notation.GAME:
        return _say(notation.read_answer(asked.check, _target(asked), faces), asked.json)
    return _say(roll_answer(adjudicate(_settle(asked), faces)), asked.json)


def _lint(asked: argparse.Namespace) -> int:
    folders = {folder.name: folder for folder in game_folders(DOCS)}
    folder = Path(asked.game) if Path(asked.game).is_dir() else folders.get(asked.game)
    if folder is None:
        raise BadRequest.on("game", asked.game, listed([*folders, "a folder with rules/*.toml"]))
    faults = lint(folder)
    for fault in faults:
        print(fault, file=sys.stderr)
    if not faults:
        print(f"{folder.name}: no faults")
    return 2 if faults else 0


def _say(answer: dict[str, Any], as_json: bool) -> int:
    if as_json:
        return _print(answer)
    for step in answer["steps"]:
        print(f"  {step['text']}")
    print(answer["text"])
    return 0


def _print(answer: dict[str, Any]) -> int:
    print(json.dumps(answer, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Answers hold real minus signs and no-break spaces, which a terminal's own encoding may lack.
            stream.reconfigure(encoding="utf8", errors="backslashreplace")
    sys.exit(main())
