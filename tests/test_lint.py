from __future__ import annotations

import contextlib
import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.build import build_game
from engine.derive import derive
from engine.errors import DataFaults, Fault, RollbookError
from engine.lint import find_faults
from engine.lint.sheet import Sheet
from engine.loader import game_folders, lint, load_game, load_library, read_sheet
from tests.handbook import DOCS, SAMPLE, write_game
from tests.strategies import WRONG_VALUES, wrong_values
from tests.switches import answer, words

SOUND = SAMPLE.read_text(encoding="utf8")

# What stands in the sound game; what stands there instead; the key; what is found; what is expected.
FAULTS = {
    "a text for a number": ("dusk = 3\n", 'dusk = "3"\n', "street.candle-row.dusk", "3", "a whole number"),
    "a fraction for a whole number": ("dusk = 3\n", "dusk = 3.0\n", "street.candle-row.dusk", "3.0", "a whole number"),
    "a flag for a number": ("dusk = 3\n", "dusk = true\n", "street.candle-row.dusk", "True", "a whole number"),
    "a number out of its bounds": ("dusk = 8\n", "dusk = 41\n", "street.the-drop.dusk", "41", "a number from 0 to 40"),
    "a number for a text": ('why = "The one', 'why = 7 # "The one', "ruling.fog-indoors.why", "7", "a text"),
    "a missing column": ("dusk = 8\n", "", "street.the-drop.dusk", "nothing", "a value of type number"),
    "a missing name": ('name = "The Drop"\n', "", "street.the-drop.name", "nothing", "a text"),
    "a missing source": ('source = "The City"\n', "", "rule.bell.source", "nothing", "a text"),
    "an unknown field": ("dusk = 3\n", "dusk = 3\ndusky = 4\n", "street.candle-row.dusky", "dusky", "dusk"),
    "an unknown field of a kind": ("track = true\n", "trakc = true\n", "kind.lamp-die.trakc", "trakc", "track"),
    "an unknown field of an input": ("max = 40}", "max = 40, mox = 1}", "kind.street.columns.dusk.mox", "mox", "max"),
    "an unknown kind of record": ("[street.the-drop]", "[strete.the-drop]", "strete", "strete", "[kind.strete]"),
    "an unknown column type": ('type = "band"', 'type = "bund"', "kind.glow.columns.missed.type", "bund", "band"),
    "a column of an unknown kind": ('of = "lamp-die", name = "Needs"', 'of = "lamp", name = "Needs"',
        "kind.street.columns.least.of", "lamp", "the id of a kind"),
    "an unknown layout": ('layout = "ladder"', 'layout = "laddre"', "kind.street.layout", "laddre", "ladder"),
    "an id with capitals": ("[street.the-drop]", "[street.The-Drop]", "street.The-Drop", "The-Drop", "lower case"),
    "a record column that dangles": ('least = "small"', 'least = "smoll"', "street.tar-alley.least", "smoll",
        "the id of a lamp-die"),
    "a link that dangles": ("[[street/tar-alley|the alley]]", "[[street/tar-ally|the alley]]", "street.candle-row.text",
        "[[street/tar-ally]]", "a link"),
    "an include that dangles": ('includes = ["weather/wind"]', 'includes = ["weather/wynd"]', "weather.curfew.includes",
        "weather/wynd", "kind/id"),
    "a hole with an unknown name": ("until {dusk} bells", "until {dusc} bells", "street.candle-row.text",
        "the name dusc", "dusk"),
    "a hole that does not close": ("until {dusk} bells", "until {dusk bells", "street.candle-row.text", "dusk bells",
        "holes"),
    "a hole that does not parse": ("rings {value} times", "rings {value +} times", "rule.bell.text", "value +",
        "does not parse"),
    "a ladder out of order": ("dusk = 3\n", "dusk = 6\n", "street.tar-alley.dusk", "5 after 6", "rows go up"),
    "a ladder with two equal rows": ("dusk = 3\n", "dusk = 5\n", "street.tar-alley.dusk", "5 after 5", "rows go up"),
    "a ladder in a column that is not there": ('ladder = "dusk"', 'ladder = "dusc"', "kind.street.ladder", "dusc",
        "a column of this kind"),
    "a band with a hole": ('missed = "3+"', 'missed = "4+"', "glow.gone.missed", "4+ after 1–2", "starts at 3"),
    "bands that overlap": ('missed = "3+"', 'missed = "2+"', "glow.gone.missed", "2+ after 1–2", "starts at 3"),
    "a band after the last": ('missed = "1-2"', 'missed = "1+"', "glow.gone.missed", "3+ after 1+", "nothing after"),
    "a band that is none": ('missed = "3+"', 'missed = "many"', "glow.gone.missed", "many", "a band such as"),
    "dice that are none": ('dice = "2d3"', 'dice = "2d"', "lamp-die.tall.dice", "2d", "dice such as 2d6"),
    "an effect on what is not there": ('{on = "derived/nerve", add', '{on = "derived/nerv", add',
        "kind.weather.effects.0.on", "derived/nerv", "kind/id"),
    "an effect of an unknown sort": ('scale = "this // 2"', 'scael = "this // 2"', "weather.frost.effects.0.scael",
        "scael", "scale"),
    "an effect that does nothing": (', outcome = "dark"}', "}", "weather.fog.effects.1", "no change", "outcome"),
    "an effect on an unknown input": ('input = "lure", add = 1', 'input = "lura", add = 1',
        "weather.wind.effects.0.input", "lura", "an input of a check"),
    "an effect on nobody": ('who = "target", input', 'who = "them", input', "weather.wind.effects.1.who", "them",
        "me or target"),
    "an effect with an unknown outcome": ('outcome = "dark"}', 'outcome = "drak"}', "weather.fog.effects.1.outcome",
        "drak", "an outcome of the check"),
    "an effect that ignores nothing there is": ('ignores = ["weather/wind"]', 'ignores = ["weather/wynd"]',
        "weather.shelter.effects.0.ignores", "weather/wynd", "kind/id"),
    "a formula that does not parse": ('formula = "1 + wick"', 'formula = "1 + wick +"', "derived.nerve.formula",
        "1 + wick +", "does not parse"),
    "a formula with a misspelt name": ('formula = "1 + wick"', 'formula = "1 + wikc"', "derived.nerve.formula",
        "the name wikc", "wick"),
    "a forbidden expression": ('let.favour = "help - lure"', 'let.favour = "help / lure"', "check.errand.let.favour",
        "help / lure", "not part of the language"),
    "a misspelt name in a check": ('let.favour = "help - lure"', 'let.favour = "help - lura"',
        "check.errand.let.favour", "the name lura", "lure"),
    "a misspelt column": ("street.least else lamp", "street.leest else lamp", "check.errand.needs.0", "street.leest",
        "a column of street"),
    "a question to no group": ("top(lamp_dice) if", "top(lamp) if", "check.errand.values.bright", "the dice lamp",
        "a group of dice"),
    "an unknown ruling": ("ruling('spark')", "ruling('sperk')", "check.errand.values.worth", "ruling('sperk')",
        "the id of a ruling"),
    "an unknown reading": ("== 'no' or lamp", "== 'nay' or lamp", "check.errand.let.step", "the reading 'nay'",
        "no or yes"),
    "an input of an unknown kind": ('inputs.spark = {kind = "flag"', 'inputs.spark = {kind = "flog"',
        "check.errand.inputs.spark", "flog", "a table with a kind"),
    "an input without bounds": ("min = 0, max = 3, default = 0, name = \"Help\"", "default = 0, name = \"Help\"",
        "check.errand.inputs.help", "bounds", "min and max"),
    "a default out of bounds": ('default = 0, name = "Help"', 'default = 9, name = "Help"',
        "check.errand.inputs.help.default", "9", "from 0 to 3"),
    "a default that dangles": ('default = "small", name = "Lamp die"', 'default = "smal", name = "Lamp die"',
        "check.errand.inputs.lamp.default", "smal", "the id of a lamp-die"),
    "a choice that is no option": ('default = "right"', 'default = "up"', "check.errand.inputs.hand.default", "up",
        "one of the options"),
    "a target of what is no ladder": ('{kind = "target", of = "street"', '{kind = "target", of = "weather"',
        "check.errand.inputs.target.of", "weather", "a kind that is a ladder"),
    "dice of a check that are none": ('{dice = "d4"}', '{dice = "d"}', "check.errand.throws.d4.3", "d", "dice such as"),
    "an outcome without a condition before the last": (', when = "total >= target"},\n', "},\n",
        "check.errand.outcomes.1", "lit without a condition", "`when`"),
    "a condition on the last outcome": ('{id = "dark", name = "Dark", tone = "fumble"}',
        '{id = "dark", name = "Dark", tone = "fumble", when = "true"}', "check.errand.outcomes", "a condition",
        "a last outcome that always holds"),
    "an outcome with an unknown tone": ('{id = "dark", name = "Dark", tone = "fumble"}',
        '{id = "dark", name = "Dark", tone = "gloomy"}', "check.errand.outcomes.3", "gloomy", "fumble"),
    "an outcome's row that dangles": ('row = "glow/dim"', 'row = "glow/dom"', "check.errand.outcomes.2", "glow/dom",
        "kind/id"),
    "a mark that is none": ('{mark = "cancelled"', '{mark = "canceled"', "check.wick.marks.d6.1", "canceled",
        "a table with a mark"),
    "a check that extends nothing": ('extends = "errand"\nwithout', 'extends = "erand"\nwithout', "check.pool.extends",
        "erand", "the id of a check"),
    "a race of no check": ('of = "errand"\n', 'of = "erand"\n', "check.vigil.race.of", "erand", "the id of a check"),
    "a race without end": ("needs = 3\n", "needs = 0\n", "check.vigil.race.needs", "0", "from 1 to 20"),
    "a ruling that takes no reading": ('taken = "no"', 'taken = "nay"', "ruling.fog-indoors.taken", "nay", "no or yes"),
    "a ruling out of its bounds": ("bounds = [0, 3]", "bounds = [2, 3]", "ruling.spark.bounds", "[2, 3]",
        "two numbers"),
    "a ruling of no rank": ('point = "LL-01"\nrank = "H"', 'point = "LL-01"\nrank = "X"',
        "ruling.fog-indoors.rank", "X", "H, M or L"),
    "a ruling that touches nothing": ('touches = ["check/vigil"]', 'touches = ["check/vigel"]',
        "ruling.vigil-counting.touches", "check/vigel", "a list of kind/id"),
    "an alias that is in use": ('aliases = ["pitch-alley"]', 'aliases = ["the-drop"]', "street.tar-alley.aliases",
        "the-drop", "an id that no record has now"),
    "a follow-up of no check": ('on = "check/wick"', 'on = "check/wyck"', "follow-up.trim-again.on", "check/wyck",
        "a list of kind/id"),
    "a follow-up with a misspelt name": ('holds = "face == 1', 'holds = "fase == 1', "follow-up.trim-again.holds",
        "the name fase", "face"),
    "dice held in part that explode": ('on = "check/wick"\nwhen = "not success"\nholds',
        'on = "check/spark"\nwhen = "not success"\nholds', "follow-up.trim-again.holds", "face == 1",
        "flint in keep: only one pool"),
    "a flag that is none": ('kind = "flag", default = false', 'kind = "flag", default = 0',
        "check.errand.inputs.spark.default", "0", "true or false"),
    "dice by default that are none": ('kind = "dice", default = "none"', 'kind = "dice", default = "six"',
        "check.wick.inputs.blade.default", "six", "none, or dice such as"),
    "a column's default that does not fit": ('signed = true, default = 0}', 'signed = true, default = "x"}',
        "kind.weather.columns.nerve.default", "x", "a whole number"),
    "a table for a text": ('name = "The Drop"', 'name = {en = "The Drop"}', "street.the-drop.name", "en", "a text"),
    "a text for a table": ("changes = {help = 1}", 'changes = "help"', "follow-up.relight.changes", "help", "a table"),
    "a text for a list": ('words = ["market"]', 'words = "market"', "street.candle-row.words", "market",
        "a list of texts"),
    "a main check that is not there": ('check = "errand"\n', 'check = "erand"\n', "game.check", "erand",
        "the id of a check"),
    "a game without a title": ('title = "Lamplighters"\n', "", "game.title", "nothing", "a text"),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after", "key", "found", "expected"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_told_with_its_place(
    tmp_path: Path, before: str, after: str, key: str, found: str, expected: str
) -> None:
    assert SOUND.count(before) == 1
    text = SOUND.replace(before, after)
    faults = lint(write_game(tmp_path, text))

    told = [fault for fault in faults if key == fault.key]
    assert told
    assert told[0].file == "game.toml"
    assert found in told[0].found
    assert expected in told[0].expected


