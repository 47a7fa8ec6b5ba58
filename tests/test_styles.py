"""The style sheets of a page become one, in their order."""

from __future__ import annotations

from pathlib import Path

import pytest

from bundle.errors import BundleError
from bundle.styles import join_styles

HEAD = (
    '<link rel="stylesheet" href="{0}theme.min.css">\n\n<link rel="stylesheet" href="{0}own.css"><title>A page</title>'
)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Two pages with two sheets."""
    styles = tmp_path / "assets" / "stylesheets"
    styles.mkdir(parents=True)
    (styles / "theme.min.css").write_text('@charset "UTF-8";a{color:red}/*! theirs */', encoding="utf-8")
    (styles / "own.css").write_text("/* why */\na { color: blue; }\n", encoding="utf-8")
    (tmp_path / "deep").mkdir()
    for page, folder in (("index.html", "assets/stylesheets/"), ("deep/index.html", "../assets/stylesheets/")):
        (tmp_path / page).write_text(HEAD.format(folder), encoding="utf-8")
    return tmp_path


def test_every_page_links_the_one_that_holds_all(site: Path) -> None:
    join_styles(site)
    (sheet,) = site.rglob("*.css")

    assert sheet.read_text(encoding="utf-8") == "a{color:red}/*! theirs */\na { color: blue; }\n"
    for page, folder in (("index.html", ""), ("deep/index.html", "../")):
        text = (site / page).read_text(encoding="utf-8")
        link = f'<link rel="stylesheet" href="{folder}assets/stylesheets/{sheet.name}">'
        assert text == f"{link}\n<title>A page</title>"


def test_a_second_time_changes_nothing(site: Path) -> None:
    join_styles(site)
    before = {file: file.read_bytes() for file in site.rglob("*.*")}
    join_styles(site)

    assert before == {file: file.read_bytes() for file in site.rglob("*.*")}


def test_pages_with_different_sheets_end_the_build(site: Path) -> None:
    (site / "index.html").write_text('<link rel="stylesheet" href="assets/stylesheets/own.css">', encoding="utf-8")
    with pytest.raises(BundleError, match="different style sheets"):
        join_styles(site)
