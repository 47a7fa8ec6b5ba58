"""What can go wrong here, and how progress is told: one sentence each."""

import sys


class Trouble(Exception):
    """A task cannot go on; the text is one sentence that says why and what to do about it."""


def say(sentence: str) -> None:
    """Print one sentence of progress at once, so that it stands before the output of the program it announces."""
    print(sentence, file=sys.stderr, flush=True)
