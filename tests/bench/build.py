"""Building: against the same Markdown without macros, and with four and sixteen times the games."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.bench.table import Row, middle
from tests.bench.weight import first_read
from tests.site.build import copy_handbook

RUNS = 5
TIMES = (4, 16)
HOOK = Path(__file__).with_name("written.py")
# MkDocs and the theme as anyone would set them up, over what the macros wrote.
PLAIN = """site_name: Plain
docs_dir: {docs}
theme: {{name: material, font: false, features: [navigation.instant, navigation.prune, navigation.indexes]}}
plugins: [search]
markdown_extensions: [attr_list, smarty, {{toc: {{permalink: true, toc_depth: 3}}}}]
"""


def rows() -> list[Row]:
    """Processor seconds, which other programs on the machine do not lengthen; sixteenfold is built once."""
    with tempfile.TemporaryDirectory() as folder, handbook(Path(folder) / "1", 1) as (ours, pages):
        plain = write_plain(Path(folder) / "plain", ours)
        runs = [(build(ours), build(plain)) for _ in range(RUNS)]
        once, bare = (middle(times) for times in zip(*runs, strict=True))
        weight = heaviest(ours)
        found = [Row("build, against the same Markdown without macros", once, "s", bare)]
        for times in TIMES:
            with handbook(Path(folder) / str(times), times) as (many, more):
                took = middle([build(many) for _ in range(RUNS)]) if times == min(TIMES) else build(many)
                what = f"build of {more} pages, for each page, against {pages} pages"
                found.append(Row(what, took / more * 1000, "ms", once / pages * 1000, bound=1.2))
                found.append(Row("… heaviest page of a game", heaviest(many), "kB", weight, bound=1.02))
    return found


@contextmanager
def handbook(target: Path, times: int) -> Iterator[tuple[Path, int]]:
    """A copy of the handbook in which every game is there so many times; gives its folder and number of pages."""
    copy_handbook(target)
    docs = target / "docs"
    for game in sorted(rules.parent for rules in docs.glob("*/rules")):
        for number in range(2, times + 1):
            shutil.copytree(game, game.with_name(f"{game.name}-{number}"))
    # The front page lists every game, and nobody has eighty.
    budget = target / "bundle" / "weight.py"
    budget.write_text(budget.read_text(encoding="utf-8").replace(" * KB\n", " * 100 * KB\n"), encoding="utf-8")
    yield target, sum(1 for page in docs.rglob("*.md") if page.name != "authoring.md")
    shutil.rmtree(target)


def write_plain(target: Path, root: Path) -> Path:
    """The Markdown that the macros write, and settings that build it without them."""
    docs = target / "docs"
    settings = (root / "mkdocs.yml").read_text(encoding="utf-8")
    (root / "written.yml").write_text(f"{settings}\nhooks: [{HOOK}]\n", encoding="utf-8")
    build(root, "written.yml", {"ROLLBOOK_WRITTEN": str(docs)})
    (target / "mkdocs.yml").write_text(PLAIN.format(docs=docs), encoding="utf-8")
    return target


def build(root: Path, config: str = "mkdocs.yml", settings: dict[str, str] | None = None) -> float:
    """Build what lies in a folder; the processor time that it took, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "--quiet", "build", "--config-file", config, "--site-dir", "site"],
        cwd=root,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONUTF8": "1", **(settings or {})},
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr[-2000:]
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def heaviest(root: Path) -> float:
    """What a first read of the heaviest page of any game takes, in kilobytes."""
    site = root / "site"
    return max(first_read(page, site) for page in site.glob("*/*/index.html")) / 1000
