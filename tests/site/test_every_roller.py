"""Every roller of every page, tapped on a narrow phone in one visit."""

from __future__ import annotations

from playwright.sync_api import Page as Tab

from tests.site.browser import follow, rolled, seen
from tests.site.judge import adjudicated
from tests.site.pages import Page
from tests.site.server import Server

NARROW = 360
# Not the whole page: that is measured elsewhere, and a result stands in the article.
BROAD = """width => [...document.querySelectorAll(".rb-result, .rb-result *")]
  .filter(element => element.getBoundingClientRect().right > width + 1)
  .map(element => element.outerHTML.slice(0, 80))"""


def test_every_roller_rolls_and_the_engine_agrees(warm: Tab, handbook: Server, pages: list[Page]) -> None:
    warm.set_viewport_size({"width": NARROW, "height": 780})
    handbook.asked.clear()
    tapped = 0
    for page in pages:
        if not any(page.all("dice-roll")):
            continue
        follow(warm, handbook.url + page.address)
        for at in range(warm.locator("dice-roll").count()):
            button = warm.locator("dice-roll .rb-roll").nth(at)
            roll = rolled(warm, lambda button=button: button.evaluate("button => button.click()"))
            where = (page.address, at, roll["text"])
            assert roll == adjudicated(roll), where
            assert roll["text"], where
            assert warm.locator(".rb-result").count() == 1, where
            assert warm.locator(".rb-result .rb-thrown").count() == len(roll["dice"]), where
            assert warm.evaluate(BROAD, NARROW) == [], where
            tapped += 1

    assert tapped == sum(1 for page in pages for _ in page.all("dice-roll"))
    # Many pages on, it is still the first engine.
    assert handbook.runtime_asked() == []
    assert seen(warm, "workers") == 1
