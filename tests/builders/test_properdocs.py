"""ProperDocs, which carries MkDocs 1 on, builds the same handbook from the same sources."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.handbook import ROOT
from tests.site.build import build

URL = "https://rules.example/handbook/"
# The theme writes the builder's name into every page.
GENERATOR = re.compile(rb'<meta name="generator" content="[^"]*">')
# They list the other files by hash, and so tell the two names apart.
LISTS = ("assets/release.mjs", "service-worker.js")


def contents(site: Path) -> dict[str, bytes]:
    """What each file of a built handbook holds, but for the builder's name."""
    files = {file.relative_to(site).as_posix(): file for file in site.rglob("*") if file.is_file()}
    return {name: GENERATOR.sub(b"", file.read_bytes()) for name, file in files.items()}


def test_the_same_sources_give_the_same_handbook(tmp_path: Path) -> None:
    expected = build(tmp_path / "mkdocs", URL)
    if expected.code:
        pytest.fail("MkDocs itself does not build the handbook", pytrace=False)
    # The file is named, because ProperDocs warns of one that is not called properdocs.yml.
    command = [sys.executable, "-m", "properdocs", "build", "--strict", "--config-file", "mkdocs.yml"]
    done = subprocess.run(
        [*command, "--site-dir", str(tmp_path / "properdocs")],
        cwd=ROOT,
        env={**os.environ, "ROLLBOOK_URL": URL, "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr[-2000:]

    mkdocs, properdocs = contents(tmp_path / "mkdocs"), contents(tmp_path / "properdocs")
    assert mkdocs.keys() == properdocs.keys()
    assert [name for name in mkdocs if name not in LISTS and mkdocs[name] != properdocs[name]] == []
    assert sum(name.endswith(".html") for name in properdocs) > 40
