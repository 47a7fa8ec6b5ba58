"""From nothing to the first roll in WebKitGTK: ours, and plain Pyodide with the same engine."""

from __future__ import annotations

import sys

from tests.bench.first_roll import OURS, STOCK, served
from tests.bench.table import Row, middle
from tests.webkit.driver import missing, webkit

RUNS = 5
CALL = """const [message, done] = arguments;
(SCRIPT)(message).then(done, error => done(String(error)));"""


def rows() -> list[Row]:
    """Both in turn, each in a browser of its own, which has nothing in its caches; in milliseconds."""
    if sentence := missing():
        print(f"Not measured in WebKitGTK: {sentence}.", file=sys.stderr)
        return []
    ours, stock = [], []
    with served() as (address, message):
        for _ in range(RUNS):
            ours.append(measure(address, OURS, message))
            stock.append(measure(address, STOCK, message))
    return [Row("first roll from cold, WebKitGTK, against plain Pyodide", middle(ours), "ms", middle(stock), 0.45)]


def measure(address: str, script: str, message: object) -> float:
    """One run; in milliseconds."""
    with webkit() as driver:
        driver.get(f"{address}blank.html")
        took = driver.execute_async_script(CALL.replace("SCRIPT", script), message)
    assert isinstance(took, (int, float)), took
    return float(took)
