"""Pages fit the screens they are read on, and a thumb finds what it aims at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from tests.site.browser import PHONE, Reader, drawn, follow, still
from tests.site.conftest import Readers
from tests.site.pages import Page
from tests.site.server import Server

MEASURE = Path(__file__).with_name("measure.js")
# Colours do not move anything; still, each is seen at a phone's width and at a desk's.
NARROWEST = 360
SCREENS = ((NARROWEST, "light"), (390, "dark"), (1280, "light"), (1280, "dark"))
# A change of width by more turns the navigation from a drawer into a column.
DRAWER = 500
HEIGHT = 844
THUMB = 44
# In a line of text a term is as wide as its word, and lines are close.
TERM = 24
AIMED_AT = "button, select, summary, input, .rb-search, .rb-chapters a, .rb-games a"


@dataclass
class Found:
    """What does not fit on the pages: on which, on which screen, and what."""

    broad: dict[tuple[str, int, str], list[str]] = field(default_factory=dict)
    small: dict[str, list[str]] = field(default_factory=dict)


@pytest.fixture(scope="module")
def desk(browser: Browser, handbook: Server) -> Iterator[Reader]:
    """A browser window whose width is what it is set to, where a phone would zoom out instead."""
    reader = Reader(browser, handbook.url, {**PHONE, "is_mobile": False})
    reader.context.add_init_script(path=MEASURE)
    yield reader
    reader.context.close()
    assert reader.watch.problems == []


@pytest.fixture(scope="module")
def found(desk: Reader, pages: list[Page]) -> Found:
    """All pages, each opened once and measured on every screen."""
    tab = desk.open()
    found = Found()
    for page in pages:
        follow(tab, desk.home + page.address)
        for width, colours in SCREENS:
            show(tab, width, colours)
            if broad := tab.evaluate("width => measure.broad(width)", width):
                found.broad[page.address, width, colours] = broad[:5]
            if width == NARROWEST and (small := too_small(tab)):
                found.small[page.address] = small[:5]
    return found


def show(tab: Tab, width: int, colours: str) -> None:
    """Make the window so wide, in the colours of the day or the night."""
    before = tab.viewport_size
    tab.emulate_media(color_scheme=colours)
    tab.set_viewport_size({"width": width, "height": HEIGHT})
    drawn(tab)
    if before and abs(before["width"] - width) > DRAWER:
        # The drawer slides into its place.
        still(tab)


def too_small(tab: Tab) -> list[str]:
    """What a thumb may miss."""
    small = tab.evaluate("given => measure.small(...given)", [AIMED_AT, THUMB, THUMB])
    small += tab.evaluate("given => measure.small(...given)", ["a.rb-term", 0, TERM])
    return list(small)


def test_no_page_is_wider_than_the_screen(found: Found) -> None:
    assert found.broad == {}


def test_what_a_thumb_aims_at_is_large_enough(found: Found) -> None:
    assert found.small == {}


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
