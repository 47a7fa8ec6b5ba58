"""What holds for every built page, whatever its game."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit
from xml.etree.ElementTree import Element

import pytest

from engine.notation.answer import GAME as FREE
from engine.record import Record
from tests.handbook import library
from tests.site.build import Outcome
from tests.site.pages import Page, every, words

KB = 1000
# What differs from page to page because it says which page this is.
OWN = {("meta", "description"), ("link", "canonical"), ("link", "prev"), ("link", "next")}
LOADERS = {"source", "consent", "outdated"}
LOADING = {"link": "href", "script": "src", "img": "src", "iframe": "src", "source": "src", "form": "action"}
MARKDOWN = re.compile(r"\[\[[^\]|]+\|([^\]]+)\]\]|\[\[[^\]]+\]\]|[*_`]|^(?:-|\d+\.) |\n\n", re.MULTILINE)


def test_the_strict_build_says_nothing_but_what_it_does(outcome: Outcome) -> None:
    said = [line for line in outcome.text.splitlines() if line.strip() and not line.startswith("INFO ")]

    assert (outcome.code, said) == (0, [])


def test_a_page_weighs_less_than_100_kb(pages: list[Page]) -> None:
    assert {page.address: page.file.stat().st_size for page in pages if page.file.stat().st_size >= 100 * KB} == {}


def test_every_record_has_its_anchor_on_its_page(pages: list[Page]) -> None:
    ids = {page.address: Counter(page.ids) for page in pages}
    homes = [(_home(record), record.anchor) for game in library().games.values() for record in game]

    assert [(home, anchor) for home, anchor in homes if ids.get(home, {}).get(anchor) != 1] == []


def test_an_old_id_still_leads_to_its_record(pages: list[Page]) -> None:
    ids = {page.address: page.ids for page in pages}
    records = [record for game in library().games.values() for record in game]
    old = [(_home(record), f"{record.kind}-{name.rpartition('/')[2]}") for record in records for name in record.aliases]

    assert [(home, anchor) for home, anchor in old if anchor not in ids[home]] == []


def test_no_id_stands_twice_on_a_page(pages: list[Page]) -> None:
    twice = {page.address: [name for name, count in Counter(page.ids).items() if count > 1] for page in pages}

    assert {address: names for address, names in twice.items() if names} == {}


def test_every_link_leads_somewhere_under_any_path(site: Path, pages: list[Page]) -> None:
    base = "http://handbook/some/path/"
    ids = {page.address: set(page.ids) for page in pages}
    broken = []
    for page in pages:
        for link in page.links():
            whole, anchor = urldefrag(link)
            address = unquote(urlsplit(whole).path.removeprefix("/some/path/"))
            if not whole.startswith(base):
                broken.append((page.address, link))
            elif address in ids:
                # The theme's own switches have names that begin so.
                broken += [(page.address, link)] if anchor and unquote(anchor) not in ids[address] else []
            elif not (site / address).is_file():
                broken.append((page.address, link))

    assert [(address, link) for address, link in broken if not _is_canonical(address, link, pages)] == []


def test_nothing_is_loaded_from_anywhere_else(site: Path, pages: list[Page]) -> None:
    found = []
    for page in pages:
        for tag, attribute in LOADING.items():
            found += [(page.address, words) for e in page.all(tag) if _elsewhere(words := e.get(attribute, ""), e)]
    for file in [*site.rglob("*.css"), *site.glob("assets/javascripts/*.mjs")]:
        text = file.read_text(encoding="utf-8")
        places = re.findall(r"""(?:url\(|@import|["'`])\s*["']?((?:https?:)?//[\w.-]+[^"'`)\s]*)""", text)
        found += [(file.name, place) for place in places if not place.startswith("http://www.w3.org/")]

    assert found == []


def test_nothing_wakes_the_parts_of_the_theme_that_load_from_elsewhere(pages: list[Page]) -> None:
    """Repository facts, diagrams and comments: the theme's script fetches them for elements of these kinds."""
    woken = [
        (page.address, element.tag)
        for page in pages
        for element in page.tree.iter()
        if element.get("data-md-component") in {"source", "consent", "outdated"}
        or "mermaid" in element.get("class", "")
    ]

    assert woken == []


def test_there_is_one_status_region_and_a_change_of_page_leaves_it(pages: list[Page]) -> None:
    for page in pages:
        regions = [element for element in page.tree.iter() if element.get("role") == "status"]
        assert [region.get("id") for region in regions] == ["rb-status"], page.address
        container = next(e for e in page.tree.iter() if e.get("data-md-component") == "container")
        assert regions[0] not in container.iter(), page.address


def test_heads_differ_only_in_what_names_the_page(pages: list[Page]) -> None:
    """Instant navigation replaces what differs: a style sheet of one page's own would flicker."""
    heads = {page.address: _head(page) for page in pages}
    first = next(iter(heads.values()))

    assert [address for address, head in heads.items() if head != first] == []


def test_every_page_has_a_title_of_its_own_and_a_description(pages: list[Page]) -> None:
    titles = Counter(words(next(page.all("title"))) for page in pages)
    described = [e.get("content") for page in pages for e in page.all("meta") if e.get("name") == "description"]

    assert [title for title, count in titles.items() if count > 1] == []
    assert len([text for text in described if text]) == len(pages)


@pytest.mark.parametrize("leftover", ["{{", "}}", "{%", "[[", "]]", "Macro Rendering Error", "Traceback"])
def test_no_call_is_left_in_a_page(leftover: str, pages: list[Page]) -> None:
    assert [page.address for page in pages if leftover in words(page.article)] == []


def test_no_page_names_another_game(pages: list[Page]) -> None:
    games = library().games
    found = []
    for page in pages:
        if page.game not in games:
            continue
        text = words(page.article)
        others = [game for game in games.values() if game.id != page.game]
        found += [(page.address, game.title) for game in others if re.search(rf"\b{re.escape(game.title)}\b", text)]
        rolled = {element.get("game", "") for element in every(page.article, "dice-roll")}
        found += [(page.address, name) for name in rolled if name not in ("", FREE, page.game)]
        linked = {element.get("data-entry", "").partition("/")[0] for element in page.all("a", "rb-term")}
        found += [(page.address, name) for name in linked if name != page.game]

    assert found == []


def test_what_the_records_say_is_read_without_scripts(pages: list[Page]) -> None:
    texts = {page.address: _plain(words(page.article)) for page in pages}
    missing = []
    for game in library().games.values():
        for record in game:
            text = texts[_home(record)]
            said = [record.name, *(_plain(part) for part in MARKDOWN.split(game.prose(record)) if part)]
            missing += [(record.path, part) for part in said if " ".join(_plain(part).split()) not in text]

    assert missing == []


def _home(record: Record) -> str:
    page = "" if record.page == "index" else f"{record.page}/"
    return f"{record.game}/{page}"


def _is_canonical(address: str, link: str, pages: list[Page]) -> bool:
    page = next(page for page in pages if page.address == address)
    return link in [e.get("href") for e in page.all("link") if e.get("rel") == "canonical"]


def _elsewhere(address: str, element: Element) -> bool:
    return bool(re.match(r"(https?:)?//", address)) and element.get("rel") != "canonical"


def _head(page: Page) -> list[tuple[str, dict[str, str], str]]:
    up = "../" * page.address.count("/")
    place = up or "./"
    head = []
    for element in next(page.all("head")):
        if element.tag == "title" or (element.tag, element.get("name") or element.get("rel")) in OWN:
            continue
        attributes = {name: value.removeprefix(up) for name, value in element.attrib.items()}
        text = (element.text or "").replace(f'"{place.rstrip("/")}"', '"."').strip()
        head.append((element.tag, attributes, text))
    return head


def _plain(text: str) -> str:
    """Text with straight quotes."""
    return text.translate(str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "…": "..."}))
