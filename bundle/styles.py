"""One style sheet for the several of the theme and the handbook: on a slow line every file costs its own request."""

import re
from hashlib import sha256
from pathlib import Path

from bundle.errors import BundleError

_LINK = re.compile(r'<link rel="stylesheet" href="([^"]*)">\s*')
_COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
_CHARSET = re.compile(r'@charset "[^"]*";')


def join_styles(site: Path) -> None:
    """Let every page link one style sheet instead of the ones it names; raises BundleError where these differ."""
    pages = {place: place.read_text(encoding="utf-8") for place in sorted(site.rglob("*.html"))}
    wanted = sorted({tuple(link.rpartition("/")[2] for link in _LINK.findall(page)) for page in pages.values()} - {()})
    if len(wanted) > 1:
        raise BundleError(f"The pages link different style sheets: {'; '.join(map(', '.join, wanted))}.")
    named = wanted[0] if wanted else ()
    folder = site / "assets" / "stylesheets"
    if len(named) < 2 or not all((folder / name).is_file() for name in named):
        return
    joined = "\n".join(_content(folder / name) for name in named)
    name = f"handbook.{sha256(joined.encode()).hexdigest()[:8]}.css"
    for place, page in pages.items():
        place.write_text(_linking(page, name), encoding="utf-8", newline="\n")
    for single in named:
        (folder / single).unlink()
    (folder / name).write_text(joined, encoding="utf-8", newline="\n")


def _content(sheet: Path) -> str:
    """A sheet as it may stand behind another; the theme's have lost their comments already."""
    text = _CHARSET.sub("", sheet.read_text(encoding="utf-8"))
    return text if sheet.name.endswith(".min.css") else _COMMENT.sub("", text)


def _linking(page: str, name: str) -> str:
    """The page with its first link to a style sheet going to this one, and no other."""
    first = _LINK.search(page)
    if first is None:
        return page
    folder = first[1].rpartition("/")[0]
    link = f'<link rel="stylesheet" href="{folder}/{name}">'
    return f"{page[: first.start()]}{link}\n{_LINK.sub('', page[first.end() :])}"