# Where the fault shows in another row than the one that was edited, or the whole list is at fault.
ELSEWHERE = ("ladder ", "band", "condition on the last")
PLACED = [name for name, case in FAULTS.items() if case[1] and not any(word in name for word in ELSEWHERE)]


@pytest.mark.parametrize("name", PLACED)
def test_a_fault_is_told_with_its_line(tmp_path: Path, name: str) -> None:
    before, after, key, *_ = FAULTS[name]
    text, start = SOUND.replace(before, after), SOUND.index(before)
    lines = range(text.count("\n", 0, start) + 1, text.count("\n", 0, start + len(after.rstrip("\n"))) + 2)
    told = [fault for fault in lint(write_game(tmp_path, text)) if key == fault.key]

    assert told[0].line in lines


def test_the_sound_game_has_no_faults(tmp_path: Path) -> None:
    assert lint(write_game(tmp_path, SOUND)) == []


@pytest.mark.parametrize("folder", game_folders(DOCS), ids=lambda folder: folder.name)
def test_no_game_of_the_handbook_has_a_fault(folder: Path) -> None:
    assert lint(folder) == []


def test_all_faults_are_told_at_once_in_the_order_of_the_files(tmp_path: Path) -> None:
    text = SOUND
    chosen = ["a text for a number", "an unknown layout", "a formula with a misspelt name", "a race without end"]
    for name in chosen:
        text = text.replace(FAULTS[name][0], FAULTS[name][1])
    folder = write_game(tmp_path, text)
    write_game(tmp_path, '[street.last]\nname = "Last"\ndusk = "x"\n', file="zz.toml")

    with pytest.raises(DataFaults) as caught:
        load_game(folder)
    faults = caught.value.faults
    assert {FAULTS[name][2] for name in chosen} | {"street.last.dusk"} == {fault.key for fault in faults}
    assert sorted(faults) == list(faults)
    assert faults[-1].file == "zz.toml"
    assert str(caught.value).splitlines() == [str(fault) for fault in faults]


