"""An author's mistake ends the build with one message that says where it is, what was found and what was expected."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.answer import percent
from engine.odds import odds
from tests.handbook import nexus
from tests.site.build import build, copy_handbook

PAGE = "docs/essence-nexus/turn.md"
RULES = "docs/essence-nexus/rules/mistakes.toml"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_handbook(tmp_path_factory.mktemp("copy"))


@pytest.fixture
def page(copy: Path) -> Iterator[Path]:
    file = copy / PAGE
    before = file.read_text(encoding="utf-8")
    yield file
    file.write_text(before, encoding="utf-8")


@pytest.fixture
def rules(copy: Path) -> Iterator[Path]:
    yield copy / RULES
    (copy / RULES).unlink()


def complaint(copy: Path, target: Path) -> str:
    """What a build that must fail complains of."""
    outcome = build(target, root=copy)
    assert outcome.code != 0, outcome.text
    assert "Traceback" not in outcome.text
    _, _, said = outcome.text.partition("ERROR   -  ")
    return said


def add(file: Path, *lines: str) -> list[int]:
    """Write lines at a file's end; gives their numbers."""
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    file.write_text("\n".join([text, *lines, ""]), encoding="utf-8")
    return list(range(text.count("\n") + 2, text.count("\n") + 2 + len(lines)))


def test_false_claims_and_links_to_nowhere_are_told_together(copy: Path, page: Path, tmp_path: Path) -> None:
    call = '{{ claim("You always pass: {chance}.", "skill-test", "==", 1, die="d6", target="hard") }}'
    link, claim = add(page, "See [[condition/blindness]].", call)
    said = complaint(copy, tmp_path)
    chance = odds(nexus(), "skill-test", {"die": "d6", "target": "hard"}).success

    assert f"{PAGE}:{link}: there is no record condition/blindness in Essence Nexus" in said
    assert f"{PAGE}:{claim}: the claim “You always pass: {{chance}}.” is false" in said
    assert f"{percent(chance)} ({chance}), which is not == {percent(chance / chance)} (1)" in said


def test_calls_that_ask_for_what_is_not_there_are_all_told(copy: Path, page: Path, tmp_path: Path) -> None:
    calls = {
        '{{ roller("skill-tst") }}': "skill-tst was given; allowed is",
        '{{ roller("skill-test", die="d7") }}': "d7 was given; allowed is",
        '{{ odds_table("skill-test", rows="luck", columns="target") }}': "skill-test has no input luck",
        '{{ ladder("weather") }}': "Essence Nexus has no kind weather",
    }
    lines = add(page, *calls)
    told = complaint(copy, tmp_path).splitlines()

    for line, words in zip(lines, calls.values(), strict=True):
        (one,) = [said for said in told if said.startswith(f"{PAGE}:{line}: ")]
        assert words in one


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ('{{ rollr("skill-test") }}', "there is no macro or variable rollr"),
        ('{{ roller("skill-test" }}', "unexpected"),
    ],
)
def test_a_call_that_cannot_be_carried_out_is_told(
    call: str, words: str, copy: Path, page: Path, tmp_path: Path
) -> None:
    (line,) = add(page, call)
    (told,) = [said for said in complaint(copy, tmp_path).splitlines() if said.startswith(f"{PAGE}:{line}: ")]

    assert words in told


def test_a_link_between_pages_that_leads_nowhere_ends_the_build(copy: Path, page: Path, tmp_path: Path) -> None:
    add(page, "[Dying](dyin.md), [nowhere](#nowhere)")
    outcome = build(tmp_path, root=copy)

    assert outcome.code != 0
    assert "'dyin.md'" in outcome.text
    assert "'#nowhere'" in outcome.text
    assert "Traceback" not in outcome.text


def test_all_faults_of_the_data_are_told_at_once(copy: Path, rules: Path, tmp_path: Path) -> None:
    add(
        rules,
        "[rule.loose]",
        "name = 5",
        'colour = "red"',
        "[condition.blinded]",
        'name = "Blind"',
    )
    said = complaint(copy, tmp_path)

    assert f"{rules.name}:3: rule.loose.name: found 5, expected a text" in said
    assert f"{rules.name}:4: rule.loose.colour: found the unknown field colour, expected name, text" in said
    assert f"{rules.name}:5: condition.blinded: found a second condition/blinded" in said


def test_a_record_that_no_page_shows_ends_the_build(copy: Path, rules: Path, tmp_path: Path) -> None:
    add(rules, "[rule.hidden]", 'name = "Hidden"', 'source = "Nowhere"', 'page = "turn"')
    said = complaint(copy, tmp_path)

    assert f"{PAGE}: the id rule-hidden is missing, which the record essence-nexus/rule/hidden needs" in said
