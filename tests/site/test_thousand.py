"""A long evening in one page."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.site.browser import follow
from tests.site.server import Server

ROLLS = 1000
MANY = """async count => {
  const rollers = [...document.querySelectorAll("dice-roll")];
  const status = document.getElementById("rb-status");
  const size = () => [document.getElementsByTagName("*").length, status.textContent.length];
  const sizes = [];
  let totals = 0;
  for (let at = 0; at < count; at++) {
    const roller = rollers[at % rollers.length];
    const rolled = new Promise(done => roller.addEventListener("roll", done, { once: true }));
    roller.querySelector(".rb-roll").click();
    totals += Number.isInteger((await rolled).detail.total);
    sizes.push(size());
  }
  seen.rolls.length = 0;
  return { totals, sizes };
}"""


def test_a_thousand_rolls_leave_no_more_behind_than_one(warm: Page, handbook: Server) -> None:
    follow(warm, f"{handbook.url}essence-nexus/difficulty/")
    begun = warm.evaluate("performance.now()")
    done = warm.evaluate(MANY, ROLLS)
    took = warm.evaluate("performance.now()") - begun

    assert done["totals"] == ROLLS
    nodes, spoken = zip(*done["sizes"], strict=True)
    # From result to result it is the dice and the offers that differ; the last hundred are no larger than the first.
    assert max(nodes[-100:]) <= max(nodes[:100]) + 12
    assert max(spoken) < 200
    assert took / ROLLS < 50, f"{took / ROLLS:.1f} ms for each roll"
