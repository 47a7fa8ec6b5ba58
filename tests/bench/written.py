"""A hook for MkDocs: keeps each page's Markdown as the macros wrote it, in the folder ROLLBOOK_WRITTEN."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from mkdocs.plugins import event_priority


@event_priority(-100)
def on_page_markdown(markdown: str, page: Any, **_: object) -> str:
    """Write the page down, after every plugin."""
    place = Path(os.environ["ROLLBOOK_WRITTEN"], page.file.src_uri)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f"---\ntitle: {page.title!r}\n---\n{markdown}", encoding="utf-8")
    return markdown
