"""Where a result stands, and what stays where it was."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.site.browser import follow, rolled, seen, spoken, top
from tests.site.server import Server


@pytest.fixture
def page(warm: Page, handbook: Server) -> Page:
    """The difficulties, on a phone whose engine runs."""
    follow(warm, f"{handbook.url}essence-nexus/difficulty/")
    return warm


def tap(page: Page, row: str) -> dict[str, Any]:
    return rolled(page, page.locator(f"#difficulty-{row} .rb-roll").tap)


def test_the_result_opens_under_its_row_and_covers_nothing(page: Page) -> None:
    tap(page, "easy")
    row = page.locator("#difficulty-easy").bounding_box()
    body = page.locator("#difficulty-easy .rb-row__body").bounding_box()
    result = page.locator("#difficulty-easy .rb-result").bounding_box()
    below = page.locator("#difficulty-moderate").bounding_box()
    assert row
    assert body
    assert result
    assert below

    assert result["y"] >= body["y"] + body["height"]
    assert result["y"] + result["height"] <= row["y"] + row["height"] <= below["y"]
    assert result["width"] > 0.8 * row["width"]


@pytest.mark.parametrize("order", [("easy", "impossible"), ("impossible", "easy"), ("hard", "hard")])
def test_one_result_is_open_and_what_is_tapped_stays_where_it_is(page: Page, order: tuple[str, str]) -> None:
    first, second = order
    tap(page, first)
    page.wait_for_timeout(400)
    button = page.locator(f"#difficulty-{second} .rb-roll")
    button.scroll_into_view_if_needed()
    page.wait_for_timeout(100)
    before = top(button)
    tap(page, second)

    assert abs(top(button) - before) < 1
    expect(page.locator(".rb-result")).to_have_count(1)
    expect(page.locator(f"#difficulty-{second} .rb-result")).to_be_visible()


def test_again_rolls_again_in_its_place(page: Page) -> None:
    tap(page, "hard")
    again = page.locator(".rb-result").get_by_role("button", name="Again")
    page.wait_for_timeout(400)
    again.scroll_into_view_if_needed()
    before = top(again)
    roll = rolled(page, again.tap)

    assert abs(top(again) - before) < 1
    assert roll["inputs"]["target"] == "hard"
    expect(again).to_be_focused()


def test_a_double_tap_is_one_roll_and_two_taps_are_two(page: Page) -> None:
    button = page.locator("#difficulty-hard .rb-roll")
    rolled(page, lambda: [button.tap(), button.tap()])
    page.wait_for_timeout(400)
    assert len(seen(page, "rolls")) == 1

    rolled(page, button.tap)


def test_a_result_closes_and_gives_the_focus_back(page: Page) -> None:
    tap(page, "hard")
    page.get_by_role("button", name="Close the result").tap()

    expect(page.locator(".rb-result")).to_have_count(0)
    expect(page.locator("#difficulty-hard .rb-roll")).to_be_focused()


def test_the_keyboard_rolls_too(page: Page) -> None:
    button = page.locator("#difficulty-hard .rb-roll")
    button.focus()
    rolled(page, lambda: page.keyboard.press("Enter"))
    page.wait_for_timeout(400)
    rolled(page, lambda: page.keyboard.press("Space"))

    expect(button).to_be_focused()


def test_each_result_is_spoken_once(page: Page) -> None:
    rolls = []
    for row in ("easy", "hard"):
        rolls.append(tap(page, row))
        page.wait_for_timeout(400)

    assert spoken(page) == [roll["text"] for roll in rolls]


def test_a_verdict_does_not_rest_on_colour(page: Page, handbook: Server) -> None:
    """Each tone has a sign of its own beside its words."""
    throws = {"critical": "d20=20;skill=6", "success": "d20=15;skill=5", "failure": "d20=10;skill=2"}
    signs = {}
    for outcome, faces in throws.items():
        link = f"essence-nexus/how-to-play/#roll=essence-nexus/skill-test?die=d6&target=15&faces={faces}"
        roll = rolled(page, lambda link=link: follow(page, handbook.url + link))
        assert roll["outcome"] == outcome
        signs[roll["tone"]] = page.locator(".rb-result__verdict .rb-sign").inner_html()
        follow(page, handbook.url)

    assert len(set(signs.values())) == len(throws)


def test_dice_that_do_not_count_are_struck_and_say_so(page: Page, handbook: Server) -> None:
    link = "essence-nexus/how-to-play/#roll=essence-nexus/skill-test?die=d6&edge=1&target=hard&faces=d20=14,9;skill=5"
    rolled(page, lambda: follow(page, handbook.url + link))
    dropped = page.locator(".rb-thrown[data-mark=dropped]")

    expect(dropped).to_have_count(1)
    expect(dropped.locator("title")).to_have_text("d20: 9, dropped (Edge)")
    expect(dropped.locator(".rb-thrown__strike")).to_have_count(1)
    expect(page.locator(".rb-thrown[data-mark=kept]")).to_have_count(2)


def test_copy_hands_on_the_sentence_and_a_link_to_the_same_dice(page: Page, handbook: Server) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    roll = tap(page, "hard")
    # The share sheet of a phone cannot be seen by a test; without one, the text is copied.
    page.locator(".rb-action--share").tap()
    expect(page.locator(".rb-action--share")).to_have_text("Copied")
    sentence, link = page.evaluate("navigator.clipboard.readText()").split("\n")

    assert sentence == roll["text"]
    again = rolled(page, lambda: follow(page, link.replace("/difficulty/", "/how-to-play/")))
    assert {**again, "follow_ups": None} == {**roll, "follow_ups": None}
