"""From a tap to its result once the engine runs, beside the same with a worker that only answers."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.bench.device import PAGE, PHONE, ROW, chromium, handbook
from tests.bench.table import Row, middle, worst

HERE = Path(__file__).parent
TAPS = 120
# Longer than two taps that count as one, in milliseconds.
PAUSE = 330


def rows() -> list[Row]:
    """Taps as a finger's, timed from the event's own time stamp; in milliseconds."""
    with handbook(bench=HERE) as address, chromium() as browser:
        ours, idle = [], []
        pages = open_page(browser, address + PAGE), open_page(browser, address + "bench/idle.html")
        # In turn, in parts, so that whatever else the machine does is shared by both.
        for part in range(5):
            ours += tap(pages[0], ROW, TAPS // 5)[part == 0 :]
            idle += tap(pages[1], "#tap", TAPS // 5)[part == 0 :]
    drawn, next_task = zip(*ours, strict=True)
    idle_drawn, idle_task = zip(*idle, strict=True)
    return [
        Row("warm tap to its result, against an idle worker", middle(drawn), "ms", middle(idle_drawn), most=20),
        Row("… 99th percentile", worst(drawn), "ms", worst(idle_drawn)),
        Row("warm tap to the task after that frame", middle(next_task), "ms", middle(idle_task), most=40),
        Row("… 99th percentile", worst(next_task), "ms", worst(idle_task), most=80),
    ]


def open_page(browser: Browser, address: str) -> Page:
    """A phone with one page, which notes its taps."""
    page = browser.new_context(**PHONE).new_page()
    page.add_init_script(path=HERE / "tap.mjs")
    page.goto(address)
    return page


def tap(page: Page, what: str, times: int) -> list[tuple[float, float]]:
    """Tap that often; the times of each tap, the first of them that which starts the engine."""
    page.bring_to_front()
    before = page.evaluate("taps.length")
    page.locator(what).scroll_into_view_if_needed()
    for count in range(1, times + 1):
        # Where the button is now: what stands above it may have grown.
        box = page.locator(what).bounding_box()
        assert box
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(PAUSE)
        while page.evaluate("taps.length") < before + count:
            page.wait_for_timeout(50)
    return [(drawn, task) for drawn, task in page.evaluate(f"taps.slice({before})")]
