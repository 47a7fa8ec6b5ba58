"""Search results that say which game a page is of: the same word means five things in five games."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape


def with_games(index: str, games: Mapping[str, str]) -> str:
    """The search index with the title of its game behind that of each page; `games` are titles by id.

    >>> with_games('{"docs":[{"location":"a/x/","title":"X"},{"location":"a/x/#y","title":"Y"}]}', {"a": "Alpha"})
    '{"docs":[{"location":"a/x/","title":"X · Alpha"},{"location":"a/x/#y","title":"Y"}]}'
    """
    found = json.loads(index)
    for entry in found["docs"]:
        game, _, page = entry["location"].partition("/")
        # The game's own index has its title already, and titles stand in the index as HTML.
        if game in games and page and "#" not in page:
            entry["title"] = f"{entry['title']} · {escape(games[game], quote=False)}"
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))
