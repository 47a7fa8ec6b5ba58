from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest

import engine
from tests.handbook import ROOT, library
from tests.source import (
    PACKAGES,
    documented,
    imports,
    module_name,
    python_files,
    tree,
    without_comments,
    words_of_code,
)

CODE_ENDINGS = {".py", ".mjs", ".js", ".css", ".j2", ".html"}
MOST_LINES = 300

# Which of the project's packages each may import, and why no more.
ARROWS = {
    "engine": set[str](),  # it runs alone, in the browser too
    "bundle": {"engine"},  # it knows how files lie, and has the loader compile the rules
    "macros": {"engine", "bundle"},  # the pages; after them the bundle, so that `serve` has rollers
    "tasks": set[str](),  # it runs before anything is installed
}
OUTSIDE = ("loader", "bridge", "__main__")  # the modules of the engine that meet files
OUTSIDE_MODULES = ("pathlib", "os", "io", "glob", "shutil", "tempfile")
NEVER = ("time", "datetime", "socket", "urllib", "http", "subprocess", "threading", "asyncio", "ctypes", "importlib")


def inside(names: set[str], package: str) -> set[str]:
    return {name for name in names if name == package or name.startswith(f"{package}.")}


@pytest.mark.parametrize("package", ARROWS)
def test_packages_import_along_the_arrows_only(package: str) -> None:
    allowed = ARROWS[package] | {package}

    for file in python_files(package):
        found = {other for other in (*PACKAGES, "tests") if inside(imports(file), other)}
        assert found <= allowed, module_name(file)


def test_the_engine_needs_the_standard_library_only() -> None:
    for file in python_files("engine"):
        roots = {name.partition(".")[0] for name in imports(file)}
        assert roots <= set(sys.stdlib_module_names) | {"engine"}, module_name(file)


def test_the_engine_knows_no_clock_network_or_process() -> None:
    for file in python_files("engine"):
        assert not any(inside(imports(file), never) for never in NEVER), module_name(file)


def test_the_engine_meets_files_at_its_edge_only() -> None:
    for file in python_files("engine"):
        if module_name(file).removeprefix("engine.") not in OUTSIDE:
            assert not any(inside(imports(file), outside) for outside in OUTSIDE_MODULES), module_name(file)


def test_the_bundle_knows_nothing_of_dice_or_odds() -> None:
    for file in python_files("bundle"):
        assert inside(imports(file), "engine") <= {
            "engine.loader", "engine.loader.compile_library", "engine.errors", "engine.errors.DataFaults",
            "engine.errors.RollbookError",
        }, module_name(file)  # fmt: skip


def test_only_one_module_of_the_pages_knows_mkdocs() -> None:
    for file in python_files(*PACKAGES):
        if module_name(file) != "macros":
            assert not inside(imports(file), "mkdocs") | inside(imports(file), "mkdocs_macros"), module_name(file)


def layers() -> list[str]:
    """The modules of the engine in the order that its docstring tells: names two spaces apart, then what they do."""
    rows = [line for line in (engine.__doc__ or "").splitlines() if line.startswith("    ")]
    return [name for row in rows for name in re.split(r" {3,}", row.strip())[0].split()]


def test_every_module_of_the_engine_stands_in_one_layer() -> None:
    modules = {module_name(file).split(".")[1] for file in python_files("engine") if module_name(file) != "engine"}

    assert len(set(layers())) == len(layers())
    assert modules == set(layers())


def test_each_layer_imports_only_those_before_it() -> None:
    order = layers()
    for file in python_files("engine"):
        name = module_name(file)
        if name == "engine":
            continue
        own = name.split(".")[1]
        used = {found.split(".")[1] for found in inside(imports(file), "engine") if "." in found} & set(order)
        later = {other for other in used if order.index(other) > order.index(own)}
        assert set() == later, f"{name} imports {later}"


def test_nothing_is_evaluated_from_data() -> None:
    for file in python_files("engine", "macros"):
        called = [node.func for node in ast.walk(tree(file)) if isinstance(node, ast.Call)]
        names = {function.id for function in called if isinstance(function, ast.Name)}
        assert not names & {"eval", "exec", "compile", "__import__"}, module_name(file)


