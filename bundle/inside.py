"""Compiles the zip in /work; run by `bundle.compiled` inside Pyodide, with Pyodide's own tools in /tools.

Beside the compiled zip it leaves `written`: the methods that `dataclasses` writes while the zip's modules are
imported, as text and as bytecode, because compiling those is most of what a first import of them costs.
"""

import dataclasses
import importlib
import marshal
import sys
from pathlib import Path

WORK = Path("/work")


def compile_zip(archive: Path) -> None:
    """Replace each module in the zip by its bytecode."""
    sys.path.insert(0, "/tools")
    # Installed for the browser's Python, where no type checker of this one looks.
    from pyodide_build._py_compile import _py_compile_archive  # type: ignore[import-not-found]

    _py_compile_archive(archive, keep=False, verbose=False, compression_level=0)


def written_by_dataclasses(archive: Path, modules: list[str]) -> dict[str, bytes]:
    """What `dataclasses` compiles while these modules of the zip are imported: text to marshalled code."""
    written: dict[str, bytes] = {}

    def note(text: str, *scopes: dict[str, object]) -> None:
        code = compile(text, "<string>", "exec")
        written[text] = marshal.dumps(code)
        exec(code, *scopes)

    dataclasses.__dict__["exec"] = note
    sys.path.insert(0, str(archive))
    for module in modules:
        sys.modules.pop(module, None)
        importlib.import_module(module)
    return written


def main() -> None:
    """Compile the zip, and import what /work/import lists."""
    archive = WORK / "modules.zip"
    compile_zip(archive)
    written = written_by_dataclasses(archive, (WORK / "import").read_text(encoding="utf-8").split())
    # Version 2 of the format, since a later one depends on how often an object is referred to.
    (WORK / "written").write_bytes(marshal.dumps(dict(sorted(written.items())), 2))


if __name__ == "__main__":
    main()
