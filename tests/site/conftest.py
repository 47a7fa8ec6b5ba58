"""The handbook built once and served, and devices to read it with."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright
from playwright.sync_api import Page as Tab

from tests.handbook import library
from tests.site import browser as chromium
from tests.site.browser import PHONE, Reader, follow, until
from tests.site.build import Outcome, build
from tests.site.pages import Page, read_pages
from tests.site.server import Server

Readers = Callable[..., Reader]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that holds the built handbook."""
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="session")
def server(site: Path) -> Iterator[Server]:
    """A server for that folder."""
    with Server(site) as running:
        yield running


@pytest.fixture(scope="session")
def outcome(site: Path, server: Server) -> Outcome:
    """How the build of the handbook went. It is built for the server's address: instant navigation asks for that."""
    return build(site, server.url)


@pytest.fixture(scope="session")
def pages(site: Path, outcome: Outcome) -> list[Page]:
    """All built pages."""
    if outcome.code:
        pytest.fail(f"the handbook does not build:\n{outcome.text.partition('ERROR')[2]}", pytrace=False)
    return read_pages(site)


@pytest.fixture(scope="session")
def handbook(server: Server, pages: list[Page]) -> Server:
    """The built handbook, being served."""
    return server


@pytest.fixture(scope="session")
def browser(playwright_driver: Playwright) -> Iterator[Browser]:
    """Chromium; without one its tests are skipped, but never in CI."""
    path = chromium.find()
    if path is None and not os.environ.get("CI"):
        pytest.skip("there is no Chromium: install one, or name one in ROLLBOOK_CHROMIUM")
    assert path, "CI has no Chromium"
    browser = chromium.launch(playwright_driver.chromium, path)
    yield browser
    browser.close()


@pytest.fixture
def readers(browser: Browser, handbook: Server) -> Iterator[Readers]:
    """Makes devices; afterwards none may have seen an error or a request to another place."""
    made: list[Reader] = []

    def make(**device: Any) -> Reader:
        made.append(Reader(browser, handbook.url, {**PHONE, **device}))
        return made[-1]

    yield make
    handbook.lost = ""
    for reader in made:
        reader.context.close()
    assert [problem for reader in made for problem in reader.watch.problems] == []


@pytest.fixture
def phone(readers: Readers) -> Reader:
    """A phone, never used before."""
    return readers()


@pytest.fixture(scope="session")
def warm_reader(browser: Browser, handbook: Server) -> Iterator[Reader]:
    """A phone whose one tab has the dice engine running."""
    reader = Reader(browser, handbook.url, PHONE)
    page = reader.open()
    page.locator(".rb-roll").first.tap()
    until(page, "seen.rolls.length")
    yield reader
    reader.context.close()


@pytest.fixture
def warm(warm_reader: Reader) -> Iterator[Tab]:
    """That tab, back on the front page and with nothing noted yet; tests go on by instant navigation."""
    (page,) = warm_reader.context.pages
    page.set_viewport_size(PHONE["viewport"])
    if page.url.split("#")[0] == warm_reader.home:
        follow(page, warm_reader.home + next(iter(library().games)) + "/")
    follow(page, warm_reader.home)
    warm_reader.watch.problems.clear()
    page.evaluate("() => { for (const what of ['rolls', 'said', 'states']) seen[what].length = 0 }")
    yield page
    assert warm_reader.watch.problems == []
    assert page.evaluate("seen.workers.length") == 1
