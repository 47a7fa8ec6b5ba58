"""Bytes, gzipped, that a reader fetches: before reading a page, and beyond that before the first roll."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from bundle.weight import KB, needed_files, packed_size
from tests.bench import ROOT, SITE
from tests.bench.table import Row

FOLDER = SITE / "assets" / "rollbook"
STOCK = ROOT / "node_modules" / "pyodide"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


def rows() -> list[Row]:
    """The heaviest first read, then the runtime, engine and rules beside what plain Pyodide fetches; in kilobytes."""
    files = json.loads((FOLDER / "runtime.json").read_text(encoding="utf-8"))["files"]
    ours = sum(gzipped(FOLDER / file["path"]) for file in files)
    stock = sum(gzipped(STOCK / name) for name in FILES)
    return [
        Row(
            "before reading the heaviest page, gzipped", max(map(first_read, SITE.rglob("*.html"))) / KB, "kB", most=120
        ),
        Row("before the first roll, gzipped, against plain Pyodide", ours / KB, "kB", stock / KB, most=5500),
    ]


def first_read(page: Path, site: Path = SITE) -> int:
    """A page with its styles and scripts, in bytes."""
    return sum(map(packed_size, [page, *needed_files(site, page, page.read_text(encoding="utf-8"))]))


def gzipped(file: Path) -> int:
    """The size of the file as a server would send it, in bytes."""
    return len(gzip.compress(file.read_bytes(), 9))
