"""The handbook built once and served, and WebKitGTK to read it with."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import WebKitGTK

from tests.offline.host import Host
from tests.site.build import build
from tests.webkit.driver import missing, obtainable, webkit


@pytest.fixture(scope="session")
def driver() -> Iterator[WebKitGTK]:
    """WebKitGTK; without it its tests are skipped, but never in CI where it could have been installed."""
    sentence = missing()
    if sentence and not (os.environ.get("CI") and obtainable()):
        pytest.skip(sentence)
    assert not sentence, sentence
    with webkit() as driver:
        yield driver


@pytest.fixture(scope="session")
def handbook(driver: WebKitGTK, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """The built handbook, being served at the address it was built for, as instant navigation asks."""
    with Host(tmp_path_factory.mktemp("webkit")) as host:
        outcome = build(Path(host.folder), host.url)
        assert outcome.code == 0, outcome.text
        yield host
