"""From nothing to the first roll in Chromium: ours, and plain Pyodide with the same engine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from bundle.archive import zip_bytes
from bundle.package import engine_sources
from tests.bench import ROOT, SITE
from tests.bench.server import Line, Served
from tests.bench.table import Row, middle
from tests.site.browser import find

ASK = {"ask": "roll", "game": "essence-nexus", "check": "skill-test"}
RUNS = 5
# As the usual tools for slow lines have them: a mobile phone's, slow and fast.
LINES = (Line("1.6 Mbit/s", 1.6e6, 0.15), Line("9 Mbit/s", 9e6, 0.06))
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
OURS = """async ({ ask }) => {
  const { engine } = await import("/assets/javascripts/client.mjs");
  const start = performance.now();
  await engine.request(ask);
  return performance.now() - start;
}"""
STOCK = """({ ask, rules }) => new Promise((done, fail) => {
  const start = performance.now();
  const worker = new Worker("/bench/stock.mjs", { type: "module" });
  worker.onmessage = () => done(performance.now() - start);
  worker.onerror = ({ message }) => fail(new Error(message));
  const pyodide = new URL("/stock/", location).href;
  worker.postMessage({ pyodide, engine: "/bench-engine.zip", rules, ask: JSON.stringify(ask) });
})"""


def rows() -> list[Row]:
    """On this machine, and over lines as phones have; in milliseconds."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=FLAGS)
        found = [row(browser, line) for line in (None, *LINES)]
        browser.close()
    return found


def row(browser: Browser, line: Line | None) -> Row:
    """Both in turn, so that whatever else the machine does is shared by both."""
    ours, stock = [], []
    with served(line) as (address, message):
        for _ in range(RUNS):
            ours.append(measure(browser, address, OURS, message))
            stock.append(measure(browser, address, STOCK, message))
    if line:
        return Row(f"first roll from cold over {line.name}", middle(ours), "ms", middle(stock))
    return Row("first roll from cold, Chromium, against plain Pyodide", middle(ours), "ms", middle(stock), 0.30)


@contextmanager
def served(line: Line | None = None) -> Iterator[tuple[str, object]]:
    """All that both need, being served; gives the address, and the message that their scripts take."""
    manifest = json.loads((SITE / "assets/rollbook/runtime.json").read_text(encoding="utf-8"))
    folders = {"": SITE, "stock": ROOT / "node_modules" / "pyodide", "bench": Path(__file__).parent}
    files = {
        "/bench-engine.zip": zip_bytes(engine_sources(ROOT)),
        "/blank.html": b"<!doctype html><title>Blank</title>",
    }
    with Served(folders, files, line) as address:
        yield address, {"ask": ASK, "rules": f"/assets/rollbook/{manifest['rules']}"}


def measure(browser: Browser, address: str, script: str, message: object) -> float:
    """One run in a context of its own, which has nothing in its caches; in milliseconds."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{address}blank.html")
    took = float(page.evaluate(script, message))
    context.close()
    return took
