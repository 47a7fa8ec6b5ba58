"""A Chromium to read the pages with, and what it complains of while it does."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, BrowserType, Locator, Page

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
# Without service workers, so that what a page asks for reaches the server and can be seen there.
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "is_mobile": True,
    "has_touch": True,
    "service_workers": "block",
}
BLOCKED = "Service Worker registration blocked by Playwright"
WITNESS = Path(__file__).with_name("witness.js")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# A cold start of the engine on a busy machine.
PATIENCE = 15_000

FOLLOW = """address => {
  // Within a page there is nothing to wait for.
  if (new URL(address, location).pathname !== location.pathname) document.querySelector("article").dataset.left = "";
  const link = document.body.appendChild(document.createElement("a"));
  link.href = address;
  link.click();
  link.remove();
}"""
WAIT = """patience => new Promise((done, fail) => {
  const end = performance.now() + patience;
  const look = () => {
    if (CONDITION) done();
    else if (performance.now() > end) fail(new Error(`waited in vain for CONDITION`));
    else setTimeout(look, 10);
  };
  look();
})"""
STILL = """() => Promise.race([
  Promise.allSettled(document.getAnimations().map(motion => motion.finished)),
  new Promise(done => setTimeout(done, 400)),
])"""
ARRIVED = "document.querySelector('article') && !document.querySelector('article[data-left]')"


def find() -> str | None:
    """The browser that `make test` found or made, else one that is on this machine."""
    return next(filter(None, map(shutil.which, (os.environ.get("ROLLBOOK_CHROMIUM", ""), *NAMES))), None)


def launch(kind: BrowserType, path: str) -> Browser:
    """Start the browser."""
    return kind.launch(executable_path=path, args=list(FLAGS))


@dataclass
class Watch:
    """What goes wrong in a browser's pages: complaints in the console, requests that leave the handbook's server."""

    home: str
    problems: list[str] = field(default_factory=list)
    expected: tuple[str, ...] = ()

    def over(self, context: BrowserContext) -> None:
        """Watch every page of a context."""
        context.on("console", lambda message: message.type in ("error", "warning") and self._note(message.text))
        context.on("weberror", lambda error: self._note(str(error.error)))
        context.on("request", lambda request: self._request(request.url))

    def _request(self, url: str) -> None:
        if not url.startswith((self.home, "data:", "blob:")):
            self._note(f"a request to {url}")

    def _note(self, problem: str) -> None:
        if not any(words in problem for words in (BLOCKED, *self.expected)):
            self.problems.append(problem)


class Reader:
    """A reader's device: opens pages and tells what happened in them."""

    def __init__(self, browser: Browser, home: str, device: dict[str, Any]) -> None:
        self.home = home
        self.watch = Watch(home)
        self.context = browser.new_context(**device)
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(path=WITNESS)
        self.watch.over(self.context)

    def open(self, address: str = "", base: str = "") -> Page:
        """Open a page of the handbook in a new tab."""
        page = self.context.new_page()
        page.goto((base or self.home) + address)
        return page


def until(page: Page, condition: str) -> None:
    """Wait until a condition holds in the page, whose policy forbids to evaluate texts as Playwright's waiting does."""
    page.evaluate(WAIT.replace("CONDITION", condition), PATIENCE)


def follow(page: Page, address: str) -> None:
    """Go to an address as a tap on a link does, by instant navigation, and wait until the page is there."""
    page.evaluate(FOLLOW, address)
    until(page, ARRIVED)


def seen(page: Page, what: str) -> Any:
    """What the witness noted: `rolls`, `said`, `states`, or the number of `workers`."""
    return page.evaluate(f"seen.{what}.length" if what == "workers" else f"seen.{what}")


def rolled(page: Page, act: Callable[[], None], times: int = 1) -> dict[str, Any]:
    """Do something that rolls; gives the result, once it has been drawn."""
    before = len(seen(page, "rolls"))
    act()
    until(page, f"seen.rolls.length >= {before + times}")
    drawn(page)
    rolls = seen(page, "rolls")
    assert len(rolls) == before + times
    return dict(rolls[-1])


def spoken(page: Page) -> list[str]:
    """What the status region said, once it has fallen silent."""
    page.wait_for_timeout(250)
    return list(seen(page, "said"))


def top(control: Locator) -> float:
    """Where a control stands on the screen, in pixels from its top."""
    box = control.bounding_box()
    assert box
    return box["y"]


def still(page: Page) -> None:
    """Wait until nothing moves any more, but for what never ends."""
    page.evaluate(STILL)


def drawn(page: Page) -> None:
    """Wait until what is there now is on the screen: then the frame after the next one begins."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
