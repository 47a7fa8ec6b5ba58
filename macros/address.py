"""Where things stand: addresses of pages, and the place of a macro call in its file."""

from __future__ import annotations

import posixpath
import sys
from pathlib import PurePosixPath
from types import FrameType


def address(source: str) -> str:
    """The address below the site's root of the page that is written in `source`.

    >>> address("lamplighters/streets.md"), address("lamplighters/index.md"), address("index.md")
    ('lamplighters/streets/', 'lamplighters/', '')
    """
    path = PurePosixPath(source).with_suffix("")
    if path.name == "index":
        path = path.parent
    return "" if path == PurePosixPath() else f"{path}/"


def relative(target: str, here: str) -> str:
    """The link that leads from the page at address `here` to the one at `target`; empty for itself.

    >>> relative("lamplighters/streets/", "lamplighters/weather/"), relative("", "lamplighters/weather/")
    ('../streets/', '../../')
    """
    return "" if target == here else posixpath.relpath(target or ".", here or ".") + "/"


def line_of_call() -> int:
    """The line, in the Markdown after its front matter, of the macro call being carried out; 1 if unknown."""
    frame: FrameType | None = sys._getframe(1)
    line = 1
    while frame is not None:
        template = frame.f_globals.get("__jinja_template__")
        # Our own templates have a file; a page is handed to Jinja as text and has none. The outermost one is the page.
        if template is not None and template.name is None:
            line = template.get_corresponding_lineno(frame.f_lineno)
        frame = frame.f_back
    return line
