"""The roller with everything to set."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.site.browser import follow, rolled, spoken
from tests.site.judge import adjudicated, answer
from tests.site.server import Server

GAME, CHECK = "essence-nexus", "skill-test"


@pytest.fixture
def roller(warm: Page, handbook: Server) -> Locator:
    """The full roller of the Skill Test, on a phone whose engine runs."""
    follow(warm, f"{handbook.url}essence-nexus/how-to-play/")
    return warm.locator(f"dice-roll.rb-roller[check={CHECK}]").first


def says(roller: Locator, **inputs: object) -> None:
    """The button says what the engine says of these inputs."""
    given = {"target": "none", "die": "d6", **inputs}
    expected = answer("preview", {"game": GAME, "check": CHECK, "inputs": given})
    for part in ("label", "against", "chance"):
        shown = roller.locator(f".rb-roll__{part}")
        if expected[part]:
            expect(shown).to_have_text(expected[part])
        elif shown.count():
            expect(shown).to_be_hidden()
    expect(roller.locator(".rb-roll__dice .rb-die")).to_have_count(len(expected["dice"]))


def label(roller: Locator, words: str) -> Locator:
    return roller.locator("label", has_text=words)


def test_a_target_brings_its_chance(roller: Locator) -> None:
    label(roller, "Hard 20").tap()
    says(roller, target="hard")


def test_edge_snag_and_neither_are_one_switch(roller: Locator) -> None:
    label(roller, "Moderate 15").tap()
    for segment, inputs in (("Edge", {"edge": 1}), ("Snag", {"snag": 1}), ("–", {})):
        roller.locator(".rb-segment", has_text=segment).tap()
        says(roller, target="moderate", **inputs)


@pytest.mark.parametrize(
    ("button", "inputs"),
    [
        ("Skill die: a step up", {"die": "d8"}),
        ("Skill die: a step down", {"die": "d4"}),
        ("Shift: one more", {"shift": 1}),
        ("Shift: one less", {"shift": -1}),
        ("Modifier: one more", {"modifier": 1}),
        ("Modifier: one less", {"modifier": -1}),
    ],
)
def test_a_step_changes_what_is_thrown(roller: Locator, button: str, inputs: dict[str, object]) -> None:
    label(roller, "Moderate 15").tap()
    roller.get_by_role("button", name=button).tap()
    says(roller, target="moderate", **inputs)


def test_the_track_ends_where_it_ends(roller: Locator) -> None:
    for _ in range(15):
        roller.get_by_role("button", name="Skill die: a step up").tap()
    expect(roller.locator("select[name=die]")).to_have_value("critical-success")
    says(roller, die="critical-success")


def test_another_number_puts_the_chips_out_and_a_chip_the_number(roller: Locator) -> None:
    other = roller.get_by_label("Another DIF")
    other.fill("17")
    other.blur()
    says(roller, target=17)
    expect(roller.locator("input[type=radio][name=target]:checked")).to_have_count(0)

    label(roller, "Easy 10").tap()
    says(roller, target="easy")
    expect(other).to_have_value("")


def test_a_number_out_of_bounds_is_told_at_the_roller(roller: Locator) -> None:
    modifier = roller.locator("input[name=modifier]")
    modifier.fill("51")
    modifier.blur()
    expect(roller.locator(".rb-result")).to_contain_text("-50")
    expect(roller.locator(".rb-result")).to_contain_text("51")
    expect(roller.locator(".rb-roll__chance")).to_be_hidden()

    modifier.fill("3")
    modifier.blur()
    says(roller, modifier=3)
    rolled(roller.page, roller.locator("> .rb-roll").tap)


def test_what_is_set_is_what_is_rolled(roller: Locator) -> None:
    label(roller, "Hard 20").tap()
    roller.locator(".rb-segment", has_text="Edge").tap()
    roller.get_by_role("button", name="Shift: one more").tap()
    roller.get_by_role("button", name="Modifier: one more").tap()
    says(roller, target="hard", edge=1, shift=1, modifier=1)
    roll = rolled(roller.page, roller.locator("> .rb-roll").tap)

    assert roll == adjudicated(roll)
    assert {name: roll["inputs"][name] for name in ("target", "edge", "shift", "modifier")} == {
        "target": "hard",
        "edge": 1,
        "shift": 1,
        "modifier": 1,
    }
    assert (len(roll["faces"]["d20"]), roll["dice"][-1]["sides"]) == (2, 8)


def test_push_is_offered_after_a_failure_throws_as_the_rules_say_and_is_offered_once(
    warm: Page, handbook: Server
) -> None:
    link = f"essence-nexus/how-to-play/#roll={GAME}/{CHECK}?die=d6&target=hard&faces=d20=2;skill=1"
    failed = rolled(warm, lambda: follow(warm, handbook.url + link))
    (offer,) = failed["follow_ups"]
    button = warm.locator(".rb-result").get_by_role("button", name=offer["label"])
    expect(button).to_have_text(f"{offer['label']} · {offer['cost']} · {offer['chance']}")

    pushed = rolled(warm, button.tap)
    judged = adjudicated(pushed, used=(offer["id"],))
    assert pushed["text"].startswith(f"{offer['label']}: ")
    assert pushed == {**judged, "text": f"{offer['label']}: {judged['text']}"}
    assert pushed["inputs"]["target"] == "hard"
    assert pushed["follow_ups"] == []
    expect(warm.locator(".rb-result__follow-ups button")).to_have_count(0)
    assert spoken(warm) == [failed["text"], pushed["text"]]
