"""The handbook built once, a host that serves one release of it or another, and a browser that may keep it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright

from tests.offline.host import Host
from tests.offline.releases import copy_with
from tests.site import browser as chromium
from tests.site.build import build

Open = Callable[..., Page]


@pytest.fixture(scope="session")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first release."""
    site = tmp_path_factory.mktemp("releases") / "first"
    # Built for another address than the one it is served at, as happens to a folder that is copied.
    outcome = build(site, "https://rules.example/handbook/")
    assert outcome.code == 0, outcome.text
    return site


@pytest.fixture(scope="session")
def second(first: Path) -> Path:
    """The next release: one page differs."""
    return copy_with(first, first.with_name("second"))


@pytest.fixture
def host(first: Path) -> Iterator[Host]:
    """A host of the first release."""
    with Host(first) as running:
        yield running


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """Where Chromium is; without one these tests are skipped, but never in CI."""
    path = chromium.find()
    if path is None and not os.environ.get("CI"):
        pytest.skip("there is no Chromium: install one, or name one in ROLLBOOK_CHROMIUM")
    assert path, "CI has no Chromium"
    return path


@pytest.fixture(scope="module")
def browser(chromium_path: str, playwright_driver: Playwright) -> Iterator[Browser]:
    """Chromium."""
    browser = chromium.launch(playwright_driver.chromium, chromium_path)
    yield browser
    browser.close()


@pytest.fixture
def device(browser: Browser) -> Iterator[BrowserContext]:
    """A phone that may keep copies."""
    context = browser.new_context(**{**chromium.PHONE, "service_workers": "allow"})
    context.set_default_timeout(20_000)
    yield context
    context.close()
