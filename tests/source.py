"""The project's own source, as the tests on its shape read it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.handbook import ROOT

PACKAGES = ("engine", "macros", "bundle", "tasks")


def python_files(*packages: str) -> list[Path]:
    """The Python files of some packages."""
    return sorted(file for package in packages for file in (ROOT / package).rglob("*.py"))


def module_name(file: Path) -> str:
    """A file's name as it is imported: `engine.lint.records`."""
    parts = list(file.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def tree(file: Path) -> ast.Module:
    """A file's syntax tree."""
    return ast.parse(file.read_text(encoding="utf8"), str(file))


def imports(file: Path) -> set[str]:
    """Every module that a file imports, wherever in it the import stands."""
    found: set[str] = set()
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{file} imports relatively"
            found |= {node.module or ""} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def documented(node: ast.AST) -> Iterator[ast.AST]:
    """Every node that may have a docstring, at any depth."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return (inner for inner in ast.walk(node) if isinstance(inner, kinds))


def words_of_code(file: Path) -> Iterator[tuple[int, str]]:
    """Every name and text in a Python file but its docstrings and comments, with its line."""
    texts = {
        id(inner.body[0].value)  # type: ignore[attr-defined]  # what may have a docstring has a body
        for inner in documented(tree(file))
        if ast.get_docstring(inner, clean=False) is not None  # type: ignore[arg-type]  # as above
    }
    for node in ast.walk(tree(file)):
        match node:
            case ast.Constant(value=str() as text) if id(node) not in texts:
                yield node.lineno, text
            case ast.Name(id=name) | ast.arg(arg=name):
                yield node.lineno, name
            case ast.Attribute(attr=name):
                yield node.lineno, name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield node.lineno, name


def without_comments(text: str) -> str:
    """JavaScript, CSS or a template without its comments; line breaks stay."""
    return re.sub(
        r"/\*.*?\*/|<!--.*?-->|\{#.*?#\}|(?<![:\"'])//[^\n]*",
        lambda match: "\n" * match[0].count("\n"),
        text,
        flags=re.DOTALL,
    )
