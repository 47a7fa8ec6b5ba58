"""The budget of a page: what a reader on a slow line has to fetch before reading."""

import gzip
import re
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from bundle.errors import BundleError

KB = 1000

_IMPORT = re.compile(
    r'^\s*(?:(?:import|export)\b[^;"\']*?\bfrom\s*["\']([^"\']+)|import\s*["\']([^"\']+))', re.MULTILINE
)

# Nothing of it is fetched before the page is complete.
_LATER = ("assets/rollbook/",)


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits in bytes: one page's HTML, all that a first read fetches (packed), the search index (packed)."""

    page: int = 100 * KB
    first_read: int = 120 * KB
    search: int = 400 * KB


def check_weight(site: Path, budget: Budget | None = None) -> None:
    """Measure every page and the search index, raises BundleError that lists each file, its size and its limit."""
    limits = budget or Budget()
    faults = []
    packed: dict[Path, int] = {}
    for page in sorted(site.rglob("*.html")):
        name = page.relative_to(site).as_posix()
        content = page.read_text(encoding="utf-8")
        faults += _over(f"{name}: the page's HTML", len(content.encode()), limits.page)
        needed = [page, *needed_files(site, page, content)]
        total = sum(packed.setdefault(file, packed_size(file)) for file in needed)
        faults += _over(f"{name}: a first read, packed", total, limits.first_read)
    index = site / "search" / "search_index.json"
    if index.is_file():
        faults += _over("search/search_index.json: the search index, packed", packed_size(index), limits.search)
    if faults:
        raise BundleError("The site is too heavy:\n" + "\n".join(faults))


def needed_files(site: Path, page: Path, content: str) -> list[Path]:
    """The files of the site that a browser fetches to show a page: its styles, its scripts and what these import."""
    reader = _Needs()
    reader.feed(content)
    address = page.relative_to(site).as_posix()
    found: dict[Path, None] = {}
    for link in reader.links:
        place = _place(site, address, link)
        if place:
            _with_imports(site, place, found)
    # The theme's script starts the search's worker on every page, before anybody searches.
    return [*found, *sorted((site / "assets" / "javascripts" / "workers").glob("*.js"))]


def packed_size(file: Path) -> int:
    """A file's size as a web server sends it, in bytes; what is packed already gains nothing."""
    content = file.read_bytes()
    return min(len(content), len(gzip.compress(content, 6, mtime=0)))


def _with_imports(site: Path, place: Path, found: dict[Path, None]) -> None:
    if place in found:
        return
    found[place] = None
    if place.suffix != ".mjs":
        return
    address = place.relative_to(site).as_posix()
    for link in imports(place.read_text(encoding="utf-8")):
        imported = _place(site, address, link)
        if imported:
            _with_imports(site, imported, found)


def imports(module: str) -> list[str]:
    """What a JavaScript module imports before it runs.

    >>> imports('import { a } from "./a.mjs";\\nexport * from "./b.mjs";\\nconst c = import("./c.mjs");')
    ['./a.mjs', './b.mjs']
    """
    return [a or b for a, b in _IMPORT.findall(module)]


def _place(site: Path, address: str, link: str) -> Path | None:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return None
    path = urlsplit(urljoin(f"/{address}", parts.path)).path.lstrip("/")
    place = site / path
    return place if place.is_file() and not path.startswith(_LATER) else None


def _over(what: str, size: int, limit: int) -> list[str]:
    return [f"{what} is {size:,} bytes, and {limit:,} are allowed."] if size > limit else []


class _Needs(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        wanted = {"stylesheet", "icon", "modulepreload", "manifest"} & set(given.get("rel", "").split())
        if tag == "link" and wanted:
            self.links.append(given.get("href", ""))
        if tag in {"script", "img"} and given.get("src"):
            self.links.append(given["src"])
