"""The same files under another path, and one engine from page to page."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.site.browser import Reader, follow, rolled, seen
from tests.site.judge import adjudicated
from tests.site.server import SUB_PATH, Server


def test_under_a_path_everything_is_found_below_it(phone: Reader, handbook: Server) -> None:
    handbook.asked.clear()
    page = phone.open("essence-nexus/difficulty/", base=handbook.sub_url)
    roll = rolled(page, page.locator("#difficulty-hard .rb-roll").tap)
    assert roll == adjudicated(roll)

    page.locator("article a.rb-term[href*='spellcasting']").first.tap()
    expect(page.locator("dialog.rb-sheet")).to_be_visible()
    page.locator(".rb-sheet").get_by_role("link", name="Go to the entry").tap()
    page.wait_for_url(re.compile(f"{SUB_PATH}essence-nexus/spellcasting/#"))
    page.goto(handbook.sub_url)
    expect(page.locator("last-read a")).to_have_attribute("href", re.compile(f"{SUB_PATH}essence-nexus/spellcasting/"))

    assert [path for path in handbook.asked if not path.startswith(SUB_PATH)] == []


def test_going_from_page_to_page_keeps_the_engine(phone: Reader, handbook: Server) -> None:
    page = phone.open("essence-nexus/difficulty/")
    rolled(page, page.locator("#difficulty-hard .rb-roll").tap)
    handbook.asked.clear()
    # As a reader does: by the links at the foot of the page.
    page.locator(".md-footer__link--next").tap()
    expect(page.locator("h1")).to_have_text(re.compile("^Skills"))
    expect(page.locator("dice-roll").first).to_have_attribute("state", "ready")
    roll = rolled(page, page.locator("#skill-infiltration ~ .rb-entry .rb-roll").first.tap)
    page.go_back()
    expect(page.locator("#difficulty-hard")).to_be_visible()
    rolled(page, page.locator("#difficulty-hard .rb-roll").tap)

    assert roll["inputs"]["skill"] == "infiltration"
    assert handbook.runtime_asked() == []
    assert seen(page, "workers") == 1


def test_a_page_that_is_left_takes_its_result_along(phone: Reader) -> None:
    page = phone.open("essence-nexus/difficulty/")
    rolled(page, page.locator("#difficulty-hard .rb-roll").tap)
    follow(page, f"{phone.home}essence-nexus/skills/")

    assert page.locator(".rb-result, .rb-gap").count() == 0


def test_a_tap_answered_after_the_page_was_left_does_no_harm(phone: Reader) -> None:
    page = phone.open("essence-nexus/difficulty/")
    page.locator("#difficulty-hard .rb-roll").tap()
    follow(page, f"{phone.home}essence-nexus/skills/")
    roll = rolled(page, page.locator("dice-roll .rb-roll").first.tap)

    assert roll["check"] == "skill-test"
    assert page.locator(".rb-result").count() == 1
