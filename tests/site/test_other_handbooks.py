"""Handbooks with other games in them: one alone, a copy under a new id, and games that are rules and nothing else."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.handbook import ROOT, library
from tests.site.build import build, copy_handbook
from tests.site.pages import Page, read_pages

GAMES = tuple(library().games)


def built(handbook: Path) -> list[Page]:
    """The pages of a copy of the handbook, built strictly."""
    outcome = build(handbook / "built", root=handbook)
    assert outcome.code == 0, outcome.text
    return read_pages(handbook / "built")


@pytest.mark.parametrize("game", ["d20-pool", "essence-nexus"])
def test_with_a_single_game_its_index_is_the_front_page(game: str, tmp_path: Path) -> None:
    handbook = copy_handbook(tmp_path / "handbook")
    for other in GAMES:
        if other != game:
            shutil.rmtree(handbook / "docs" / other)
    pages = built(handbook)

    assert {page.game for page in pages} & set(GAMES) == {game}
    (front,) = [page for page in pages if page.file == handbook / "built" / "index.html"]
    assert "".join(next(front.all("h1")).itertext()).startswith(library().games[game].title)


def test_a_game_copied_under_a_new_id_is_a_game_of_its_own(tmp_path: Path) -> None:
    handbook = copy_handbook(tmp_path / "handbook")
    shutil.copytree(handbook / "docs" / "d20-pool", handbook / "docs" / "slots-and-dice")
    pages = built(handbook)

    addresses = {page.address.partition("/")[2] for page in pages if page.game == "d20-pool"}
    assert addresses == {page.address.partition("/")[2] for page in pages if page.game == "slots-and-dice"}


def test_rules_alone_make_a_plain_page_with_every_record_and_every_check(tmp_path: Path) -> None:
    handbook = copy_handbook(tmp_path / "handbook")
    for game in GAMES:
        shutil.rmtree(handbook / "docs" / game)
    mechanics = sorted((ROOT / "tests" / "games").glob("*.toml"))
    for file in mechanics:
        rules = handbook / "docs" / file.stem / "rules"
        rules.mkdir(parents=True)
        shutil.copy(file, rules / "game.toml")
    pages = built(handbook)

    assert len(mechanics) == 12
    for file in mechanics:
        (page,) = [page for page in pages if page.game == file.stem]
        assert any(page.all("dice-roll")), file.stem
        assert any(page.all("table")), file.stem
