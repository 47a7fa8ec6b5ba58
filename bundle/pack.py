"""Writes packs: many modules in one file, read in the browser by `bundle.standins.sitecustomize`."""

import marshal
import zlib
from collections.abc import Mapping

from bundle.standins.sitecustomize import MAGIC

# The bytes before the code in a .pyc file: its format, flags and the hash of its source (PEP 552).
_HEADER = 16


def pack(files: Mapping[str, bytes], written: Mapping[str, bytes]) -> bytes:
    """A pack of these .pyc files, by their name in a zip, and of the texts compiled for `dataclasses`.

    >>> pack({"a/__init__.pyc": bytes(16) + b"code"}, {}).startswith(MAGIC)
    True
    """
    modules = {module_of(name): (name.endswith("/__init__.pyc"), files[name][_HEADER:]) for name in sorted(files)}
    # Version 2 of the format, since a later one depends on how often an object is referred to.
    return MAGIC + zlib.compress(marshal.dumps((modules, dict(written)), 2), 9)


def module_of(name: str) -> str:
    """The module's name from that of its compiled file.

    >>> module_of("json/__init__.pyc"), module_of("json/decoder.pyc")
    ('json', 'json.decoder')
    """
    return name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".")
