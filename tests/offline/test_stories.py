"""A handbook kept on a phone: read, searched and rolled without a network, and replaced by the next release."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import BrowserContext, expect

from tests.offline.host import Host
from tests.offline.reader import KEPT, arrive, await_state, keep_all, keep_pages, look_for_update, roll
from tests.offline.releases import CHANGED, MARK

TURN = CHANGED.removesuffix("index.html")


def test_pages_are_kept_without_a_word_and_the_dice_are_not(device: BrowserContext, host: Host) -> None:
    page = keep_pages(device, host)

    assert [name for name in host.asked if name.startswith("assets/rollbook/")] == []
    device.set_offline(True)
    page.goto(host.url + TURN + "?from=elsewhere")
    expect(page.locator("article h1")).to_be_visible()
    page.goto(host.url + TURN.rstrip("/"))
    assert page.url == host.url + TURN


def test_what_was_made_available_is_read_searched_and_rolled_without_a_network(
    device: BrowserContext, host: Host
) -> None:
    page = keep_all(device, host)
    assert "Ready offline" in page.locator("offline-state").inner_text()
    device.set_offline(True)
    page.close()

    page = arrive(device, host, TURN)
    expect(page.locator("article h1")).to_be_visible()
    page.locator("label[for=__search]").locator("visible=true").first.tap()
    page.locator(".md-search__input").press_sequentially("stealth")
    expect(page.locator(".md-search-result__link").first).to_be_visible()
    page.goto(host.url)
    roll(page)


def test_the_dice_are_kept_once_they_were_rolled(device: BrowserContext, host: Host) -> None:
    page = keep_pages(device, host)
    roll(page)
    page.goto(host.url)
    await_state(page, "ready")
    device.set_offline(True)
    page.goto(host.url)
    roll(page)


def test_an_update_is_offered_and_taken_when_the_reader_says_so(
    device: BrowserContext, host: Host, second: Path
) -> None:
    page = keep_all(device, host)
    host.mend()
    host.folder = second
    look_for_update(page)
    offer = page.locator(".rb-update")
    expect(offer).to_contain_text("A new version of this handbook is ready.")

    # Only what differs was fetched, although the host lets every file be kept for ten minutes.
    assert sorted(set(host.asked)) == sorted({"service-worker.js", TURN, "assets/release.mjs"})
    # Until then nothing of the second release is shown.
    other = arrive(device, host, TURN)
    assert MARK not in other.content()

    offer.get_by_role("button", name="Reload").tap()
    expect(page.locator(".rb-update")).to_have_count(0)
    await_state(page, "ready")
    # The tab that did not ask goes on as it was, and is told.
    expect(other.locator(".rb-update")).to_be_visible()
    device.set_offline(True)
    page.goto(host.url + TURN)
    assert MARK in page.content()
    assert len(page.evaluate(KEPT)) == 1


def test_in_a_half_deployed_release_the_old_one_goes_on(
    device: BrowserContext, host: Host, first: Path, second: Path
) -> None:
    page = keep_all(device, host)
    host.folder = second
    host.spoilt[TURN] = (first / CHANGED).read_bytes()
    look_for_update(page)
    page.wait_for_timeout(500)

    assert page.locator(".rb-update").count() == 0
    page.goto(host.url)
    await_state(page, "ready")
    page.goto(host.url + TURN)
    assert MARK not in page.content()

    host.mend()
    look_for_update(page)
    expect(page.locator(".rb-update")).to_be_visible()


def test_the_app_opens_at_the_page_last_read(device: BrowserContext, host: Host) -> None:
    page = keep_pages(device, host)
    page.goto(host.url + "?start")
    assert page.url.startswith(host.url)
    page.goto(host.url + TURN)
    expect(page.locator("article h1")).to_be_visible()
    page.close()
    device.set_offline(True)
    page = arrive(device, host, "?start")
    page.wait_for_url(host.url + TURN)
