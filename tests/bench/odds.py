"""Exact odds: our engine, which reads the rules from data, against icepool and dyce."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from tests.bench import ROOT
from tests.bench.oracle import ENGINES, POOLS, TESTS
from tests.bench.table import Row, middle

RUNS = 5
QUESTIONS = (f"{len(TESTS)} skill tests", f"{len(POOLS)} pools of dice")


def rows() -> list[Row]:
    """Every engine in a process of its own, in turn; in milliseconds."""
    runs = [{name: ask(name) for name in ENGINES} for _ in range(RUNS)]
    found = []
    for at, questions in enumerate(QUESTIONS):
        assert len({run[name][at]["answers"] for run in runs for name in ENGINES}) == 1, "the engines disagree"
        for when in ("first", "again"):
            took = {name: middle(run[name][at][when] for run in runs) for name in ENGINES}
            found += [
                Row(f"{questions}, asked {when}, against {other}", took["ours"], "ms", took[other])
                for other in ENGINES
                if other != "ours"
            ]
    return found


def ask(name: str) -> Any:
    """The times of one engine, from a process that has nothing in its caches."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.oracle", name], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    return json.loads(done.stdout)
