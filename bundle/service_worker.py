"""The service worker: the list of a release, and beneath it the hand-written text that keeps it.

One classic script, since a module worker is refused by browsers that still are in use.
"""

import json
from pathlib import Path

from bundle.release import WORKER, Group, Release

_TEMPLATES = Path(__file__).with_name("templates")


def write_service_worker(site: Path, release: Release) -> None:
    """Write the worker that keeps this release on a reader's device."""
    told = {"id": release.id, "pages": _rows(release, "pages"), "runtime": _rows(release, "runtime")}
    _write(
        site, f"const RELEASE = {json.dumps(told, separators=(',', ':'))};\n\n{_template('keep')}\n{_template('fill')}"
    )


def write_kill_switch(site: Path) -> None:
    """Write the worker that clears away every copy that an earlier one kept, and then itself."""
    _write(site, _template("clear"))


def _rows(release: Release, group: Group) -> list[list[str | int]]:
    return [[file.path, file.size, file.sha256] for file in release.of(group)]


def _template(name: str) -> str:
    return (_TEMPLATES / f"{name}.js").read_text(encoding="utf-8")


def _write(site: Path, text: str) -> None:
    (site / WORKER).write_text(text, encoding="utf-8", newline="\n")
