"""Writes bundle/modules.txt: what Python in a browser imports while it answers every ask of every check."""

from collections.abc import Sequence

from tasks import work
from tasks.program import python


def trace(options: Sequence[str] = ()) -> int:
    """Trace the engine in a browser's worker, with the whole library at hand, and write the list anew."""
    work.prepare_pages()
    return python("-m", "tests.tracing", *options, settings=work.prepare_tests())
