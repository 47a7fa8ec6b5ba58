"""Releases of the handbook to update between, made from one build."""

from __future__ import annotations

import shutil
from pathlib import Path

from bundle.release import IDENTITY, Release, make_release
from bundle.service_worker import write_service_worker

CHANGED = "essence-nexus/turn/index.html"
MARK = "Rounds of the second release"


def copy_with(site: Path, target: Path, change: tuple[str, str] | None = None) -> Path:
    """Copy a site, with the page CHANGED altered, as the next release."""
    shutil.copytree(site, target)
    page = target / CHANGED
    old, new = change or ("<article", f"<article data-mark='{MARK}'")
    page.write_text(page.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    release(target)
    return target


def release(site: Path) -> Release:
    """List a site's files anew and write its worker."""
    (site / IDENTITY).unlink(missing_ok=True)
    made = make_release(site)
    write_service_worker(site, made)
    return made
