"""What the commands do: set up what a step needs, then run it in the project's own environment."""

import os
import re
import socket
from collections.abc import Sequence

from tasks import browser, environment, node, tools
from tasks.place import ROOT
from tasks.program import python
from tasks.trouble import Trouble, say

ADDRESS = "127.0.0.1:8000"


def setup(options: Sequence[str] = ()) -> int:
    """Install what building and testing needs: every Python package and the npm part."""
    environment.prepare(*environment.LAYERS)
    node.prepare()
    tools.prepare()
    say("Everything is set up.")
    return 0


def prepare_pages() -> None:
    """Set up what building the pages needs, and no more, so that a newcomer waits only for that."""
    environment.prepare("site")
    node.prepare()
    tools.prepare()


def serve(options: Sequence[str]) -> int:
    """Serve the handbook with live reload at the address given, else at ROLLBOOK_ADDRESS."""
    given, *rest = options or [os.environ.get("ROLLBOOK_ADDRESS") or ADDRESS]
    address = free(given)
    prepare_pages()
    say(f"Building the handbook; it will be served at http://{address}/ until Ctrl-C.")
    # --livereload by name, because some versions of click lose MkDocs' default for it.
    return python("-m", "mkdocs", "serve", "--livereload", "--dev-addr", address, *rest)


def free(address: str) -> str:
    """Return the address in full if a server can listen there. Raises Trouble.

    >>> free("somewhere")
    Traceback (most recent call last):
    tasks.trouble.Trouble: The address to serve at is HOST:PORT, for example 127.0.0.1:8000, not somewhere.
    """
    parts = re.fullmatch(r"(?:([\w.-]+|\[[\da-fA-F:]+\]):)?(\d{1,5})", address)
    if parts is None or not 0 < int(parts[2]) < 65536:
        raise Trouble(f"The address to serve at is HOST:PORT, for example {ADDRESS}, not {address}.")
    host, port = parts[1] or "127.0.0.1", int(parts[2])
    family = socket.AF_INET6 if host.startswith("[") else socket.AF_INET
    with socket.socket(family) as probe:
        # As the server itself does, so that an address that was in use a moment ago is not refused.
        if os.name != "nt":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host.strip("[]"), port))
        except OSError as fault:
            raise Trouble(
                f"Nothing can be served at {host}:{port} ({fault.strerror}): "
                f"give another address, for example `python3 -m tasks serve 127.0.0.1:{port % 65535 + 1}`."
            ) from fault
    return f"{host}:{port}"


def build(options: Sequence[str] = ()) -> int:
    """Write the handbook to site/; any warning is an error."""
    prepare_pages()
    # Never with --quiet: it switches strict off.
    return python("-m", "mkdocs", "build", "--strict", *options)


def test(options: Sequence[str]) -> int:
    """Build the pages, then run the tests against them; options go to pytest.

    Two files of tests at once, for most of a browser's test is waiting; `-n0` runs one after the other.
    """
    settings = prepare_tests()
    return build() or python("-m", "pytest", "-n2", "--dist", "loadfile", *options, settings=settings)


def bench(options: Sequence[str]) -> int:
    """Build the pages, then print the measurements of tests/bench."""
    settings = prepare_tests()
    return build() or python("-m", "tests.bench", *options, settings=settings)


def prepare_tests() -> dict[str, str]:
    """Set up what the tests need and return the settings that tell them where their browser is."""
    environment.prepare("site", "test")
    return {browser.SETTING: browser.prepare()}


def check(options: Sequence[str] = ()) -> int:
    """Check style, types and the games' data; every check runs, so that all findings show at once."""
    environment.prepare("site", "test", "check")
    checks = [
        ("the style", ["-m", "ruff", "check"]),
        ("the layout of the code", ["-m", "ruff", "format", "--check"]),
        ("the types", ["-m", "mypy"]),
    ]
    games = sorted(rules.parent.name for rules in ROOT.glob("docs/*/rules"))
    checks += [(f"the data of {game}", ["-m", "engine", "lint", game]) for game in games]
    failed = []
    for what, arguments in checks:
        say(f"Checking {what}.")
        if python(*arguments) != 0:
            failed.append(what)
    if failed:
        say(f"These checks failed: {', '.join(failed)}.")
    return 1 if failed else 0
