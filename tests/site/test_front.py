"""The front page, on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.handbook import library
from tests.site.browser import Reader, follow, rolled, still
from tests.site.judge import adjudicated

SPOIL = """text => {
  const notes = Object.keys(localStorage).filter(key => key.startsWith("rollbook"));
  for (const key of notes) localStorage.setItem(key, text);
  return notes.length;
}"""


def test_the_first_screen_says_what_this_is_and_lets_a_thumb_roll(phone: Reader) -> None:
    page = phone.open()
    for part in ("h1", ".rb-lead", ".rb-search", ".rb-first-roll .rb-roll"):
        expect(page.locator(part).first).to_be_in_viewport()
    # What the first tap costs is said beside it.
    expect(page.locator(".rb-first-roll .rb-note").first).to_have_text(re.compile(r"\d+(\.\d+)? MB"))
    roll = rolled(page, page.locator(".rb-first-roll .rb-roll").tap)

    assert roll == adjudicated(roll)


def test_the_search_opens_and_finds_by_a_newcomers_word(phone: Reader) -> None:
    page = phone.open()
    page.locator(".rb-search").tap()
    expect(page.locator(".md-search__input")).to_be_focused()
    page.keyboard.type("stealth")
    # Sections beyond a page's first stand folded under it.
    found = page.locator(".md-search-result__link[href$='#skill-infiltration']")
    expect(found).to_have_count(1)
    found.evaluate("link => link.click()")
    page.wait_for_url("**/#skill-infiltration")
    expect(page.locator("#skill-infiltration")).to_have_count(1)


def test_it_offers_the_page_last_read(phone: Reader) -> None:
    page = phone.open()
    expect(page.locator("last-read")).to_be_empty()
    follow(page, f"{phone.home}essence-nexus/skills/")
    follow(page, phone.home)
    expect(page.locator("last-read a")).to_have_text("Continue: Skills")

    # On another day as well.
    again = phone.open()
    again.locator("last-read a").tap()
    expect(again.locator("h1")).to_have_text(re.compile("^Skills"))


@pytest.mark.parametrize(
    "spoilt",
    [
        "{",
        "null",
        "7",
        '{"path": "//elsewhere.example/", "title": "x"}',
        '{"path": "javascript:alert(1)", "title": "x"}',
    ],
)
def test_a_spoilt_note_of_the_page_last_read_does_no_harm(spoilt: str, phone: Reader) -> None:
    page = phone.open("essence-nexus/skills/")
    assert page.evaluate(SPOIL, spoilt) > 0
    page.goto(phone.home)
    offered = page.locator("last-read a").evaluate_all("links => links.map(link => link.href)")

    assert [address for address in offered if not address.startswith(phone.home)] == []


def test_each_game_has_a_row_for_a_thumb(phone: Reader) -> None:
    page = phone.open()
    still(page)
    for game in library().games.values():
        row = page.locator("article li").filter(has=page.locator(f"a[href$='/{game.id}/']"))
        expect(row).to_contain_text(game.title)
        expect(row).to_contain_text(game.core)
        box = row.bounding_box()
        assert box
        assert box["height"] >= 48
