"""The pages run under their policy without a complaint, and other scripts do not run."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, expect

from tests.offline.host import Host
from tests.offline.reader import arrive, roll

FOREIGN = """() => new Promise((resolve) => {
  const tell = ({ effectiveDirective }) => resolve(effectiveDirective);
  document.addEventListener("securitypolicyviolation", tell, { once: true });
  const script = document.createElement("script");
  script.textContent = "window.ran = true";
  document.head.append(script);
})"""


def test_reading_searching_and_rolling_meet_no_forbidden_thing(device: BrowserContext, host: Host) -> None:
    complaints: list[str] = []
    device.on("console", lambda message: message.type in {"error", "warning"} and complaints.append(message.text))
    device.on("weberror", lambda error: complaints.append(str(error.error)))
    page = arrive(device, host)
    roll(page)
    for address in ("essence-nexus/", "essence-nexus/conditions/"):
        page.goto(host.url + address)
        expect(page.locator("article h1").first).to_be_visible()
    page.goto(host.url)
    page.locator("label[for=__search]").locator("visible=true").first.tap()
    page.locator(".md-search__input").press_sequentially("stealth")
    expect(page.locator(".md-search-result__link").first).to_be_visible()

    assert complaints == []


def test_a_script_that_the_build_did_not_see_does_not_run(device: BrowserContext, host: Host) -> None:
    page = arrive(device, host)

    assert page.evaluate(FOREIGN) == "script-src-elem"
    assert page.evaluate("() => window.ran") is None
    assert page.evaluate("() => fetch('http://localhost:1/').then(() => 'sent', () => 'refused')") == "refused"
