"""The engine as one pack, which Python in the browser imports from as it stands."""

from pathlib import Path

from bundle.compiled import compiled
from bundle.errors import BundleError
from bundle.manifest import Part, short_hash
from bundle.pack import module_of, pack

# The program for the command line, which no page can run.
_LEFT_OUT = "__main__.py"


def engine_part(root: Path) -> Part:
    """The package `engine` of the project, compiled, as one pack; raises BundleError."""
    sources = engine_sources(root)
    modules = [module_of(name.replace(".py", ".pyc")) for name in sources]
    done = compiled(root, "engine", sources, modules)
    content = pack(done.files, done.written)
    return Part(f"engine-{short_hash(content)}.pack", "engine", content)


def engine_sources(root: Path) -> dict[str, bytes]:
    """The modules of the engine by their file's name, raises BundleError if there are none."""
    paths = [path for path in sorted((root / "engine").rglob("*.py")) if path.name != _LEFT_OUT]
    if not paths:
        raise BundleError(f"No engine to bundle: {root / 'engine'} holds no Python files.")
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}
