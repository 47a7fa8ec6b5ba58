"""One release of the built site: every file that a reader's device may keep, with size and hash."""

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal
from urllib.parse import quote

Group = Literal["pages", "runtime"]

RUNTIME = "assets/rollbook/"
IDENTITY = "assets/release.mjs"
WORKER = "service-worker.js"


@dataclass(frozen=True, slots=True)
class File:
    """One file of the site: its address below the root, its size in bytes, its SHA-256."""

    path: str
    size: int
    sha256: str

    @property
    def group(self) -> Group:
        """Whether it is needed to read, or only to roll."""
        return "runtime" if self.path.startswith(RUNTIME) else "pages"


@dataclass(frozen=True, slots=True)
class Release:
    """All files of a site, and an id that changes when any of them does."""

    id: str
    files: tuple[File, ...]

    def of(self, group: Group) -> tuple[File, ...]:
        """The files of one group in order of their addresses."""
        return tuple(file for file in self.files if file.group == group)

    def bytes_of(self, group: Group) -> int:
        """What a group takes on the device, in bytes."""
        return sum(file.size for file in self.of(group))


def make_release(site: Path) -> Release:
    """List the site's files and write the module by which a page knows the release that it belongs to."""
    files = [_file(site, path) for path in _paths(site)]
    known = json.dumps([[file.path, file.sha256] for file in files])
    release = Release(sha256(known.encode()).hexdigest()[:12], tuple(files))
    write_identity(site, release)
    return Release(release.id, tuple(sorted([*files, _file(site, site / IDENTITY)], key=lambda file: file.path)))


def write_identity(site: Path, release: Release | None) -> None:
    """Write that module; without a release it says that nothing is to be kept on the device."""
    told = None
    if release:
        told = {"id": release.id, "pages": release.bytes_of("pages"), "runtime": release.bytes_of("runtime")}
    text = f"export default {json.dumps(told)};\n"
    (site / IDENTITY).parent.mkdir(parents=True, exist_ok=True)
    (site / IDENTITY).write_text(text, encoding="utf-8", newline="\n")


def _paths(site: Path) -> list[Path]:
    return sorted(path for path in site.rglob("*") if path.is_file() and _kept(path.relative_to(site)))


def _kept(path: Path) -> bool:
    # Files without an ending, and hidden ones, speak to a host and not to a reader: CNAME, .nojekyll.
    hidden = any(part.startswith(".") for part in path.parts)
    return bool(path.suffix) and not hidden and path.as_posix() not in {IDENTITY, WORKER}


def _file(site: Path, path: Path) -> File:
    content = path.read_bytes()
    return File(quote(path.relative_to(site).as_posix()), len(content), sha256(content).hexdigest())
