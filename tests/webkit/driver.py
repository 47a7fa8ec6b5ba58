"""Starts WebKitGTK on a screen that nobody sees, or says what is missing for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from selenium.webdriver import WebKitGTK, WebKitGTKOptions
from selenium.webdriver.webkitgtk.service import Service

DRIVER = "WebKitWebDriver"
SCREEN = "Xvfb"
PACKAGES = {DRIVER: "webkit2gtk-driver", SCREEN: "xvfb"}
# A cold start of the engine on a busy machine, in seconds.
PATIENCE = 40
# The window's own bar makes it 447 pixels wide at least.
PHONE = {"x": 0, "y": 0, "width": 390, "height": 844}


def missing() -> str:
    """The sentence that says what is not installed; empty where all is."""
    packages = [package for program, package in PACKAGES.items() if shutil.which(program) is None]
    return f"there is no WebKitGTK to test with: install {' and '.join(packages)}" if packages else ""


def obtainable() -> bool:
    """Whether this machine is one where `.ci/run` installs it."""
    return shutil.which("apt-get") is not None and hasattr(os, "geteuid") and os.geteuid() == 0


@contextmanager
def webkit() -> Iterator[WebKitGTK]:
    """WebKitGTK's own small browser, as large as a phone."""
    with screen() as display:
        # The path is given, or selenium would ask its maker's server where to find a driver.
        service = Service(shutil.which(DRIVER), env={**os.environ, "DISPLAY": display, "GDK_BACKEND": "x11"})
        with warnings.catch_warnings():
            # Selenium's class for WebKitGTK calls the rest of selenium in a way that is to go.
            warnings.filterwarnings("ignore", message="setting remote_server_addr", category=DeprecationWarning)
            driver = WebKitGTK(options=WebKitGTKOptions(), service=service)
        try:
            driver.set_window_rect(**PHONE)
            driver.set_script_timeout(PATIENCE)
            yield driver
        finally:
            driver.quit()


@contextmanager
def screen() -> Iterator[str]:
    """An X server without a monitor; gives the display's name, which the server chooses."""
    command = [SCREEN, "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="ascii") as server:
        try:
            assert server.stdout
            yield f":{server.stdout.readline().strip()}"
        finally:
            server.terminate()
