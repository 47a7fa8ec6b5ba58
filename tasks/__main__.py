"""Checks the Python that runs this before importing anything it might be too old to parse."""

import sys

OLDEST = (3, 11)

if sys.version_info < OLDEST:
    sys.exit(
        "Rollbook needs Python %d.%d or newer, and this is Python %d.%d: run it with a newer one, "
        "for example `python3.12 -m tasks` or `make PYTHON=python3.12 …`." % (OLDEST + tuple(sys.version_info[:2]))
    )

from tasks.command import main  # noqa: E402 - only a Python that is new enough can read it

sys.exit(main(sys.argv[1:]))
