"""Pages fit the screens they are read on, and a thumb finds what it aims at."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.site.browser import Reader, drawn, still
from tests.site.conftest import Readers
from tests.site.pages import Page

MEASURE = Path(__file__).with_name("measure.js")
WIDTHS = (360, 390, 1280)
HEIGHT = 844
THUMB = 44
# In a line of text a term is as wide as its word, and lines are close.
TERM = 24
AIMED_AT = "button, select, summary, input, .rb-search, .rb-chapters a, .rb-games a"


@pytest.fixture
def desk(readers: Readers) -> Reader:
    """A browser window whose width is what it is set to, where a phone would zoom out instead."""
    reader = readers(is_mobile=False)
    reader.context.add_init_script(path=MEASURE)
    return reader


def test_no_page_is_wider_than_the_screen(desk: Reader, pages: list[Page]) -> None:
    tab = desk.open()
    found = {}
    for page in pages:
        tab.goto(desk.home + page.address)
        for width in WIDTHS:
            tab.set_viewport_size({"width": width, "height": HEIGHT})
            for colours in ("light", "dark"):
                tab.emulate_media(color_scheme=colours)
                # Where the width crosses a breakpoint, the drawer slides out of the way.
                drawn(tab)
                still(tab)
                if broad := tab.evaluate("width => measure.broad(width)", width):
                    found[page.address, width, colours] = broad[:5]

    assert found == {}


def test_what_a_thumb_aims_at_is_large_enough(desk: Reader, pages: list[Page]) -> None:
    tab = desk.open()
    tab.set_viewport_size({"width": WIDTHS[0], "height": HEIGHT})
    found = {}
    for page in pages:
        tab.goto(desk.home + page.address)
        tab.locator("body:not(:has(dice-roll:not(:defined)))").wait_for()
        small = tab.evaluate("given => measure.small(...given)", [AIMED_AT, THUMB, THUMB])
        small += tab.evaluate("given => measure.small(...given)", ["a.rb-term", 0, TERM])
        if small:
            found[page.address] = small[:5]

    assert found == {}


def test_colours_follow_the_system(desk: Reader) -> None:
    tab = desk.open()
    grounds = []
    for colours in ("light", "dark"):
        tab.emulate_media(color_scheme=colours)
        tab.reload()
        grounds.append(tab.evaluate("getComputedStyle(document.body).backgroundColor"))

    light, dark = ([int(part) for part in ground[4:-1].split(",")] for ground in grounds)
    assert min(light) > 200
    assert max(dark) < 60


@pytest.mark.parametrize(("motion", "longest"), [("reduce", 1), ("no-preference", 300)])
def test_motion_is_short_and_none_where_it_is_not_wanted(motion: str, longest: int, readers: Readers) -> None:
    phone = readers(reduced_motion=motion)
    phone.context.add_init_script(path=MEASURE)
    tab = phone.open("essence-nexus/spellcasting/")
    tab.evaluate("measure.watchMotion()")
    tab.locator("article a.rb-term").first.tap()
    tab.locator("dialog.rb-sheet").wait_for()
    still(tab)

    assert tab.evaluate("measure.motion") <= longest
