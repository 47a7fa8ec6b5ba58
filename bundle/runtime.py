"""Pyodide as npm installed it, cut down to what a module worker fetches."""

import json
from pathlib import Path

from bundle.errors import BundleError
from bundle.library import library
from bundle.manifest import Part, short_hash

# Named one by one: a release of Pyodide that renames a file must fail here, not in a browser.
_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
_LOCK = "pyodide-lock.json"
LIBRARY = "python_stdlib.zip"


def runtime_parts(root: Path) -> list[Part]:
    """The runtime's files in a folder named by their content, raises BundleError."""
    contents = {**runtime_files(root), LIBRARY: library(root, stock(root) / LIBRARY)}
    folder = f"runtime-{short_hash(*contents.values())}"
    return [Part(f"{folder}/{name}", "runtime", content) for name, content in contents.items()]


def runtime_files(root: Path) -> dict[str, bytes]:
    """The files of Pyodide's own, without the standard library; raises BundleError."""
    source = stock(root)
    return {**{name: _read(source / name) for name in _FILES}, _LOCK: empty_lock(_read(source / _LOCK))}


def runtime_version(root: Path) -> str:
    """The version of Pyodide that is installed, raises BundleError."""
    return str(json.loads(_read(stock(root) / "package.json"))["version"])


def empty_lock(lock: bytes) -> bytes:
    """Pyodide's lock file without its packages: nothing is ever installed, so nothing is looked up.

    >>> empty_lock(b'{"info": {"arch": "wasm32"}, "packages": {"numpy": {}}}')
    b'{"info": {"arch": "wasm32"}, "packages": {}}'
    """
    return json.dumps({"info": json.loads(lock)["info"], "packages": {}}).encode()


def stock(root: Path) -> Path:
    """The folder of Pyodide as npm installed it, raises BundleError if it is missing."""
    source = root / "node_modules" / "pyodide"
    if not source.is_dir():
        raise BundleError(
            f"The Python runtime for the browser is not installed ({source} is missing): "
            "run `python3 -m tasks setup`, then build again."
        )
    return source


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BundleError(
            f"The Python runtime for the browser is incomplete ({path}: {error.strerror}): "
            "run `python3 -m tasks setup`, then build again."
        ) from error
