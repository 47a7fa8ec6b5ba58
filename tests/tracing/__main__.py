"""Writes `modules.txt`: what Python in a browser's worker imports while it answers every ask of every check.

python -m tests.tracing       needs Chromium, whose path is in ROLLBOOK_CHROMIUM
"""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from bundle.errors import BundleError
from bundle.library import ALLOWED, whole_library
from bundle.package import engine_part
from bundle.rules import rules_part
from bundle.runtime import LIBRARY, runtime_files, stock
from engine.bridge import handle
from tests.bench.first_roll import FLAGS
from tests.bench.server import Served
from tests.tracing.asks import all_asks

_HERE = Path(__file__).parent
_ROOT = _HERE.parents[1]
_START = """message => new Promise((answer, fail) => {
  const worker = new Worker("worker.mjs", { type: "module" });
  worker.onmessage = ({ data }) => answer(data);
  worker.onerror = ({ message }) => fail(new Error(message));
  worker.postMessage({ ...message, runtime: new URL("./", location).href });
})"""


def traced() -> list[str]:
    """The modules in the order of their import, raises BundleError."""
    with TemporaryDirectory() as folder:
        site = Path(folder)
        for name, content in runtime_files(_ROOT).items():
            (site / name).write_bytes(content)
        (site / LIBRARY).write_bytes(whole_library(_ROOT, stock(_ROOT) / LIBRARY))
        (site / "engine.pack").write_bytes(engine_part(_ROOT).content)
        (site / "rules.json").write_bytes(rules_part(_ROOT / "docs").content)
        (site / "worker.mjs").write_bytes((_HERE / "worker.mjs").read_bytes())
        (site / "index.html").write_text("<!doctype html><title>Trace</title>", encoding="utf-8")
        message = {
            "engine": "engine.pack",
            "rules": "rules.json",
            "asks": list(all_asks(handle)),
            "imported": (_HERE / "imported.py").read_text(encoding="utf-8"),
        }
        with Served({"": site}, {}) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=os.environ.get("ROLLBOOK_CHROMIUM"), args=FLAGS)
            page = browser.new_page()
            page.goto(f"{address}index.html")
            told = page.evaluate(_START, message)
            browser.close()
    if "failed" in told:
        raise BundleError(f"The engine did not run in the browser: {told['failed'][-600:]}")
    return list(told["modules"])


def main() -> None:
    """Write the list, raises BundleError."""
    modules = traced()
    ALLOWED.write_text("\n".join(modules) + "\n", encoding="utf-8", newline="\n")
    print(f"{ALLOWED.relative_to(_ROOT)}: {len(modules)} modules.", file=sys.stderr)


if __name__ == "__main__":
    main()
