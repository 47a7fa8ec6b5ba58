"""What a reader does in WebKitGTK, step by step."""

from __future__ import annotations

from typing import Any

from selenium.webdriver import WebKitGTK
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from tests.site.browser import ARRIVED, FOLLOW, WITNESS
from tests.webkit.driver import PATIENCE


def arrive(driver: WebKitGTK, address: str) -> None:
    """Open a page, and note from then on what happens in it."""
    driver.get(address)
    driver.execute_script(WITNESS.read_text(encoding="utf-8"))


def follow(driver: WebKitGTK, address: str) -> None:
    """Go to an address as a tap on a link does, by instant navigation, and wait until the page is there."""
    driver.execute_script(f"({FOLLOW})(arguments[0])", address)
    until(driver, ARRIVED)


def until(driver: WebKitGTK, condition: str) -> None:
    """Wait until a condition holds in the page."""
    WebDriverWait(driver, PATIENCE, poll_frequency=0.05).until(
        lambda driver: driver.execute_script(f"return Boolean({condition})"), f"waited in vain for {condition}"
    )


def find(driver: WebKitGTK, what: str) -> WebElement:
    """The first element that a selector names."""
    return driver.find_element("css selector", what)


def tap(driver: WebKitGTK, element: WebElement) -> None:
    """Tap an element in the middle of the window; the driver's own scrolling loses to the page's smooth one."""
    # The driver aims at what was last painted, so the scrolled page must have been.
    driver.execute_async_script(
        "const [element, done] = arguments; element.scrollIntoView({ block: 'center', behavior: 'instant' });"
        "requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))",
        element,
    )
    element.click()


def rolled(driver: WebKitGTK, roller: WebElement) -> dict[str, Any]:
    """Tap a roller's button; gives the roll, once it has been drawn."""
    before = driver.execute_script("return seen.rolls.length")
    tap(driver, roller.find_element("css selector", ".rb-roll"))
    until(driver, f"seen.rolls.length > {before}")
    return dict(driver.execute_script("return seen.rolls.at(-1)"))
