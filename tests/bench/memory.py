"""What the page's process holds after a long evening of rolls, and after the first one."""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.bench.device import PAGE, PHONE, ROW, chromium, handbook
from tests.bench.table import Row
from tests.site.browser import until
from tests.site.test_thousand import MANY, ROLLS

PAGE_SIZE = 4096
MEGABYTE = 1e6


def rows() -> list[Row]:
    """The memory that is the process's own, in megabytes; only Linux tells it."""
    if sys.platform != "linux":
        return []
    with handbook() as address, chromium() as browser:
        page = browser.new_context(**PHONE).new_page()
        page.add_init_script("window.seen = { rolls: [] }; addEventListener('roll', e => seen.rolls.push(e.detail))")
        page.goto(address + PAGE)
        page.locator(ROW).tap()
        until(page, "seen.rolls.length")
        # Some, so that both states have every page's part of the engine in use.
        page.evaluate(MANY, 20)
        first = held(browser, page)
        page.evaluate(MANY, ROLLS)
        after = held(browser, page)
    return [Row(f"memory of the page after {ROLLS:,} rolls, against after 20", after, "MB", first, bound=1.1)]


def held(browser: Browser, page: Page) -> float:
    """The memory of the largest page process, once what is no longer needed is thrown away."""
    page.context.new_cdp_session(page).send("HeapProfiler.collectGarbage")
    page.wait_for_timeout(1000)
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return max(own(process["id"]) for process in processes if process["type"] == "renderer") / MEGABYTE


def own(process: int) -> int:
    """The bytes in memory that a process shares with no file."""
    size = Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()
    return (int(size[1]) - int(size[2])) * PAGE_SIZE
