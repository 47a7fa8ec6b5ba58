"""The first roll of a page: on a first visit, on the next through the service worker, and after instant navigation."""

from __future__ import annotations

from playwright.sync_api import Browser, BrowserContext, Page

from tests.bench.device import OTHER, PAGE, PHONE, ROW, chromium, handbook
from tests.bench.table import Row, middle
from tests.bench.tap import HERE
from tests.site.browser import ARRIVED, FOLLOW, until

RUNS = 7
STATE = "document.querySelector('offline-state')?.getAttribute('state')"


def rows() -> list[Row]:
    """All three on a new device each time, in turn; from the tap's time stamp to the result, in milliseconds."""
    with handbook() as address, chromium() as browser:
        runs = [visit(browser, address) for _ in range(RUNS)]
    first, repeat, instant = (middle(times) for times in zip(*runs, strict=True))
    return [
        Row("first roll on a repeat visit, against a first visit", repeat, "ms", first, bound=0.8),
        Row("first roll after instant navigation, against a first visit", instant, "ms", first, most=50),
    ]


def visit(browser: Browser, address: str) -> tuple[float, float, float]:
    """Visit, keep the handbook, visit again, go on to another page; the time of the first roll at each."""
    device = browser.new_context(**PHONE)
    device.add_init_script(path=HERE / "tap.mjs")
    page = open_page(device, address + PAGE)
    first = roll(page, ROW)
    page.goto(address)
    until(page, f"{STATE} === 'pages' || {STATE} === 'ready'")
    if page.evaluate(STATE) == "pages":
        page.locator("offline-state button").tap()
    until(page, f"{STATE} === 'ready'")
    page.close()
    page = open_page(device, address + PAGE)
    assert page.evaluate("Boolean(navigator.serviceWorker.controller)")
    repeat = roll(page, ROW)
    page.evaluate(FOLLOW, address + OTHER)
    until(page, ARRIVED)
    page.wait_for_timeout(500)
    instant = roll(page, "article dice-roll .rb-roll")
    device.close()
    return first, repeat, instant


def open_page(device: BrowserContext, address: str) -> Page:
    """Open a page and let it come to rest."""
    page = device.new_page()
    page.goto(address)
    page.wait_for_timeout(500)
    return page


def roll(page: Page, what: str) -> float:
    """Tap the first such button; milliseconds until its result stands in the document."""
    before = page.evaluate("taps.length")
    page.locator(what).first.tap()
    until(page, f"taps.length > {before}")
    return float(page.evaluate("taps.at(-1)[0]"))
