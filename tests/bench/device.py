"""The browser that is measured, and a site that is served to it at the address it was built for."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

from tests.bench import SITE
from tests.bench.first_roll import FLAGS
from tests.bench.server import Served
from tests.offline.releases import release
from tests.site.browser import find

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
# A page with rows to tap, and another of the same game.
PAGE = "essence-nexus/difficulty/"
OTHER = "essence-nexus/attacks/"
ROW = "#difficulty-hard .rb-roll"


@contextmanager
def chromium() -> Iterator[Browser]:
    """The Chromium of the tests."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def handbook(**more: Path) -> Iterator[str]:
    """The built pages, and more folders by name, gzipped; gives the address."""
    with TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        shutil.copytree(SITE, site)
        with Served({"": site, **more}, {}, packed=True) as address:
            # Instant navigation goes only to addresses that the sitemap has.
            sitemap = site / "sitemap.xml"
            text = sitemap.read_text(encoding="utf-8")
            home = min(re.findall(r"<loc>(.*?)</loc>", text), key=len)
            sitemap.write_text(text.replace(home, address), encoding="utf-8")
            release(site)
            yield address