def test_all_games_are_linted_at_once(tmp_path: Path) -> None:
    write_game(tmp_path, SOUND.replace("dusk = 3\n", 'dusk = "3"\n'), name="one")
    write_game(tmp_path, SOUND.replace('"2d3"', '"2d"'), name="two")

    with pytest.raises(DataFaults) as caught:
        load_library(tmp_path)
    assert {"street.candle-row.dusk", "lamp-die.tall.dice"} <= {fault.key for fault in caught.value.faults}


def test_a_record_that_stands_twice_is_told_with_both_places(tmp_path: Path) -> None:
    folder = write_game(tmp_path, SOUND)
    write_game(tmp_path, '# again\n[street.the-drop]\nname = "Again"\ndusk = 9\n', file="more.toml")

    # Files are read by name, so that the one in more.toml is the second.
    expected = Fault(
        "more.toml", 2, "street.the-drop", "a second street/the-drop", "one only; the first stands in game.toml"
    )
    assert [expected] == lint(folder)


def test_what_is_not_toml_is_told_with_its_line(tmp_path: Path) -> None:
    folder = write_game(tmp_path, SOUND)
    write_game(tmp_path, "# fine\n[street.x]\nname = \n", file="broken.toml")
    (fault,) = lint(folder)

    assert (fault.file, fault.line, fault.expected) == ("broken.toml", 3, "valid TOML")


