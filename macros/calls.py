"""What is wrong with the macro calls of a page before any of them is carried out."""

from __future__ import annotations

from collections.abc import Iterator, Set

from jinja2 import Environment, TemplateSyntaxError
from jinja2.meta import find_undeclared_variables
from jinja2.nodes import Name


def misspelt(environment: Environment, markdown: str, known: Set[str]) -> Iterator[tuple[int, str]]:
    """Line and problem of each call that does not parse or names nothing.

    >>> list(misspelt(Environment(), "Roll\\n{{ rollr() }}", {"roller"}))
    [(2, 'there is no macro or variable rollr')]
    """
    try:
        tree = environment.parse(markdown)
    except TemplateSyntaxError as error:
        yield error.lineno, error.message or "a macro call that does not parse"
        return
    nowhere = find_undeclared_variables(tree) - known
    for name in tree.find_all(Name):
        if name.name in nowhere:
            yield name.lineno, f"there is no macro or variable {name.name}"
