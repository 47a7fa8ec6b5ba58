"""A phone that was never here before: open the difficulties, tap one."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.site.browser import Reader, rolled, seen, spoken, top
from tests.site.conftest import Readers
from tests.site.judge import adjudicated
from tests.site.server import Server

PAGE = "essence-nexus/difficulty/"


def tap(page: Page) -> dict[str, Any]:
    return rolled(page, page.locator("#difficulty-hard .rb-roll").tap)


def results_spoken(page: Page) -> list[str]:
    """What the status region said, but for what is said while the reader waits for the engine."""
    return [sentence for sentence in spoken(page) if not sentence.startswith("Loading")]


def test_opening_pages_loads_nothing_of_the_engine(phone: Reader, handbook: Server) -> None:
    handbook.asked.clear()
    page = phone.open(PAGE)
    page.locator("#difficulty-impossible").scroll_into_view_if_needed()
    page.wait_for_load_state("networkidle")

    assert handbook.runtime_asked() == []
    assert seen(page, "workers") == 0
    assert page.locator("dice-roll[state]").count() == 0


def test_a_tap_rolls_and_the_engine_agrees(phone: Reader, handbook: Server) -> None:
    handbook.asked.clear()
    page = phone.open(PAGE)
    button = page.locator("#difficulty-hard .rb-roll")
    button.scroll_into_view_if_needed()
    before = top(button)
    roll = tap(page)

    # The faces fell in the browser; what they mean, CPython says as well.
    assert roll == adjudicated(roll)
    assert (roll["inputs"]["die"], roll["inputs"]["target"]) == ("d6", "hard")
    assert abs(top(button) - before) < 1

    roller = page.locator("#difficulty-hard dice-roll")
    expect(roller).to_have_attribute("state", "ready")
    expect(roller).to_have_attribute("outcome", roll["outcome"])
    expect(roller).to_have_attribute("total", str(roll["total"]))
    states = [state for check, state in seen(page, "states")]
    assert list(dict.fromkeys(states)) == ["starting", "ready"]

    result = page.locator("#difficulty-hard .rb-result")
    expect(page.locator(".rb-result")).to_have_count(1)
    expect(result.locator(".rb-result__total")).to_have_text(str(roll["total"]))
    expect(result.locator(".rb-result__words")).to_have_text(roll["verdict"])
    expect(result.locator(".rb-sign").first).to_be_visible()
    expect(result.locator(".rb-thrown")).to_have_count(len(roll["dice"]))
    assert result.locator(".rb-result__steps li").all_text_contents() == [step["text"] for step in roll["steps"]]

    assert results_spoken(page) == [roll["text"]]
    assert seen(page, "workers") == 1
    asked = handbook.runtime_asked()
    assert len(asked) == len(set(asked))


def test_a_second_tap_while_the_engine_starts_is_the_same_roll(phone: Reader) -> None:
    page = phone.open(PAGE)
    button = page.locator("#difficulty-hard .rb-roll")
    roll = rolled(page, lambda: [button.tap(), button.tap()])
    page.wait_for_timeout(300)

    assert seen(page, "rolls") == [roll]
    assert results_spoken(page) == [roll["text"]]


def test_what_is_loading_is_said_where_the_result_will_stand(phone: Reader, handbook: Server) -> None:
    page = phone.open(PAGE)
    page.evaluate(
        """() => {
          window.told = [];
          new MutationObserver(() => {
            const words = document.querySelector(".rb-result[data-kind=loading] .rb-result__words")?.textContent;
            if (words && words !== told.at(-1)) told.push(words);
          }).observe(document, { subtree: true, childList: true, characterData: true });
        }"""
    )
    tap(page)
    told = page.evaluate("told")
    parts = [int(words.split()[-2]) for words in told if words.endswith("%")]

    assert told[0] == "Loading the dice engine …"
    assert parts == sorted(parts)
    assert len(parts) > 1
    assert page.locator(".rb-result progress").count() == 0


def test_two_phones_never_share_a_sequence(readers: Readers) -> None:
    """Sixteen throws of two dice: that both phones throw the same by chance is past all doubt."""
    sequences = []
    for _ in range(2):
        page = readers().open(PAGE)
        rolls = [tap(page)]
        again = page.get_by_role("button", name="Again", exact=True)
        rolls += [rolled(page, lambda again=again: again.evaluate("button => button.click()")) for _ in range(15)]
        sequences.append([roll["faces"] for roll in rolls])

    assert sequences[0] != sequences[1]
