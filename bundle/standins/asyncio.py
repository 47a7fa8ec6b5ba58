"""Stands in for `asyncio`, which Pyodide's core looks up when it starts.

The whole of it costs the start 55 modules, sockets and TLS among them; the engine answers at once and awaits nothing.
"""

from typing import NoReturn


def get_event_loop() -> NoReturn:
    """Say that there is none, raises RuntimeError."""
    raise RuntimeError("The dice engine runs without an event loop.")
