from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from engine.dice import parse_group
from engine.odds import odds
from engine.summary import Query, summaries
from tests.handbook import nexus

TEXT = Path(__file__).with_name("published_odds.toml").read_text(encoding="utf8")
PUBLISHED: dict[str, list[dict[str, Any]]] = tomllib.loads(TEXT)


def shares(notation: str, query: Query) -> dict[int, Fraction]:
    group = parse_group(notation)
    assert group is not None
    weights = summaries(group, (query,))
    return {answer: Fraction(weight, sum(weights.values())) for (answer,), weight in weights.items()}


@pytest.mark.parametrize("published", PUBLISHED["sums"], ids=lambda published: published["dice"])
def test_sums_are_as_published(published: dict[str, Any]) -> None:
    found = shares(published["dice"], Query("sum"))

    for total, chance in published["total"].items():
        assert Fraction(chance) == found[int(total)]
    if "mean" in published:
        assert Fraction(published["mean"]) == sum(total * chance for total, chance in found.items())


@pytest.mark.parametrize("published", PUBLISHED["counts"], ids=lambda published: published["dice"])
def test_counts_are_as_published(published: dict[str, Any]) -> None:
    found = shares(published["dice"], Query("count", ">=", published["at_least"]))

    for hits, chance in published["hits"].items():
        assert Fraction(chance) == found[int(hits)]
    assert Fraction(published["any"]) == 1 - found[0]


@pytest.mark.parametrize("published", PUBLISHED["checks"], ids=lambda published: str(published["inputs"]))
def test_checks_are_as_published(published: dict[str, Any]) -> None:
    found = odds(nexus(), published["check"], published["inputs"])

    assert Fraction(published["success"]) == found.success
    if "critical" in published:
        assert Fraction(published["critical"]) == found.outcomes["critical"]


def test_every_published_number_names_its_source() -> None:
    """A comment with the source stands above each block, or above the first of several in a row."""
    blocks = TEXT.split("\n\n")[1:]

    assert all("# Source: " in block or block.startswith("[[checks]]") for block in blocks)