def test_a_key_written_twice_in_one_table_is_told_with_its_line(tmp_path: Path) -> None:
    folder = write_game(tmp_path, SOUND)
    write_game(tmp_path, '[street.x]\nname = "X"\nname = "Y"\ndusk = 9\n', file="twice.toml")
    (fault,) = lint(folder)

    assert (fault.file, fault.line) == ("twice.toml", 3)


def test_what_is_not_utf8_is_told(tmp_path: Path) -> None:
    folder = write_game(tmp_path, SOUND)
    write_game(tmp_path, b'[street.x]\nname = "caf\xe9"\n', file="latin.toml")
    (fault,) = lint(folder)

    assert (fault.file, fault.expected) == ("latin.toml", "UTF-8 text")
    assert "not UTF-8" in fault.found


def test_windows_line_ends_and_a_byte_order_mark_are_no_fault(tmp_path: Path) -> None:
    windows = write_game(tmp_path, SOUND.replace("\n", "\r\n"), name="windows")

    assert lint(windows) == []


def test_a_game_without_a_game_table_is_told(tmp_path: Path) -> None:
    folder = write_game(tmp_path, SOUND[SOUND.index("[kind.street]") :])

    assert "game" in [fault.key for fault in lint(folder)]


def test_a_fault_is_one_line_whatever_was_found(tmp_path: Path) -> None:
    folder = write_game(tmp_path, SOUND.replace("dusk = 3\n", f'dusk = "a\\nb{"x" * 500}"\n'))
    (fault,) = [fault for fault in lint(folder) if fault.key == "street.candle-row.dusk"]

    assert "\n" not in str(fault)
    assert len(str(fault)) < 250


