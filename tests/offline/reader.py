"""What a reader does with a kept handbook, step by step."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page, expect

from tests.offline.host import Host

KEPT = "async () => (await caches.keys()).filter((name) => name.startsWith('rollbook') && !name.endsWith('wishes'))"


def arrive(device: BrowserContext, host: Host, address: str = "") -> Page:
    """Open a page in a new tab."""
    page = device.new_page()
    page.goto(host.url + address)
    return page


def await_state(page: Page, state: str) -> None:
    """Wait until the front page says so."""
    expect(page.locator("offline-state")).to_have_attribute("state", state, timeout=30_000)


def keep_pages(device: BrowserContext, host: Host) -> Page:
    """Open the front page and wait until the pages are kept."""
    page = arrive(device, host)
    await_state(page, "pages")
    return page


def keep_all(device: BrowserContext, host: Host) -> Page:
    """Make the handbook available offline, as a reader does."""
    page = keep_pages(device, host)
    page.locator("offline-state button").tap()
    await_state(page, "ready")
    return page


def roll(page: Page) -> None:
    """Tap the page's first roller and wait for its dice."""
    page.locator("dice-roll .rb-roll").first.tap()
    page.locator("dice-roll[total]").first.wait_for(timeout=30_000)


def look_for_update(page: Page) -> None:
    """Have the browser ask the host for a new release, as it does by itself when a page is opened."""
    page.evaluate("async () => { await (await navigator.serviceWorker.ready).update().catch(() => {}); }")
