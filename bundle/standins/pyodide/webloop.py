"""Stands in for the event loop that Pyodide sets up as it starts; see `asyncio` beside it."""


def _initialize_event_loop() -> None:
    """Set up nothing."""