# ---- whatever stands where: faults, never an exception


def paths(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value inside a game's tables."""
    if at:
        yield at
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield from paths(child, (*at, key))


def put(sheet: Sheet, path: tuple[Any, ...], value: Any) -> Sheet:
    """A sheet with another value at a path; all that lies beside the path is shared."""
    return Sheet(sheet.game, _put(sheet.tables, path, value), sheet.files, sheet.places)


def _put(inside: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    changed = copy.copy(inside)
    if path[0] in inside or isinstance(inside, list):
        changed[path[0]] = _put(inside[path[0]], path[1:], value)
    else:
        changed[path[0]] = value
    return changed


def told_or_built(sheet: Sheet) -> None:
    """A sheet has faults, or it can be built, printed and asked."""
    faults = find_faults(sheet)
    assert all(isinstance(fault, Fault) and fault.line >= 1 for fault in faults)
    if not faults:
        game = build_game(sheet.game, sheet.tables)
        words(game)
        with contextlib.suppress(RollbookError):
            for name in game.checks:
                answer(game, (name, {}, ""), {})
        for record in game:
            if game.kinds[record.kind].derived:
                derive(game, record.ref)


def sample_sheet(folder: Path) -> Sheet:
    return read_sheet(write_game(folder, SOUND))


@pytest.mark.parametrize("value", WRONG_VALUES, ids=repr)
def test_a_wrong_value_anywhere_is_told_and_never_raises(tmp_path: Path, value: Any) -> None:
    """Every value of the made-up game in turn is replaced by one of another shape."""
    sheet = sample_sheet(tmp_path)
    raised = {}
    for path in paths(sheet.tables):
        try:
            told_or_built(put(sheet, path, value))
        except Exception as error:
            raised[".".join(map(str, path))] = repr(error)

    assert raised == {}


@pytest.mark.parametrize("field", ["", "Has Space", "__class__", "x" * 200, "ümlaut"])
def test_a_strange_key_anywhere_is_told_and_never_raises(tmp_path: Path, field: str) -> None:
    sheet = sample_sheet(tmp_path)
    raised = {}
    for path in {(*path[:-1], field) for path in paths(sheet.tables) if isinstance(path[-1], str)}:
        try:
            told_or_built(put(sheet, path, 1))
        except Exception as error:
            raised[".".join(map(str, path))] = repr(error)

    assert raised == {}


REAL = [(sheet, path) for sheet in map(read_sheet, game_folders(DOCS)) for path in paths(sheet.tables)]


@settings(max_examples=150)
@given(st.integers(0, len(REAL) - 1), wrong_values())
def test_a_wrong_value_in_a_real_game_is_told_and_never_raises(place: int, value: Any) -> None:
    sheet, path = REAL[place]

    told_or_built(put(sheet, path, value))
