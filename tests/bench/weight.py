"""Bytes, gzipped, that a reader's first roll fetches beyond the page."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from tests.bench import ROOT, SITE
from tests.bench.table import Row

FOLDER = SITE / "assets" / "rollbook"
STOCK = ROOT / "node_modules" / "pyodide"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


def rows() -> list[Row]:
    """The runtime, engine and rules together, and what plain Pyodide fetches, in kilobytes."""
    files = json.loads((FOLDER / "runtime.json").read_text(encoding="utf-8"))["files"]
    ours = sum(gzipped(FOLDER / file["path"]) for file in files)
    stock = sum(gzipped(STOCK / name) for name in FILES)
    return [Row("before the first roll, gzipped", ours / 1000, "kB"), Row("plain Pyodide, gzipped", stock / 1000, "kB")]


def gzipped(file: Path) -> int:
    """The size of the file as a server would send it, in bytes."""
    return len(gzip.compress(file.read_bytes(), 9))
