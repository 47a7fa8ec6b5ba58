"""The commands by name, each with its line of help."""

from collections.abc import Callable, Sequence

from tasks import work
from tasks.lock import lock
from tasks.trace import trace
from tasks.trouble import Trouble, say

Command = Callable[[Sequence[str]], int]

COMMANDS: dict[str, tuple[Command, str]] = {
    "serve": (work.serve, "build the handbook and serve it with live reload: serve [HOST:PORT]"),
    "test": (work.test, "build the handbook and run all tests; further words go to pytest"),
    "build": (work.build, "write the handbook to site/"),
    "check": (work.check, "check style, types and rules data"),
    "bench": (work.bench, "print the measurements"),
    "trace": (trace, "write bundle/modules.txt: what the engine imports in a browser"),
    "setup": (work.setup, "install everything the other commands need, the tests' browser apart"),
    "lock": (lock, "pin the dependencies anew; `lock --upgrade` takes the newest that fit"),
}


def main(words: Sequence[str]) -> int:
    """Run the command that the words name and return the exit code."""
    name, *options = words or ["help"]
    if name in ("help", "--help", "-h"):
        print(overview())
        return 0
    if name not in COMMANDS:
        say(f"There is no command {name}; there are {', '.join(COMMANDS)}.")
        return 2
    command, _ = COMMANDS[name]
    try:
        return command(options)
    except Trouble as trouble:
        say(str(trouble))
    except KeyboardInterrupt:
        say("Stopped.")
    except OSError as fault:
        # A full disk or a folder without the right to write: the system's own words say it best.
        say(f"{name} cannot go on: {fault}.")
    return 1


def overview() -> str:
    """Return the list of commands."""
    lines = [f"  {name:6} {line}" for name, (_, line) in COMMANDS.items()]
    return "\n".join(["python3 -m tasks COMMAND, where COMMAND is", *lines])
