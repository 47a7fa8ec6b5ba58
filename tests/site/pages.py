"""Built pages as trees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from urllib.parse import urljoin
from xml.etree.ElementTree import Element

import html5lib


@dataclass(frozen=True)
class Page:
    """A built page: its address below the site's root, and its file."""

    address: str
    file: Path

    @property
    def game(self) -> str:
        """The folder of its game; empty for the handbook's own pages."""
        return self.address.partition("/")[0] if "/" in self.address else ""

    @cached_property
    def text(self) -> str:
        """The HTML."""
        return self.file.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> Element:
        """The page as a browser reads it."""
        return html5lib.parse(self.text, namespaceHTMLElements=False)

    @cached_property
    def ids(self) -> list[str]:
        """Every id on the page, in order."""
        return [element.attrib["id"] for element in self.tree.iter() if "id" in element.attrib]

    @property
    def article(self) -> Element:
        """What the page itself says, without what stands around it on all pages."""
        return next(self.all("article"))

    def all(self, tag: str, kind: str = "") -> Iterator[Element]:
        """Every element of a tag, with a class if one is named."""
        return every(self.tree, tag, kind)

    def links(self) -> Iterator[str]:
        """Every address the page refers to, made whole under `http://handbook/some/path/`."""
        for element in self.tree.iter():
            for name in ("href", "src"):
                if name in element.attrib:
                    yield urljoin(f"http://handbook/some/path/{self.address}", element.attrib[name])


def every(tree: Element, tag: str, kind: str = "") -> Iterator[Element]:
    """Every element of a tag below `tree`, with a class if one is named."""
    return (element for element in tree.iter(tag) if not kind or kind in element.get("class", "").split())


def words(element: Element) -> str:
    """What an element says, its white space as a reader sees it."""
    return " ".join("".join(element.itertext()).split())


def read_pages(site: Path) -> list[Page]:
    """All pages of a built site but the one for addresses that are not there."""
    files = sorted(site.rglob("index.html"))
    return [
        Page(file.parent.relative_to(site).as_posix().removeprefix(".") + "/" * (file.parent != site), file)
        for file in files
    ]
