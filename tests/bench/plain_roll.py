"""A plain throw: our engine as the pages have it, and rpg-dice-roller, both under Node.js."""

from __future__ import annotations

import json
from pathlib import Path

from tests.bench import SITE
from tests.bench.npm import install, node
from tests.bench.table import Row, middle

NOTATION = "4d6kh3"
TIMES = 500
PROGRAM = Path(__file__).with_suffix(".mjs")
ROLLER = "@dice-roller/rpg-dice-roller/lib/esm/bundle.js"


def rows() -> list[Row]:
    """From notation to the words that say the result; ours explains each die besides. In milliseconds."""
    folder = SITE / "assets" / "rollbook"
    manifest = json.loads((folder / "runtime.json").read_text(encoding="utf-8"))
    parts = [str(folder / manifest[role]) for role in ("runtime", "engine", "rules")]
    took = json.loads(node([str(PROGRAM), *parts, str(install() / ROLLER), NOTATION, str(TIMES)]).splitlines()[-1])
    return [Row(f"{NOTATION} thrown, against rpg-dice-roller", middle(took["ours"]), "ms", middle(took["other"]))]
