"""Takes out of the built site what no reader ever needs."""

import json
import re
import shutil
from pathlib import Path

from bundle.errors import BundleError

_MAP_COMMENT = re.compile(rb"\s*(?://[#@] sourceMappingURL=\S+|/\*[#@] sourceMappingURL=\S+ \*/)\s*\Z")

# What the theme's script asks before it fetches the search index, and the answer that makes it wait.
_AT_ONCE = '$(location.protocol!=="file:")'
_WHEN_OPENED = "$(!1)"


def trim(site: Path) -> None:
    """Remove source maps with every mention of them, the search's other languages, and the packed site map.

    The site map's packed twin holds the day of the build, so two builds of the same sources would differ.
    """
    for place in sorted(site.rglob("*.map")):
        place.unlink()
    for place in sorted([*site.rglob("*.js"), *site.rglob("*.css")]):
        content = place.read_bytes()
        without = _MAP_COMMENT.sub(b"\n", content)
        if without != content:
            place.write_bytes(without)
    (site / "sitemap.xml.gz").unlink(missing_ok=True)
    _trim_languages(site)
    _wait_for_search(site)


def _wait_for_search(site: Path) -> None:
    """Let the theme fetch the search index when the search is opened, as it does for pages read from files.

    Raises BundleError where the theme's script no longer says when it fetches.
    """
    for place in sorted((site / "assets" / "javascripts").glob("bundle.*.min.js")):
        script = place.read_text(encoding="utf-8")
        if script.count(_AT_ONCE) != 1 and _WHEN_OPENED not in script:
            raise BundleError(f"{place.name}: the theme no longer fetches its search index as bundle/trim.py expects")
        place.write_text(script.replace(_AT_ONCE, _WHEN_OPENED), encoding="utf-8", newline="")


def _trim_languages(site: Path) -> None:
    """The search's worker asks for a stemmer by language; for English it has its own."""
    folder = site / "assets" / "javascripts" / "lunr"
    languages = set(_search_languages(site)) - {"en"}
    if not folder.is_dir():
        return
    if not languages:
        shutil.rmtree(folder)
        return
    needed = {f"lunr.{name}.min.js" for name in languages} | {"lunr.stemmer.support.min.js", "lunr.multi.min.js"}
    needed |= {script for language, script in {"ja": "tinyseg.js", "th": "wordcut.js"}.items() if language in languages}
    for place in sorted(folder.rglob("*.js")):
        if place.name not in needed:
            place.unlink()


def _search_languages(site: Path) -> list[str]:
    index = site / "search" / "search_index.json"
    return json.loads(index.read_text(encoding="utf-8"))["config"]["lang"] if index.is_file() else []
