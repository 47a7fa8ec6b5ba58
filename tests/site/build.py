"""Builds the handbook as `make build` does, and copies of it that a test may spoil."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.handbook import ROOT

INSTALLED = ("node_modules", ".venv")
WRITTEN = ("site", "bench", "test-results")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a build ended, and all that it said."""

    code: int
    text: str


def build(target: Path, url: str = "http://127.0.0.1/", root: Path = ROOT) -> Outcome:
    """Build the handbook of `root` strictly into `target`, for the address where it will be served."""
    # Without the notice that Material prints before every build: whatever else is said is the build's own.
    settings = {**os.environ, "ROLLBOOK_URL": url, "NO_MKDOCS_2_WARNING": "1", "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "mkdocs", "--no-color", "build", "--strict", "--site-dir", str(target)]
    done = subprocess.run(
        command,
        cwd=root,
        env=settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    return Outcome(done.returncode, done.stdout)


def copy_handbook(target: Path) -> Path:
    """Copy all that a build reads into an empty folder; gives that folder."""
    left = shutil.ignore_patterns(".*", "__pycache__", "tests", *INSTALLED, *WRITTEN)
    shutil.copytree(ROOT, target, ignore=left, dirs_exist_ok=True)
    for name in INSTALLED:
        (target / name).symlink_to(ROOT / name, target_is_directory=True)
    return target
