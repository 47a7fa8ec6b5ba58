from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.errors import BadRequest, DataFaults
from engine.loader import (
    compile_library,
    find_game,
    game_folders,
    load_game,
    read_sheet,
)
from engine.odds import odds
from engine.opening import open_library_text
from engine.rulebook import Game, Library
from tests.handbook import DOCS, SAMPLE, library, write_game
from tests.switches import bases, words

SOUND = SAMPLE.read_text(encoding="utf8")


@pytest.fixture(scope="module")
def reopened() -> Library:
    """The handbook as the browser gets it: compiled to one text and opened again."""
    return open_library_text(compile_library(DOCS))


@pytest.mark.parametrize("game", list(library().games))
def test_what_the_browser_opens_has_the_same_odds(reopened: Library, game: str) -> None:
    here, there = library().games[game], reopened.games[game]

    for name, check in here.checks.items():
        for inputs in bases(check)[-1:]:
            assert odds(here, name, inputs) == odds(there, name, inputs)


@pytest.mark.parametrize("game", list(library().games))
def test_what_the_browser_opens_has_the_same_records_and_words(reopened: Library, game: str) -> None:
    here, there = library().games[game], reopened.games[game]

    assert [record.path for record in here] == [record.path for record in there]
    assert words(here) == words(there)
    assert dict(here.rulings) == dict(there.rulings)


def test_compiled_rules_are_plain_json_and_always_the_same() -> None:
    text = compile_library(DOCS)

    assert text == compile_library(DOCS)
    assert sorted(library().games) == sorted(json.loads(text)["games"])


def test_compiling_wrong_rules_raises_their_faults(tmp_path: Path) -> None:
    write_game(tmp_path, SOUND.replace("dusk = 3\n", 'dusk = "3"\n'))

    with pytest.raises(DataFaults, match="a whole number"):
        compile_library(tmp_path)


def test_a_record_answers_to_its_old_id(tmp_path: Path) -> None:
    game = load_game(write_game(tmp_path, SOUND))

    assert game.record("street/tar-alley") is game.record("street/pitch-alley")
    with pytest.raises(KeyError):
        game.record("street/nowhere")


def test_an_old_id_is_still_a_value_of_an_input(tmp_path: Path) -> None:
    game = load_game(write_game(tmp_path, SOUND))

    assert odds(game, "errand", {"street": "tar-alley"}) == odds(game, "errand", {"street": "pitch-alley"})
    assert odds(game, "errand", {"target": "tar-alley"}) == odds(game, "errand", {"target": "pitch-alley"})


def test_an_old_id_is_still_a_situation(tmp_path: Path) -> None:
    text = SOUND.replace('name = "Wind"\n', 'name = "Wind"\naliases = ["breeze"]\n')
    game = load_game(write_game(tmp_path, text))

    assert odds(game, "errand", {}, "me:wind") == odds(game, "errand", {}, "me:breeze")


def test_all_files_of_a_folder_are_one_game(tmp_path: Path) -> None:
    cut = SOUND.index("[kind.weather]")
    write_game(tmp_path, SOUND[cut:], file="b.toml")
    parted = load_game(write_game(tmp_path, SOUND[:cut], file="a.toml"))
    whole = load_game(write_game(tmp_path / "whole", SOUND))

    assert words(whole) == words(parted)


def test_a_folder_without_rules_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match="toml"):
        read_sheet(tmp_path)


def test_a_game_is_found_by_its_folder() -> None:
    for folder in game_folders(DOCS):
        assert folder.name == find_game(DOCS, folder.name).id
    with pytest.raises(BadRequest, match="essence-nexus"):
        find_game(DOCS, "chess")


# ---- a walk over all data


def every(game: Game) -> list[str]:
    return [record.path for record in game]


@pytest.mark.parametrize("game", list(library().games.values()), ids=lambda game: game.id)
def test_ids_anchors_and_sources_hold_for_every_record(game: Game) -> None:
    anchors = [(record.page, record.anchor) for record in game]

    assert len(set(anchors)) == len(anchors)
    assert len(set(every(game))) == len(every(game))
    for record in game:
        assert record.path == f"{game.id}/{record.kind}/{record.id}"
        assert record.source
        assert record.page


@pytest.mark.parametrize("game", list(library().games.values()), ids=lambda game: game.id)
def test_every_text_of_a_game_can_be_printed(game: Game) -> None:
    for record in game:
        printed = " ".join([game.prose(record), *game.phrases(record)])
        assert "{" not in printed


@pytest.mark.parametrize("game", list(library().games.values()), ids=lambda game: game.id)
def test_every_record_column_of_a_track_or_ladder_lies_in_its_row(game: Game) -> None:
    for kind in game.kinds.values():
        if kind.track or kind.ladder:
            rows = game.of(kind.id)
            assert list(range(len(rows))) == [row.place for row in rows]
            assert all(row.shifted(1) is rows[min(row.place + 1, len(rows) - 1)] for row in rows)
