"""From nothing to the first roll in Chromium: ours, and plain Pyodide with the same engine."""

from __future__ import annotations

import json
import os
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from bundle.archive import zip_bytes
from bundle.package import engine_sources
from tests.bench import ROOT, SITE
from tests.bench.server import Served
from tests.bench.table import Row, middle

ASK = {"ask": "roll", "game": "essence-nexus", "check": "skill-test"}
RUNS = 7
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
    """Both in turn, so that whatever else the machine does is shared by both; in milliseconds."""
    manifest = json.loads((SITE / "assets/rollbook/runtime.json").read_text(encoding="utf-8"))
    message = {"ask": ASK, "rules": f"/assets/rollbook/{manifest['rules']}"}
    folders = {"": SITE, "stock": ROOT / "node_modules" / "pyodide", "bench": Path(__file__).parent}
    files = {
        "/bench-engine.zip": zip_bytes(engine_sources(ROOT)),
        "/blank.html": b"<!doctype html><title>Blank</title>",
    }
    ours, stock = [], []
    with Served(folders, files) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("ROLLBOOK_CHROMIUM"), args=FLAGS)
        for _ in range(RUNS):
            ours.append(measure(browser, address, OURS, message))
            stock.append(measure(browser, address, STOCK, message))
        browser.close()
    return [Row("first roll from cold, Chromium", middle(ours), "ms", middle(stock), 0.30)]


def measure(browser: Browser, address: str, script: str, message: object) -> float:
    """One run in a context of its own, which has nothing in its caches; in milliseconds."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{address}blank.html")
    took = float(page.evaluate(script, message))
    context.close()
    return took
