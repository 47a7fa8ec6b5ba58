"""The templates, and the one way to turn them into Markdown that holds HTML."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

_TEMPLATES = Path(__file__).parent / "templates"
_SHAPES = Path(__file__).parent.parent / "site-overrides" / "assets" / "dice.json"


@cache
def shapes() -> dict[str, str]:
    """The outline of each die by its number of sides, as the path of an SVG 24 wide and high."""
    outlines: dict[str, str] = json.loads(_SHAPES.read_text(encoding="utf-8"))
    return outlines


def die(sides: int) -> Markup:
    """A die drawn as its outline; one without an outline of its own is drawn as a square."""
    outline = shapes().get(str(sides), shapes()["6"])
    return Markup(
        '<svg class="rb-die" data-sides="{}" viewBox="0 0 24 24" aria-hidden="true"><path d="{}"/></svg>'
    ).format(sides, outline)


@cache
def _shelf() -> Environment:
    # What comes from data is escaped here, so that no template has to think of it.
    shelf = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    shelf.globals["die"] = die
    return shelf


def block(template: str, **context: Any) -> str:
    """A template filled in, as a block of its own in a page's Markdown."""
    html = _shelf().get_template(template).render(**context)
    # An indented line would be code to Markdown, and white space is a fifth of a page's weight.
    lines = (line.strip() for line in html.splitlines())
    return "\n".join(line for line in lines if line) + "\n"


def inline(template: str, **context: Any) -> str:
    """A template filled in, to stand inside a line of a page's Markdown."""
    return block(template, **context).strip().replace("\n", " ")
