"""A Chromium for the tests: one that is there, else Debian's, else Playwright's own."""

import os
import shutil
import subprocess

from tasks.place import VENV, VENV_PYTHON
from tasks.program import quietly
from tasks.trouble import Trouble, say

SETTING = "ROLLBOOK_CHROMIUM"
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome", "msedge")
USUAL_PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
ASK_PLAYWRIGHT = """
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)
"""


def prepare() -> str:
    """Return the path of a Chromium, installing one where there is none. Raises Trouble."""
    return named() or found() or from_debian() or from_playwright()


def named() -> str | None:
    """Return the browser that the environment names; a wrong name is an error, never a fallback."""
    given = os.environ.get(SETTING)
    if not given:
        return None
    path = shutil.which(given)
    if path is None:
        raise Trouble(f"{SETTING} names {given}, which is no program: give the path of a Chromium, or unset it.")
    return path


def found() -> str | None:
    """Return a browser that is already on this machine."""
    for name in (*NAMES, *USUAL_PLACES):
        if path := shutil.which(name):
            return path
    return None


def from_debian() -> str | None:
    """Install Debian's Chromium, where there is apt and the right to use it."""
    if shutil.which("apt-get") is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return None
    say("Installing Chromium for the tests with apt-get.")
    # A failure is not the end: Ubuntu's package is a shell for snap, and Playwright may still have a browser.
    settings = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["update"], ["install", "--yes", "--no-install-recommends", "chromium", "fonts-dejavu-core"]):
        subprocess.run(["apt-get", "--quiet", *step], env=settings, capture_output=True)
    return shutil.which("chromium")


def from_playwright() -> str:
    """Return Playwright's own Chromium, downloading it where it is missing."""
    if path := playwright_path():
        return path
    say("Downloading Playwright's Chromium for the tests.")
    quietly(
        [str(VENV_PYTHON), "-m", "playwright", "install", "chromium"],
        otherwise="No browser for the tests could be installed: "
        f"install Chromium or Chrome, or name one in {SETTING}, then run the command again",
    )
    if path := playwright_path():
        return path
    raise Trouble(f"Playwright installed no Chromium that can be found: name a browser in {SETTING}.")


def playwright_path() -> str | None:
    """Return where Playwright keeps its Chromium, if it is there."""
    asked = subprocess.run([str(VENV_PYTHON), "-c", ASK_PLAYWRIGHT], cwd=VENV, capture_output=True, encoding="utf-8")
    return shutil.which(asked.stdout.strip()) if asked.returncode == 0 else None
