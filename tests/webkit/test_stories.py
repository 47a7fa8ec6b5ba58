"""Read, roll, look a term up and stay offline, in WebKitGTK."""

from __future__ import annotations

import json

from selenium.webdriver import WebKitGTK

from tests.handbook import library
from tests.offline.host import Host
from tests.site.judge import adjudicated
from tests.site.pages import read_pages
from tests.webkit.reader import arrive, find, follow, rolled, tap, until

PAGE = "essence-nexus/difficulty/"
TERM = "article a.rb-term[data-entry='essence-nexus/skill/spellcasting']"
STATE = "document.querySelector('offline-state')?.getAttribute('state')"


def test_a_page_is_readable_and_a_tap_on_a_row_rolls_as_the_engine_says(driver: WebKitGTK, handbook: Host) -> None:
    handbook.asked.clear()
    arrive(driver, handbook.url + PAGE)
    assert find(driver, "article h1").text.startswith("Difficulty")
    assert "%" in find(driver, "#difficulty-hard").text
    assert driver.execute_script("return document.documentElement.scrollWidth <= innerWidth")
    assert [name for name in handbook.asked if name.startswith("assets/rollbook/")] == []

    roller = find(driver, "#difficulty-hard dice-roll")
    roll = rolled(driver, roller)

    # The faces fell in the browser; what they mean, CPython says as well.
    assert roll == adjudicated(roll)
    assert (roll["inputs"]["die"], roll["inputs"]["target"]) == ("d6", "hard")
    assert roller.get_attribute("total") == str(roll["total"])
    result = find(driver, "#difficulty-hard .rb-result")
    assert result.is_displayed()
    assert result.find_element("css selector", ".rb-result__words").text == roll["verdict"]
    until(driver, f"seen.said.includes({json.dumps(roll['text'])})")


def test_every_game_rolls_with_the_one_engine(driver: WebKitGTK, handbook: Host) -> None:
    arrive(driver, handbook.url)
    pages = [page for page in read_pages(handbook.folder) if any(page.all("dice-roll"))]
    firsts = {page.game: page for page in reversed(pages) if page.game}
    assert set(firsts) == set(library().games)

    for page in firsts.values():
        follow(driver, handbook.url + page.address)
        roll = rolled(driver, find(driver, "article dice-roll"))
        assert roll == adjudicated(roll)
    assert driver.execute_script("return seen.workers.length") == 1


def test_a_term_opens_its_entry_over_the_lower_half_and_closes(driver: WebKitGTK, handbook: Host) -> None:
    arrive(driver, handbook.url + "essence-nexus/spellcasting/")
    tap(driver, find(driver, TERM))
    until(driver, "document.querySelector('dialog.rb-sheet[open]')")
    panel = find(driver, ".rb-sheet__panel")
    until(driver, "document.querySelector('.rb-sheet__panel').getBoundingClientRect().y >= 0.4 * innerHeight")
    until(driver, "document.querySelector('.rb-sheet__panel').textContent.startsWith('Spellcasting')")

    driver.execute_script("arguments[0].click()", panel.find_element("xpath", ".//button[.='Close']"))
    until(driver, "!document.querySelector('dialog.rb-sheet')")
    assert driver.current_url == handbook.url + "essence-nexus/spellcasting/"


def test_what_was_made_available_is_read_and_rolled_when_the_host_is_gone(driver: WebKitGTK, handbook: Host) -> None:
    with Host(handbook.folder) as host:
        arrive(driver, host.url)
        until(driver, f"{STATE} === 'pages'")
        tap(driver, find(driver, "offline-state button"))
        until(driver, f"{STATE} === 'ready'")
        assert find(driver, "offline-state").text.startswith("Ready offline")

    arrive(driver, host.url + PAGE)
    assert find(driver, "article h1").text.startswith("Difficulty")
    roll = rolled(driver, find(driver, "#difficulty-easy dice-roll"))
    assert roll == adjudicated(roll)
