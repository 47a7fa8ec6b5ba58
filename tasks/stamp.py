"""A stamp says from which inputs something was installed, so that a second run has nothing to do."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Stamp:
    """A file that holds the digest of the inputs of a finished step."""

    file: Path
    digest: str

    @property
    def valid(self) -> bool:
        """Whether the step was finished for exactly these inputs."""
        return self.file.is_file() and self.file.read_text(encoding="utf-8") == self.digest

    def remove(self) -> None:
        """Take the stamp away before the step begins, so that an interrupted one is done again."""
        self.file.unlink(missing_ok=True)

    def write(self) -> None:
        """Record that the step is finished."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(self.digest, encoding="utf-8")


def digest(inputs: Iterable[Path]) -> str:
    """Return one digest of the contents of several files, in order."""
    total = hashlib.sha256()
    for file in inputs:
        content = file.read_bytes()
        total.update(b"%d\n" % len(content) + content)
    return total.hexdigest()
