"""Pins what is installed: requirements/*.txt from requirements/*.in, package-lock.json from package.json."""

from collections.abc import Sequence

from tasks import environment, node, tools
from tasks.place import REQUIREMENTS, VENV_PYTHON
from tasks.program import quietly
from tasks.trouble import say

OLDEST_PYTHON = "3.11"


def lock(options: Sequence[str]) -> int:
    """Write every lock anew, keeping the versions that still fit; `--upgrade` takes the newest instead."""
    environment.prepare("site", "check")
    for layer in environment.LAYERS:
        say(f"Locking requirements/{layer}.in.")
        quietly(
            [
                *(str(VENV_PYTHON), "-m", "uv", "pip", "compile", "--quiet"),
                # One lock for every system and Python, and in it no address of an index.
                *("--universal", "--python-version", OLDEST_PYTHON, "--generate-hashes", "--no-emit-index-url"),
                *("--custom-compile-command", "python3 -m tasks lock", *options),
                *(f"requirements/{layer}.in", "--output-file", f"requirements/{layer}.txt"),
            ],
            otherwise=f"requirements/{layer}.in could not be locked, and {REQUIREMENTS.name}/{layer}.txt is as it was",
        )
    say("Locking requirements/runtime.in.")
    quietly(
        [
            *(str(VENV_PYTHON), "-m", "uv", "pip", "compile", "--quiet"),
            *("--python-version", tools.PYTHON, "--only-binary", ":all:", "--generate-hashes", "--no-emit-index-url"),
            *("--custom-compile-command", "python3 -m tasks lock", *options),
            *("requirements/runtime.in", "--output-file", str(tools.LOCK)),
        ],
        otherwise="requirements/runtime.in could not be locked, and runtime.txt is as it was",
    )
    say("Locking package.json.")
    quietly(node.npm("install", "--package-lock-only"), otherwise="package.json could not be locked")
    return 0
