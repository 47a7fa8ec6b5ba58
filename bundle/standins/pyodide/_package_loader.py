"""Stands in for Pyodide's installer of packages, of which there are none here.

The loader in JavaScript reads two folders from it at the start; the rest (zip and tar files, temporary files,
paths) would be imported for nothing.
"""


class Folder:
    """A path that is only ever turned into text."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __str__(self) -> str:
        return self._path


SITE_PACKAGES = Folder("/lib/python3.14/site-packages")
DSO_DIR = Folder("/usr/lib")


def init_loaded_packages() -> None:
    """Note no package as loaded."""
