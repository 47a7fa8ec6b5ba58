"""Lists the library's modules that were imported so far, in order; run in the browser by `tests.tracing`."""

import sys


def from_library() -> list[str]:
    """The names under which Python read a file of its library's zip."""
    library = f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip/"
    # One module may go by two names, as os.path does; its spec has the one it was read by.
    specs = [getattr(module, "__spec__", None) for module in sys.modules.values()]
    return list(dict.fromkeys(spec.name for spec in specs if spec and (spec.origin or "").startswith(library)))


names = from_library()

import json  # noqa: E402 - after the list is made, so as not to be on it only for telling it

json.dumps(names)
