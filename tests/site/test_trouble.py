"""When the engine cannot start or stops, the page stays readable and says so at the roller."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.site.browser import Reader, rolled, seen, spoken
from tests.site.conftest import Readers
from tests.site.judge import adjudicated
from tests.site.server import Server

PAGE = "essence-nexus/difficulty/"


def tap(page: Page) -> Locator:
    page.locator("#difficulty-hard .rb-roll").tap()
    return page.locator("#difficulty-hard .rb-result")


def readable(page: Page) -> None:
    """The rule and its odds are still there."""
    expect(page.locator("#difficulty-hard")).to_contain_text("Work for specialists")
    expect(page.locator("#difficulty-hard .rb-bar__text")).to_be_visible()


def test_a_worker_that_is_killed_is_replaced_and_the_tap_is_answered(phone: Reader) -> None:
    page = phone.open(PAGE)
    first = rolled(page, lambda: tap(page))
    page.evaluate("seen.workers.at(-1).terminate()")
    second = rolled(page, page.locator("#difficulty-easy .rb-roll").tap)

    assert second == adjudicated(second)
    assert seen(page, "rolls") == [first, second]
    assert seen(page, "workers") == 2
    readable(page)


def test_a_worker_that_crashes_is_replaced_at_the_next_tap(phone: Reader) -> None:
    page = phone.open(PAGE)
    rolled(page, lambda: tap(page))
    page.evaluate("seen.workers.at(-1).dispatchEvent(new ErrorEvent('error', { cancelable: true }))")
    expect(page.locator("#difficulty-hard dice-roll")).not_to_have_attribute("state", "ready")
    roll = rolled(page, page.locator("#difficulty-easy .rb-roll").tap)

    assert roll == adjudicated(roll)
    assert seen(page, "workers") == 2


@pytest.mark.parametrize("lost", ["runtime.json", "pyodide.asm.wasm", "engine-", "worker.mjs"])
def test_a_file_that_cannot_be_had_is_told_and_retry_helps(lost: str, phone: Reader, handbook: Server) -> None:
    phone.watch.expected = ("404",)
    handbook.lost = lost
    page = phone.open(PAGE)
    result = tap(page)
    expect(page.locator("#difficulty-hard dice-roll")).to_have_attribute("state", "failed")
    expect(result).to_contain_text("could not be")
    expect(result).to_contain_text("Check the connection")
    assert spoken(page)[-1] in result.text_content()
    readable(page)

    handbook.lost = ""
    roll = rolled(page, result.get_by_role("button", name="Retry").tap)
    assert roll == adjudicated(roll)
    expect(page.locator("#difficulty-hard dice-roll")).to_have_attribute("state", "ready")


@pytest.mark.parametrize(
    ("missing", "words"),
    [("Worker", "no web workers"), ("WebAssembly", "does not allow WebAssembly")],
)
def test_a_browser_without_what_the_engine_needs_says_so(missing: str, words: str, phone: Reader) -> None:
    phone.context.add_init_script(f"delete globalThis.{missing}")
    if missing == "WebAssembly":
        # A worker has globals of its own: there it is as if the site's policy forbade it.
        phone.context.route(
            "**/worker.mjs",
            lambda route: route.fulfill(
                content_type="text/javascript",
                body=f"delete globalThis.{missing};\n{route.fetch().text()}",
            ),
        )
    page = phone.open(PAGE)
    result = tap(page)

    expect(result).to_contain_text(words)
    expect(result).to_contain_text("The odds on this page still hold.")
    expect(page.locator("#difficulty-hard dice-roll")).to_have_attribute("state", "failed")
    readable(page)


def test_without_scripts_rules_and_odds_are_all_there(readers: Readers) -> None:
    page = readers(java_script_enabled=False).open(PAGE)
    readable(page)
    for place in ("#difficulty-hard .rb-row__head", ".rb-odds td >> nth=0", ".rb-source"):
        expect(page.locator(place)).to_be_visible()


def test_a_refusal_is_a_sentence_and_no_retry(warm: Page, handbook: Server) -> None:
    """The rules say no: asking again would not help."""
    warm.evaluate(
        """() => {
          const roller = document.querySelector("dice-roll");
          roller.setAttribute("die", "d7");
          roller.querySelector(".rb-roll").click();
        }"""
    )
    result = warm.locator(".rb-result")
    expect(result).to_contain_text("d7")
    expect(result.get_by_role("button", name="Retry")).to_have_count(0)
