"""Takes out of the built site what no reader ever needs."""

import json
import re
import shutil
from pathlib import Path

_MAP_COMMENT = re.compile(rb"\s*(?://[#@] sourceMappingURL=\S+|/\*[#@] sourceMappingURL=\S+ \*/)\s*\Z")


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
