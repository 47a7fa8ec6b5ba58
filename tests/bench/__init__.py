"""Measurements: each module named in `__main__.MEASUREMENTS` has `rows()`, which gives rows of the one table.

python -m tests.bench                all of them, written to bench/latest.md
python -m tests.bench first_roll     one, printed only
"""

import os
from pathlib import Path

ROOT = Path(__file__).parents[2]
# The built pages; another folder, so that a build elsewhere can be measured.
SITE = Path(os.environ.get("ROLLBOOK_SITE", ROOT / "site"))
