"""Starting other programs: loudly for the reader, or quietly with their complaint kept."""

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence

from tasks.place import ROOT, VENV_BIN, VENV_PYTHON
from tasks.trouble import Trouble

# How pip, npm, uv and Playwright begin the lines that say what went wrong.
ACCUSATIONS = ("error", "npm error", "failed", "×")
# Shorter lines are codes, such as `npm error syscall connect`.
WORDS_OF_A_SENTENCE = 5


def python(*arguments: str, settings: Mapping[str, str] | None = None) -> int:
    """Run the project's own Python on the terminal and return its exit code.

    Ctrl-C goes to the child as well, so it is left to end by itself and say what it has to say;
    a request to terminate goes to this process alone and is handed on, so that no server is left behind.
    """
    child = subprocess.Popen([str(VENV_PYTHON), *arguments], cwd=ROOT, env=surroundings(settings))
    signal.signal(signal.SIGTERM, lambda *_: child.terminate())
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:
            continue


def quietly(command: Sequence[str], otherwise: str) -> None:
    """Run a program without showing its log; raise Trouble, with its own complaint, when it fails.

    `otherwise` is the sentence that says what failed and what to do.
    """
    try:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=surroundings(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        )
    except OSError as fault:
        raise Trouble(f"{otherwise} ({command[0]}: {fault.strerror})") from fault
    if done.returncode != 0:
        raise Trouble(f"{otherwise} ({complaint(done.stdout)})")


def complaint(log: str) -> str:
    """Return the line of a failed program's log that says why.

    >>> complaint("Fetching\\nnpm error code ETARGET\\nnpm error notarget No matching version found for x@9.\\n")
    'npm error notarget No matching version found for x@9.'
    >>> complaint("Collecting x\\nKilled")
    'Killed'
    >>> complaint("")
    'it said nothing'
    """
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    accusing = [line for line in lines if line.lower().startswith(ACCUSATIONS)]
    sentences = [line for line in accusing if len(line.split()) >= WORDS_OF_A_SENTENCE]
    return (sentences or [*lines[-1:], "it said nothing"])[0]


def surroundings(settings: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the environment for a child: the project's own programs first, UTF-8 everywhere."""
    return {
        **os.environ,
        "PATH": os.pathsep.join([str(VENV_BIN), os.environ.get("PATH", "")]),
        "PYTHONUTF8": "1",
        # Material's notice about the future of MkDocs would stand before the output of every build.
        "NO_MKDOCS_2_WARNING": "1",
        **(settings or {}),
    }
