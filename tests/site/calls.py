"""The macro calls of the handbook's pages, read from their Markdown."""

from __future__ import annotations

from functools import partial
from typing import Any

from jinja2 import Environment
from jinja2.meta import find_undeclared_variables

from tests.handbook import DOCS
from tests.site.pages import Page

Call = tuple[list[Any], dict[str, Any]]

# As mkdocs.yml sets it, because headings state their ids as {#id}.
_JINJA = Environment(comment_start_string="{##", comment_end_string="##}")


def calls(page: Page, macro: str) -> list[Call]:
    """Positional and named arguments of each call of a macro on a page, in order."""
    name = page.address.rstrip("/") or "index"
    file = DOCS / f"{name}.md"
    source = (file if file.is_file() else DOCS / name / "index.md").read_text(encoding="utf-8")
    made: list[tuple[str, Call]] = []
    names = find_undeclared_variables(_JINJA.parse(source))
    # Carried out with macros that only note what they were called with.
    _JINJA.from_string(source).render(
        {name: partial(_note, made, name) for name in names if name not in _JINJA.globals}
    )
    return [call for name, call in made if name == macro]


def _note(made: list[tuple[str, Call]], name: str, *given: Any, **named: Any) -> str:
    made.append((name, (list(given), named)))
    return ""
