"""Runs every measurement, prints one table, and writes it to bench/latest.md."""

from __future__ import annotations

import datetime
import os
import platform
import sys
from importlib import import_module

from tests.bench import ROOT
from tests.bench.table import markdown

MEASUREMENTS = ("first_roll", "webkit", "visits", "tap", "memory", "weight", "odds", "plain_roll", "build", "audit")


def main(wanted: list[str]) -> int:
    """Run those named, else all; the exit code says whether every bound is kept."""
    rows = []
    for name in wanted or MEASUREMENTS:
        print(f"Measuring {name}.", file=sys.stderr, flush=True)
        rows += import_module(f"tests.bench.{name}").rows()
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors"
    text = (
        f"# Measured on {datetime.date.today()}\n\n{machine}, Python {platform.python_version()}.\n\n{markdown(rows)}\n"
    )
    print(text)
    if not wanted:
        (ROOT / "bench").mkdir(exist_ok=True)
        (ROOT / "bench" / "latest.md").write_text(text, encoding="utf-8", newline="\n")
    return 0 if all(row.kept for row in rows) else 1


sys.exit(main(sys.argv[1:]))
