"""The rules of every game, compiled to the one JSON text that the browser's engine opens."""

from pathlib import Path

from bundle.manifest import Part, short_hash
from engine.loader import compile_library


def rules_part(docs: Path) -> Part:
    """The compiled rules of the games under `docs`, raises the loader's DataFaults."""
    content = compile_library(docs).encode("utf-8")
    return Part(f"rules-{short_hash(content)}.json", "rules", content)
