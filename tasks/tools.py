"""The tools that compile Python for the browser: installed for Pyodide's own Python, inside which they run."""

import shutil

from tasks.environment import STAMPS
from tasks.place import REQUIREMENTS, VENV, VENV_PYTHON
from tasks.program import quietly
from tasks.stamp import Stamp, digest
from tasks.trouble import say

LOCK = REQUIREMENTS / "runtime.txt"
# Beside this environment's own packages, which are for another Python; `bundle.compiled` looks for it there.
TOOLS = VENV / "runtime-tools"
PYTHON = "3.14"


def prepare() -> None:
    """Make the folder hold exactly what the lock says; instant when it does. Raises Trouble."""
    stamp = Stamp(STAMPS / "runtime.stamp", digest([LOCK]))
    if stamp.valid and TOOLS.is_dir():
        return
    say(f"Installing the tools of requirements/{LOCK.name}, which compile for the browser.")
    stamp.remove()
    shutil.rmtree(TOOLS, ignore_errors=True)
    quietly(
        [
            *(str(VENV_PYTHON), "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"),
            *("--target", str(TOOLS), "--python-version", PYTHON, "--only-binary", ":all:"),
            # The lock is whole; pip would hold each package against the Python that pip runs on.
            *("--no-deps", "--ignore-requires-python", "--require-hashes", "--requirement", str(LOCK)),
        ],
        otherwise=f"The packages of requirements/{LOCK.name} could not be installed: "
        "check the network connection, then run the command again",
    )
    stamp.write()
