"""A tap on a term opens its entry over the lower half of the page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page as Tab
from playwright.sync_api import expect

from tests.handbook import library
from tests.site.browser import Reader, rolled, still
from tests.site.conftest import Readers
from tests.site.pages import Page
from tests.site.server import Server

PAGE = "essence-nexus/spellcasting/"
# One whose entry stands on another page.
TERM = "article a.rb-term[data-entry='essence-nexus/skill/spellcasting']"


@pytest.fixture
def tab(phone: Reader) -> Tab:
    """A page with a term on it, its sheet open."""
    tab = phone.open(PAGE)
    term = tab.locator(TERM).first
    term.tap()
    expect(tab.locator("dialog.rb-sheet")).to_be_visible()
    still(tab)
    return tab


def test_the_sheet_lies_over_the_lower_half_and_names_the_entry(tab: Tab) -> None:
    term = tab.locator(TERM).first
    panel = tab.locator(".rb-sheet__panel").bounding_box()
    height = tab.viewport_size["height"]
    assert panel

    assert panel["y"] >= height * 0.4
    assert panel["y"] + panel["height"] <= height + 1
    assert tab.url.endswith(PAGE)
    expect(tab.locator(".rb-sheet__title")).to_have_text(re.compile(".+"))
    expect(tab.locator(".rb-sheet").get_by_role("link", name="Go to the entry")).to_have_attribute(
        "href", term.evaluate("link => link.href")
    )


@pytest.mark.parametrize("way", ["escape", "back", "outside", "button"])
def test_it_closes(tab: Tab, way: str) -> None:
    scrolled = tab.evaluate("scrollY")
    if way == "escape":
        tab.keyboard.press("Escape")
    elif way == "back":
        tab.go_back()
    elif way == "outside":
        tab.touchscreen.tap(195, 60)
    else:
        tab.locator(".rb-sheet").get_by_role("button", name="Close").tap()

    expect(tab.locator("dialog.rb-sheet")).to_have_count(0)
    tab.wait_for_timeout(200)
    assert tab.url.endswith(PAGE)
    assert abs(tab.evaluate("scrollY") - scrolled) < 2


def test_with_a_keyboard_the_focus_goes_in_and_comes_back(phone: Reader) -> None:
    tab = phone.open(PAGE)
    term = tab.locator(TERM).first
    term.focus()
    tab.keyboard.press("Enter")
    expect(tab.locator("dialog.rb-sheet :focus")).to_have_count(1)

    tab.keyboard.press("Escape")
    tab.wait_for_timeout(500)
    expect(term).to_be_focused()


def test_what_stands_open_on_the_page_stays_as_it_was(phone: Reader) -> None:
    tab = phone.open(PAGE)
    roll = rolled(tab, tab.locator("dice-roll .rb-roll").first.tap)
    tab.locator(TERM).first.evaluate("term => term.click()")
    expect(tab.locator("dialog.rb-sheet")).to_be_visible()
    tab.go_back()
    expect(tab.locator("dialog.rb-sheet")).to_have_count(0)
    tab.wait_for_timeout(300)

    expect(tab.locator(".rb-result__total")).to_have_text(str(roll["total"]))


def test_its_link_goes_there(tab: Tab) -> None:
    there = tab.locator(TERM).first.evaluate("link => link.href")
    tab.locator(".rb-sheet").get_by_role("link", name="Go to the entry").tap()
    tab.wait_for_url(there)
    expect(tab.locator("dialog.rb-sheet")).to_have_count(0)
    expect(tab.locator(f"[id='{there.split('#')[1]}']")).to_be_in_viewport()

    tab.go_back()
    tab.wait_for_url(re.compile(f"{PAGE}$"))


def test_a_term_in_the_sheet_opens_in_the_same_sheet(phone: Reader) -> None:
    tab = phone.open("essence-nexus/attacks/")
    found = None
    for term in tab.locator("article a.rb-term").all():
        if not term.is_visible():
            continue
        term.evaluate("link => link.click()")
        expect(tab.locator("dialog.rb-sheet")).to_be_visible()
        inner = tab.locator(".rb-sheet__body a.rb-term")
        if inner.count():
            found = inner.first
            break
        tab.keyboard.press("Escape")
        expect(tab.locator("dialog.rb-sheet")).to_have_count(0)
    assert found, "no entry linked from Attacks & Damage has a term of its own"
    href = found.evaluate("link => link.href")
    found.evaluate("link => link.click()")
    expect(tab.locator(".rb-sheet a.rb-action--first")).to_have_attribute("href", href)
    expect(tab.locator("dialog.rb-sheet")).to_have_count(1)

    tab.go_back()
    expect(tab.locator("dialog.rb-sheet")).to_have_count(0)
    assert tab.url.endswith("attacks/")


def has_words(entry: str) -> bool:
    """Whether a record says more than its name."""
    game, _, ref = entry.partition("/")
    if ref.startswith("kind/"):
        return True
    record = library().games[game].record(ref)
    return bool(record.text or any(record.values.values()))


def test_every_term_has_an_entry_to_show(phone: Reader, pages: list[Page]) -> None:
    """What a sheet shows for each term there is, cut out as a tap does."""
    tab = phone.open()
    homes = {f"{page.game}/{anchor}": f"{page.address}#{anchor}" for page in pages for anchor in page.ids}
    terms = {link.attrib["data-entry"] for page in pages for link in page.all("a", "rb-term")}
    places = {term: phone.home + homes["/".join([term.split("/")[0], "-".join(term.split("/")[1:])])] for term in terms}
    shown = tab.evaluate(
        """async places => {
          const { findEntry } = await import(new URL("assets/javascripts/entry.mjs", document.baseURI));
          const found = {};
          for (const [entry, address] of Object.entries(places)) {
            const { title, content } = await findEntry(address).catch(error => ({ title: "", content: [] }));
            found[entry] = [title, content.map(node => node.textContent).join(" ").trim()];
          }
          return found;
        }""",
        places,
    )

    assert [entry for entry, (title, _) in shown.items() if not title or len(title) > 60] == []
    assert [entry for entry, (_, text) in shown.items() if not text and has_words(entry)] == []


def test_a_page_that_cannot_be_had_does_not_swallow_the_tap(phone: Reader, handbook: Server) -> None:
    phone.watch.expected = ("404",)
    tab = phone.open(PAGE)
    handbook.lost = "/essence-nexus/how-to-play/"
    term = tab.locator("article a.rb-term[href*='how-to-play']").first
    term.evaluate("link => link.click()")
    tab.wait_for_url(re.compile("how-to-play"))


def test_without_scripts_a_term_is_a_link(readers: Readers) -> None:
    tab = readers(java_script_enabled=False).open(PAGE)
    term = tab.locator(TERM).first
    there = term.get_attribute("href")
    term.tap()
    tab.wait_for_url(f"**/{there.removeprefix('../')}")
