"""Teaches Python in the browser to import from a pack, long before the first of Pyodide's own modules.

A pack is one file: modules as bytecode, by name, so that finding one is a look into a dictionary. From a zip, each
costs a search, a check and a decompression in Python, and all of them together a quarter of the start.
`bundle.pack` writes packs.

A pack also holds, compiled, the text of the methods that `dataclasses` writes for each class: compiling them
anew at every start would cost as much as all other imports of the engine.
"""

import marshal
import sys
import zlib
from _frozen_importlib import ModuleSpec
from zipimport import zipimporter

# Read by the type checker only: at this early moment Python has neither module yet.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType, ModuleType
    from typing import Any

MAGIC = b"rollbook pack 1\n"
LIBRARY = "library.pack"

_written: dict[str, bytes] = {}


class Pack:
    """Finds and loads the modules of one pack: the entry of `sys.path` that names its file."""

    def __init__(self, path: str, content: bytes) -> None:
        self._path = path
        self._modules: dict[str, tuple[bool, bytes]]
        self._modules, written = marshal.loads(zlib.decompress(content[len(MAGIC) :]))
        _written.update(written)

    @classmethod
    def at(cls, path: str) -> "Pack":
        """The pack in that file, raises ImportError unless it is one."""
        try:
            with open(path, "rb") as file:  # noqa: PTH123 - pathlib is what a start should not wait for
                content = file.read()
        except OSError as error:
            raise ImportError(path) from error
        if not content.startswith(MAGIC):
            raise ImportError(path)
        return cls(path, content)

    def find_spec(self, name: str, target: "ModuleType | None" = None) -> ModuleSpec | None:
        """Where the module of that full name comes from, None if not from here."""
        found = self._modules.get(name)
        if found is None:
            return None
        place = f"{self._path}/{name.replace('.', '/')}"
        is_package = found[0]
        origin = f"{place}/__init__.py" if is_package else f"{place}.py"
        # A loader by what it does: the base class that types it would have to be imported first.
        spec = ModuleSpec(name, self, origin=origin, is_package=is_package)  # type: ignore[arg-type]
        if is_package:
            spec.submodule_search_locations = [self._path]
        spec.has_location = True
        return spec

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave the making of the module to Python."""

    def exec_module(self, module: "ModuleType") -> None:
        """Run the module's code."""
        name = module.__name__
        exec(marshal.loads(self._modules[name][1]), module.__dict__)
        if name == "dataclasses":
            module.__dict__["exec"] = run_written


def run_written(text: str, *scopes: "dict[str, Any]") -> None:
    """Run a text that `dataclasses` wrote, compiled beforehand if a pack holds it."""
    found = _written.get(text)
    code: CodeType | str = text if found is None else marshal.loads(found)
    exec(code, *scopes)


def start(library: str) -> None:
    """Import from packs from now on, and from the one inside the zip of the standard library before that zip."""
    place = f"{library}/{LIBRARY}"
    pack = Pack(place, zipimporter(library).get_data(place))
    sys.path_importer_cache[place] = pack
    sys.path_hooks.insert(0, Pack.at)
    sys.path.insert(0, place)


if sys.platform == "emscripten" and __name__ == "sitecustomize":
    start(__file__.rpartition("/")[0])
