"""Pages fit the screens they are read on, and a thumb finds what it aims at."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page as Tab

from tests.site.browser import Reader, drawn, still
from tests.site.conftest import Readers
from tests.site.pages import Page

WIDTHS = (360, 390, 1280)
THUMB = 44
TERM = 24
AIMED_AT = "button, select, summary, input, .rb-search, .rb-chapters a, .rb-games a"

# What sticks out to the right, except inside a region that scrolls by itself.
BROAD = """width => {
  const rolls = element => /auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX);
  const held = element => { for (let up = element.parentElement; up && up !== document.body; up = up.parentElement) if (rolls(up)) return true; return false };
  const wide = [...document.querySelectorAll("[data-md-component=container] *, footer *, .rb-colophon *")]
    .filter(element => element.getBoundingClientRect().right > width + 1 && element.checkVisibility() && !held(element));
  const found = wide.map(element => element.outerHTML.slice(0, 90));
  return document.documentElement.scrollWidth > width ? ["the page itself", ...found] : found;
}"""

# Everything a thumb may aim at that is smaller than it should be. A label is as good as what it labels.
SMALL = """([selector, width, height]) => [...document.querySelectorAll("article")].flatMap(article => [...article.querySelectorAll(selector)])
  .filter(element => element.checkVisibility({ visibilityProperty: true, opacityProperty: false }))
  .map(element => [element, (element.matches("input[type=radio], input[type=checkbox]") && element.closest("label") || element).getBoundingClientRect()])
  .filter(([, box]) => box.height < height - 0.5 || box.width < width - 0.5)
  .map(([element, box]) => `${element.outerHTML.slice(0, 90)} ${Math.round(box.width)}×${Math.round(box.height)}`)"""


@pytest.fixture
def desk(readers: Readers) -> Reader:
    """A browser window whose width is what it is set to, where a phone would zoom out instead."""
    return readers(is_mobile=False)


def test_no_page_is_wider_than_the_screen(desk: Reader, pages: list[Page]) -> None:
    tab = desk.open()
    found = {}
    for page in pages:
        tab.goto(desk.home + page.address)
        for width in WIDTHS:
            tab.set_viewport_size({"width": width, "height": 844})
            # Where it crosses a breakpoint, the drawer slides out of the way.
            drawn(tab)
            still(tab)
            for colours in ("light", "dark"):
                tab.emulate_media(color_scheme=colours)
                drawn(tab)
                if broad := tab.evaluate(BROAD, width):
                    found[page.address, width, colours] = broad[:5]

    assert found == {}


def test_what_a_thumb_aims_at_is_large_enough(desk: Reader, pages: list[Page]) -> None:
    tab = desk.open()
    tab.set_viewport_size({"width": 360, "height": 844})
    found = {}
    for page in pages:
        tab.goto(desk.home + page.address)
        tab.locator("body:not(:has(dice-roll:not(:defined)))").wait_for()
        small = tab.evaluate(SMALL, [AIMED_AT, THUMB, THUMB])
        # A term is as wide as its word.
        small += tab.evaluate(SMALL, ["a.rb-term", 0, TERM])
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


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_with_reduced_motion_nothing_moves(motion: str, readers: Readers) -> None:
    phone = readers(reduced_motion=motion)
    tab = phone.open("essence-nexus/spellcasting/")
    longest = _longest_motion(tab, "a.rb-term")

    assert longest <= (1 if motion == "reduce" else 300)


def _longest_motion(tab: Tab, selector: str) -> float:
    """How long anything moves after a tap, in milliseconds."""
    tab.evaluate(
        "() => { window.longest = 0; const look = () => { for (const motion of document.getAnimations()) longest = Math.max(longest, motion.effect.getComputedTiming().activeDuration); requestAnimationFrame(look) }; look() }"
    )
    tab.locator(f"article {selector}").first.tap()
    tab.locator("dialog.rb-sheet").wait_for()
    still(tab)
    return float(tab.evaluate("longest"))
