"""The build step after the pages: the engine, the rules and the Python runtime as static files.

It knows how files lie, not what the rules say: `engine.loader` compiles those.
Everything lands in `assets/rollbook/`, beside one manifest, `runtime.json`,
which is the only list of what a browser has to fetch before it can roll.
"""

from pathlib import Path

from bundle.errors import BundleError
from bundle.finish import finish
from bundle.manifest import Part, write_manifest
from bundle.package import engine_part
from bundle.rules import rules_part
from bundle.runtime import runtime_parts, runtime_version

__all__ = ["FOLDER", "BundleError", "build", "build_runtime"]

FOLDER = Path("assets", "rollbook")


def build(site: Path, docs: Path, root: Path) -> None:
    """Add to a built `site` all that its rollers need, then finish it; `root` is the project, raises BundleError."""
    build_runtime(site, docs, root)
    finish(site)


def build_runtime(site: Path, docs: Path, root: Path) -> None:
    """Put into `site` the engine, the rules and Python; raises BundleError.

    A file is named by its content, so one that is already there is left alone
    and a rebuild under `mkdocs serve` costs milliseconds.
    """
    parts = [*runtime_parts(root), engine_part(root), rules_part(docs)]
    folder = site / FOLDER
    for part in parts:
        _put(folder, part)
    write_manifest(folder, parts, pyodide=runtime_version(root))
    _sweep(folder, parts)


def _put(folder: Path, part: Part) -> None:
    place = folder / part.path
    if place.is_file() and place.stat().st_size == len(part.content):
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    # Renamed into place: a page being read meanwhile never gets half a file.
    unfinished = place.with_name(place.name + ".part")
    unfinished.write_bytes(part.content)
    unfinished.replace(place)


def _sweep(folder: Path, parts: list[Part]) -> None:
    """Drop what an earlier build left, or every edit under `serve` would add an engine."""
    current = {folder / part.path for part in parts} | {folder / "runtime.json"}
    for place in sorted(folder.rglob("*"), reverse=True):
        if place.is_dir():
            if not any(place.iterdir()):
                place.rmdir()
        elif place not in current:
            place.unlink()
