"""Lighthouse's marks for a phone: a page with rollers and the front page, gzipped."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from tests.bench.device import PAGE, handbook
from tests.bench.npm import install, node
from tests.bench.table import Row
from tests.site.browser import find

RUNS = 5
# The least mark, of a hundred.
LEAST = {"performance": 96, "accessibility": 100, "best-practices": 100, "seo": 100}


def rows() -> list[Row]:
    """Marks of a hundred, medians; what cost points is said on standard error."""
    program = install() / "lighthouse" / "cli" / "index.js"
    found = []
    with handbook() as address:
        for page in (PAGE, ""):
            reports = [run(program, address + page) for _ in range(RUNS)]
            for name, least in LEAST.items():
                mark = median(report["categories"][name]["score"] * 100 for report in reports)
                found.append(Row(f"Lighthouse, {page or 'front page'}: {name}", mark, "", least=least))
            for fault in faults(reports[-1]):
                print(f"  {page or 'front page'}: {fault}", file=sys.stderr)
    return found


def run(program: Path, address: str) -> Any:
    """One report."""
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        options = ["--quiet", "--output=json", f"--output-path={report}", "--chrome-flags=--headless=new --no-sandbox"]
        settings = {**os.environ, "CHROME_PATH": find() or ""}
        node([str(program), address, *options], settings)
        return json.loads(report.read_text(encoding="utf-8"))


def faults(report: Any) -> list[str]:
    """What is not at its best in a report."""
    found = []
    for name, category in report["categories"].items():
        for reference in category["auditRefs"]:
            audit = report["audits"][reference["id"]]
            if reference["weight"] and audit["score"] is not None and audit["score"] < 1:
                found.append(f"{name}: {audit['title']} ({audit.get('displayValue') or audit['score']})")
    return found