def code_files() -> list[Path]:
    folders = (*PACKAGES, "tests", "site-overrides")
    found = (file for folder in folders for file in (ROOT / folder).rglob("*"))
    return sorted(file for file in found if file.suffix in CODE_ENDINGS and file.is_file())


def test_no_file_of_code_is_long() -> None:
    long = {
        str(file.relative_to(ROOT)): lines
        for file in code_files()
        if (lines := len(file.read_text(encoding="utf8").splitlines())) > MOST_LINES
    }

    # Tables of cases are data: a test of many of them may be longer.
    assert {name: lines for name, lines in long.items() if not name.startswith("tests/test_")} == {}


def test_no_file_is_a_drawer_for_odds_and_ends() -> None:
    stems = {file.stem.casefold().strip("_") for file in code_files()}

    assert not stems & {"util", "utils", "helper", "helpers", "common", "misc", "base", "core"}


# Words that belong to a game: its rules say them, and code that does would know a game by name.
GAME_WORDS = (
    "essence", "nexus", "snag", "spellcasting", "crossing-", "dying", "stabilized", "unmade", "blinded",
    "incapacitated",
    "story point", "alertness", "brawn", "evasion", "toughness", "attuned", "ascendant", "machine-chassis",
    "edge", "strain", "hero-dice", "einsol", "razor", "aptitude", "hindrance", "buy-in", "buy_in", "proficient",
    "boon", "d20-pool", "d20 pool", "rolling-and-resolving", "skill-test", "skill_test", "lamplighter",
)  # fmt: skip
# … and words of the code's own in which they are hidden.
INNOCENT = ("rb-edge", "acknowledge", "knowledge", "constrain", "restrain", "strained", "buying")


def game_words(text: str) -> set[str]:
    plain = text.casefold()
    for word in INNOCENT:
        plain = plain.replace(word, "")
    ids = {game.id for game in library().games.values()} | {game.title.casefold() for game in library().games.values()}
    return {word for word in (*GAME_WORDS, *ids) if re.search(rf"(?<![a-z]){re.escape(word)}", plain)}


@pytest.mark.parametrize("file", python_files("engine", "macros", "bundle"), ids=module_name)
def test_no_python_code_knows_a_game_by_name(file: Path) -> None:
    found = {(line, word) for line, text in words_of_code(file) for word in game_words(text)}

    assert set() == found


SITE_CODE = [file for file in code_files() if file.suffix != ".py" and "tests" not in file.parts]


@pytest.mark.parametrize("file", SITE_CODE, ids=lambda file: file.name)
def test_no_script_style_or_template_knows_a_game_by_name(file: Path) -> None:
    lines = without_comments(file.read_text(encoding="utf8")).splitlines()
    found = {(number, word) for number, line in enumerate(lines, 1) for word in game_words(line)}

    assert set() == found


@pytest.mark.parametrize("file", python_files(*PACKAGES), ids=module_name)
def test_everything_public_has_a_docstring(file: Path) -> None:
    bare = [
        getattr(node, "name", "the module")
        for node in documented(tree(file))
        if not getattr(node, "name", "").startswith("_")
        and ast.get_docstring(node) is None  # type: ignore[arg-type]  # these kinds may have one
        and not _nested(file, node)
    ]

    assert bare == []


def _nested(file: Path, node: ast.AST) -> bool:
    """Whether it stands inside a function or a private class, where nobody outside can name it."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return any(
        inner is node
        for outer in ast.walk(tree(file))
        if isinstance(outer, functions) or (isinstance(outer, ast.ClassDef) and outer.name.startswith("_"))
        for inner in ast.walk(outer)
        if inner is not outer
    )


def test_no_lock_file_names_a_host() -> None:
    """Whoever installs takes the packages from where they always do; hashes say that they are the same."""
    for file in (*sorted((ROOT / "requirements").glob("*.txt")), ROOT / "package-lock.json"):
        assert not re.search(r"https?://", file.read_text(encoding="utf8")), file.name
