"""Property tests draw the same examples in every run; `--hypothesis-profile explore` draws new ones, and more."""

from collections.abc import Iterator

import pytest
from hypothesis import settings
from playwright.sync_api import Playwright, sync_playwright

settings.register_profile("steady", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=1000, print_blob=True)
settings.load_profile("steady")


@pytest.fixture(scope="session")
def playwright_driver() -> Iterator[Playwright]:
    """Playwright, started once: it does not bear a second start in one process."""
    with sync_playwright() as driver:
        yield driver
