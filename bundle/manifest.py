"""The parts of a release and `runtime.json`, the one place that lists them."""

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal

Role = Literal["runtime", "engine", "rules"]


@dataclass(frozen=True, slots=True)
class Part:
    """One file that the browser fetches: its path inside the folder, what it is for, its bytes."""

    path: str
    role: Role
    content: bytes

    @property
    def digest(self) -> str:
        """The SHA-256 of its bytes, in hexadecimal."""
        return sha256(self.content).hexdigest()


def short_hash(*contents: bytes) -> str:
    """Twelve hexadecimal digits that change when any of the contents does.

    >>> short_hash(b"a", b"b") == short_hash(b"ab")
    False
    """
    joined = b"".join(sha256(content).digest() for content in contents)
    return sha256(joined).hexdigest()[:12]


def write_manifest(folder: Path, parts: list[Part], *, pyodide: str) -> None:
    """Write `runtime.json`: the release, where each role lies, and every file with size and hash."""
    manifest = {
        "release": short_hash(*(part.content for part in parts)),
        "pyodide": pyodide,
        "runtime": _only(parts, "runtime").rpartition("/")[0] + "/",
        "engine": _only(parts, "engine"),
        "rules": _only(parts, "rules"),
        "files": [{"path": part.path, "size": len(part.content), "sha256": part.digest} for part in parts],
    }
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(manifest, indent=2) + "\n"
    (folder / "runtime.json").write_text(text, encoding="utf-8", newline="\n")


def _only(parts: list[Part], role: Role) -> str:
    return next(part.path for part in parts if part.role == role)
