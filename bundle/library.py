"""The standard library for the browser: what the engine needs of it, compiled, in one zip.

`modules.txt` lists the modules in the order in which Python imports them; `python3 -m tasks trace` writes it.
Those up to `sitecustomize` stand in the zip as files, since Python needs them before it can read a pack.
"""

import zipfile
from pathlib import Path

from bundle.archive import zip_bytes
from bundle.compiled import compiled
from bundle.errors import BundleError
from bundle.pack import pack
from bundle.standins.sitecustomize import LIBRARY

ALLOWED = Path(__file__).with_name("modules.txt")
_STANDINS = Path(__file__).with_name("standins")
_LAST_IN_ZIP = "sitecustomize"


def library(root: Path, stock: Path) -> bytes:
    """The reduced library as a zip, from the one that Pyodide ships, raises BundleError."""
    sources = all_sources(stock)
    names = [_file_of(module, sources) for module in allowed()]
    classes = [module for module, name in zip(allowed(), names, strict=True) if b"\n@dataclass" in sources[name]]
    done = compiled(root, "library", {name: sources[name] for name in names}, classes)
    first = names.index(f"{_LAST_IN_ZIP}.py") + 1
    early = {f"{name}c": done.files[f"{name}c"] for name in names[:first]}
    late = {f"{name}c": done.files[f"{name}c"] for name in names[first:]}
    return zip_bytes({**early, LIBRARY: pack(late, done.written)})


def whole_library(root: Path, stock: Path) -> bytes:
    """All of it as one zip with an empty pack, to trace which modules are asked for; raises BundleError."""
    sources = {name: content for name, content in all_sources(stock).items() if name.endswith(".py")}
    done = compiled(root, "whole", sources)
    return zip_bytes({**done.files, LIBRARY: pack({}, {})})


def allowed() -> list[str]:
    """The modules of the list, in order."""
    return ALLOWED.read_text(encoding="utf-8").split()


def all_sources(stock: Path) -> dict[str, bytes]:
    """The library that Pyodide ships, by name in its zip, with our stand-ins in their places."""
    with zipfile.ZipFile(stock) as archive:
        sources = {name: archive.read(name) for name in archive.namelist()}
    for path in sorted(_STANDINS.rglob("*.py")):
        name = path.relative_to(_STANDINS).as_posix()
        if path.name == "__init__.py":
            continue
        package = f"{name.removesuffix('.py')}/"
        sources = {key: value for key, value in sources.items() if not key.startswith(package)}
        sources[name] = path.read_bytes()
    return sources


def _file_of(module: str, sources: dict[str, bytes]) -> str:
    path = module.replace(".", "/")
    for name in (f"{path}.py", f"{path}/__init__.py"):
        if name in sources:
            return name
    raise BundleError(
        f"Pyodide's library has no module {module}, which bundle/modules.txt lists: "
        "run `python3 -m tasks trace`, then build again."
    )
