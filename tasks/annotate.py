"""Passes a program's output on and, for GitHub, marks every line of it that names a place in a file.

    python -m engine lint GAME 2>&1 | python -m tasks.annotate docs/GAME/rules

The argument is the folder in which files lie that are named without one.
"""

import re
import sys
from pathlib import Path

PLACE = re.compile(r"^(?:ERROR +- +)?(?P<file>[\w./-]+\.(?:toml|md|j2|yml)):(?P<line>\d+): (?P<text>.+)$")


def annotation(said: str, folder: Path) -> str | None:
    """Return the workflow command that shows a fault at its line, or nothing for a line that names no place.

    >>> annotation("size.toml:3: size.large.reach: found five, expected a number", Path("docs/game/rules"))
    '::error file=docs/game/rules/size.toml,line=3::size.large.reach: found five, expected a number'
    >>> annotation("docs/game/turn.md:12: the claim “Always” is false: 1 %", Path("."))
    '::error file=docs/game/turn.md,line=12::the claim “Always” is false: 1 %25'
    >>> annotation("No faults.", Path("."))
    """
    found = PLACE.match(said)
    if found is None:
        return None
    file = found["file"] if "/" in found["file"] else (folder / found["file"]).as_posix()
    # GitHub reads % as the start of an escape.
    return f"::error file={file},line={found['line']}::{found['text'].replace('%', '%25')}"


def main(arguments: list[str]) -> None:
    """Read standard input to its end."""
    folder = Path(arguments[0]) if arguments else Path()
    for said in sys.stdin:
        print(said, end="", flush=True)
        if command := annotation(said.rstrip("\n"), folder):
            print(command, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
