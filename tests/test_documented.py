"""What can be written or called is documented, proved against the code's own registries."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine import schema
from engine.check import TONES
from engine.grammar import FUNCTIONS, QUESTIONS
from engine.loader import lint
from tasks.command import COMMANDS
from tests.handbook import ROOT, write_game

AUTHORING = (ROOT / "docs" / "authoring.md").read_text(encoding="utf8")
README, CONTRIBUTING = ((ROOT / name).read_text(encoding="utf8") for name in ("README.md", "CONTRIBUTING.md"))
CODE = " ".join(re.findall(r"`([^`\n]+)`", AUTHORING))

VOCABULARY = {
    name: getattr(schema, name) for name in dir(schema) if name.isupper() and isinstance(getattr(schema, name), tuple)
}


@pytest.mark.parametrize("vocabulary", VOCABULARY)
def test_every_word_of_the_vocabulary_is_documented_for_authors(vocabulary: str) -> None:
    missing = [word for word in VOCABULARY[vocabulary] if not documented(word)]

    assert missing == []


def documented(word: str) -> bool:
    """Whether it stands in backticks by itself or inside some."""
    return bool(re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", CODE))


def test_every_built_in_kind_and_its_columns_are_documented_for_authors() -> None:
    for kind in schema.BUILT_IN.values():
        assert f"`{kind.id}`" in AUTHORING
        assert [column for column in kind.columns if not documented(column)] == []


def test_every_function_question_and_tone_is_documented_for_authors() -> None:
    assert [name for name in (*FUNCTIONS, *QUESTIONS) if f"`{name}(" not in AUTHORING and f" {name}(" not in CODE] == []
    assert [tone for tone in TONES if f"`{tone}`" not in AUTHORING] == []


def macros() -> set[str]:
    """The macros that pages may call, as they are registered."""
    register = (ROOT / "macros" / "register.py").read_text(encoding="utf8")
    return set(re.findall(r'"(\w+)": self\._noting\(', register))


def test_every_macro_is_documented_for_authors() -> None:
    assert macros()
    assert [name for name in macros() if f"`{name}(" not in AUTHORING] == []


def test_every_macro_that_is_documented_is_there() -> None:
    section = AUTHORING[AUTHORING.index("\n## Macros\n") :].split("\n## ")[1]
    named = set(re.findall(r"^\| `(\w+)\(", section, flags=re.MULTILINE))

    assert macros() == named


def test_every_target_of_make_is_a_command_and_is_documented() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf8")
    targets = set(re.findall(r"^([a-z]+):", makefile, flags=re.MULTILINE))

    assert targets == COMMANDS.keys() | {"help"}
    assert sorted(target for target in targets if f"`make {target}`" not in README + CONTRIBUTING) == []


def test_every_package_and_folder_is_in_the_readme() -> None:
    for folder in ("docs", "engine", "macros", "bundle", "site-overrides", "tests", "tasks", "requirements"):
        assert f"    {folder}/" in README


def test_every_command_of_the_engine_in_the_readme_runs() -> None:
    import shlex

    from engine.__main__ import main

    commands = re.findall(r"^    python3 -m engine (.+)$", README, flags=re.MULTILINE)

    assert len(commands) >= 6
    for command in commands:
        assert main(shlex.split(command)) == 0, command


def test_the_examples_for_authors_are_a_sound_game(tmp_path: Path) -> None:
    """All tables shown in the text, taken together, are the made-up game that they talk of."""
    blocks = re.findall(r"(?:^    .*\n|^\n(?=    ))+", AUTHORING, flags=re.MULTILINE)
    shown = [re.sub(r"(?m)^    ", "", block).strip() for block in blocks]
    tables = [table for block in shown if block.startswith("[") for table in re.split(r"(?m)^(?=\[)", block) if table]

    assert lint(write_game(tmp_path, "\n".join(_fullest(tables)))) == []


def _fullest(tables: list[str]) -> list[str]:
    """Of a table that is shown more than once the fullest; the text leaves out what it talks of elsewhere."""
    best: dict[str, str] = {}
    for table in tables:
        head = table.splitlines()[0]
        if "…" not in head and len(table) > len(best.get(head, "")):
            best[head] = table
    return list(best.values())
