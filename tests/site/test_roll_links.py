"""Links to a roll: filled in, thrown only with the dice they bring, and harmless whatever they say."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.site.browser import Reader, follow, rolled, seen
from tests.site.judge import adjudicated, answer
from tests.site.server import Server

PAGE = "essence-nexus/how-to-play/"
ROLL = f"{PAGE}#roll=essence-nexus/skill-test"


def test_a_link_fills_in_and_does_not_roll(phone: Reader, handbook: Server) -> None:
    handbook.asked.clear()
    page = phone.open(f"{ROLL}?die=d8&edge=1&target=hard&modifier=2")
    roller = page.locator("dice-roll.rb-roller[check=skill-test]").first
    expect(roller).to_be_in_viewport()
    expect(roller.locator("select[name=die]")).to_have_value("d8")
    expect(roller.get_by_label("Edge", exact=True)).to_be_checked()
    expect(roller.get_by_label("Hard 20")).to_be_checked()
    expect(roller.locator("input[name=modifier]")).to_have_value("2")
    page.wait_for_timeout(300)
    assert seen(page, "rolls") == []
    assert handbook.runtime_asked() == []

    roll = rolled(page, roller.locator("> .rb-roll").tap)
    assert roll == adjudicated(roll)
    assert {name: roll["inputs"][name] for name in ("die", "edge", "target", "modifier")} == {
        "die": "d8",
        "edge": 1,
        "target": "hard",
        "modifier": 2,
    }


def test_dice_in_a_link_are_adjudicated(warm: Page, handbook: Server) -> None:
    link = f"{handbook.url}{ROLL}?die=d6&edge=1&target=hard&faces=d20=14,9;skill=5"
    roll = rolled(warm, lambda: follow(warm, link))

    assert roll == adjudicated(roll)
    assert roll["faces"] == {"d20": [14, 9], "skill": [5]}
    assert roll["verdict"] == "Failure, short by 1"
    expect(warm.locator(".rb-result")).to_contain_text("As thrown when this link was made.")


def test_a_check_that_the_page_does_not_have_gets_a_roller(warm: Page, handbook: Server) -> None:
    follow(warm, f"{handbook.url}essence-nexus/skills/#roll=essence-nexus/initiative?speed=3")
    linked = warm.locator(".rb-linked dice-roll")
    expect(linked).to_be_visible()
    roll = rolled(warm, linked.locator(".rb-roll").tap)
    assert roll["inputs"] == {"speed": 3}

    warm.locator(".rb-linked").get_by_role("button", name="Close", exact=True).tap()
    expect(warm.locator(".rb-linked")).to_have_count(0)


@pytest.mark.parametrize(
    "link",
    [
        "#roll=",
        "#roll=essence-nexus",
        "#roll=essence-nexus/skill-test/more",
        "#roll=../../etc/passwd",
        "#roll=<img src=x onerror=alert(1)>/skill-test",
        "#roll=essence-nexus/skill-test?die=<img src=x onerror=alert(1)>",
        "#roll=essence-nexus/skill-test?<script>=1",
        "#roll=essence-nexus/skill-test?die=d7",
        "#roll=essence-nexus/skill-test?modifier=1e9",
        "#roll=essence-nexus/skill-test?faces=d20=1;",
        "#roll=essence-nexus/skill-test?faces=d20=99999",
        "#roll=essence-nexus/skill-test?die=d6&faces=d20=21;skill=3",
        "#roll=essence-nexus/skill-test?die=d6&faces=d20=3",
        "#roll=essence-nexus/skill-test?luck=3&faces=d20=3",
        "#roll=no-game/no-check?faces=d20=3",
        "#roll=essence-nexus/skill-test?%E0%A4%A=1",
        f"#roll=essence-nexus/skill-test?die={'d' * 5000}",
    ],
)
def test_a_damaged_or_hostile_link_gets_a_sentence(link: str, warm: Page, handbook: Server) -> None:
    follow(warm, handbook.url + PAGE)
    warm.evaluate("hash => { location.hash = hash }", link)
    told = warm.locator(".rb-linked p, .rb-result .rb-result__words").first
    expect(told).to_be_visible()

    assert 10 < len(told.text_content()) < 400
    assert warm.get_by_role("button", name="Again", exact=True).count() == 0
    assert seen(warm, "rolls") == []
    assert warm.locator("img[src=x]").count() == 0
    # The page still rolls.
    roller = warm.locator("dice-roll.rb-roller[check=skill-test]").first
    warm.evaluate("location.hash = ''")
    roller.evaluate("roller => roller.fill({ die: 'd6' })")
    rolled(warm, roller.locator("> .rb-roll").tap)


def test_a_rolls_own_link_is_understood_where_inputs_exclude_each_other() -> None:
    for game, check, inputs in (
        ("d20-pool", "blow", {"their-dice": 2}),
        ("rolling-and-resolving", "test", {"attribute": 1}),
    ):
        roll = answer("roll", {"game": game, "check": check, "inputs": inputs})
        assert answer("preview", {"game": game, "check": check, "inputs": roll["inputs"]})
