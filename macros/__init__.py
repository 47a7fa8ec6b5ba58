"""The macros that pages call, registered with MkDocs; the only module that knows it.

The work is done elsewhere: `reference` shows records, `chances` and `claims` ask for odds,
`roller` prints what throws, `links` resolves links by record id, `front` the front pages.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.utils import meta


class PlainPages:
    """The pages of games that have rules and no pages, which are files to MkDocs like any other."""

    def __init__(self, texts: dict[str, str]) -> None:
        self._texts = texts

    def on_files(self, files: Files, config: Any) -> Files:
        """Add each of them, Markdown by file below docs."""
        for source, text in self._texts.items():
            files.append(File.generated(config, source, content=text))
        return files


def define_env(env: Any) -> None:
    """Read all rules data and register the macros; a fault in the data or the code ends the build."""
    _forget()
    try:
        from engine.errors import DataFaults
        from engine.loader import load_library
        from macros.contents import complete, folder_of
        from macros.front import Shelfmark
        from macros.plain import plain_page
        from macros.register import Handbook
        from macros.shelf import shapes
    except ImportError as error:
        # Passed on as it is, the plugin would report that it cannot find the package at all.
        raise PluginError(f"The macros cannot be loaded: {error}") from error
    finally:
        # Not even this module is kept: the next build of `serve` is to find an edit of it.
        sys.modules.pop("macros", None)
    docs = Path(env.conf["docs_dir"])
    try:
        library = load_library(docs)
    except DataFaults as faults:
        raise PluginError(f"The rules data is wrong:\n{faults}") from None
    titles = {game.id: game.title for game in library.games.values()}
    found = {game: sorted(f"{game}/{page.name}" for page in (docs / game).glob("*.md")) for game in titles}
    wanting = {f"{game}/index.md": plain_page(titles[game]) for game, pages in found.items() if not pages}
    pages = {game: found[game] or [f"{game}/index.md"] for game in titles}
    env.conf["nav"] = complete(env.conf["nav"], titles, pages)
    mark = Shelfmark(
        title=env.conf["site_name"],
        description=env.conf["site_description"],
        order=[game for game in map(folder_of, env.conf["nav"]) if game],
        pages=lambda: _chapters(env, ""),
        chapters=lambda game: _chapters(env, game),
        first_load=lambda: _first_load(docs),
    )
    env.handbook = Handbook(library, mark, {source.partition("/")[0] for source in wanting})
    for name, macro in env.handbook.macros.items():
        env.macro(macro, name)
    env.conf["extra"]["rollbook"] = {"dice": shapes(), "games": env.handbook.shelf}
    env.conf["plugins"]["rollbook"] = PlainPages(wanting)


def on_pre_page_macros(env: Any) -> None:
    """Open the page in the handbook and resolve the links by record id in its prose."""
    _stay_in_game(env.page)
    source = env.page.file.content_string
    front_matter = source.count("\n") - env.markdown.count("\n")
    names = {*env.env.globals, *env.variables, *env.page.meta}
    env.markdown = env.handbook.open(env.page.file.src_uri, front_matter, env.markdown, env.env, names)


def on_post_build(env: Any) -> None:
    """Report every fault of the pages at once, then put beside them what their rollers need."""
    import bundle

    pages = [file.page for file in env.variables["files"].documentation_pages() if file.page]
    anchors = {page.file.src_uri: page.present_anchor_ids or set() for page in pages}
    faults = env.handbook.close(anchors)
    if faults:
        raise PluginError("The pages are wrong:\n" + "\n".join(faults))
    _name_games_in_search(env)
    docs = Path(env.conf["docs_dir"])
    try:
        bundle.build(Path(env.conf["site_dir"]), docs, docs.parent)
    except bundle.BundleError as error:
        raise PluginError(str(error)) from None


def _stay_in_game(page: Any) -> None:
    """Let the arrows at the foot of a page end where its game does."""
    folder = page.file.src_uri.partition("/")[0]
    for side in ("previous_page", "next_page"):
        other = getattr(page, side)
        if other and other.file.src_uri.partition("/")[0] != folder:
            setattr(page, side, None)


def _name_games_in_search(env: Any) -> None:
    from macros.titles import with_games

    index = Path(env.conf["site_dir"]) / "search" / "search_index.json"
    if index.exists():
        games = {game: shown["title"] for game, shown in env.conf["extra"]["rollbook"]["games"].items()}
        index.write_text(with_games(index.read_text(encoding="utf-8"), games), encoding="utf-8")


def _forget() -> None:
    """Drop what an earlier build of this process imported, so that `serve` sees an edit of the code as well."""
    for name in [name for name in sys.modules if name.partition(".")[0] in {"engine", "macros", "bundle"}]:
        del sys.modules[name]


def _first_load(docs: Path) -> int:
    """The bytes that a browser fetches before its first roll, rules and engine left out as too small to tell."""
    from bundle.runtime import runtime_parts

    return sum(len(part.content) for part in runtime_parts(docs.parent))


def _chapters(env: Any, game: str) -> list[tuple[str, str, str]]:
    """File, title and description of each page of a game in the order of the navigation, its index left out."""
    from macros.contents import folder_of

    files = [page.file for page in env.variables["navigation"].pages if folder_of(page.file.src_uri) == game]
    return [_chapter(file) for file in files if file.name != "index"]


def _chapter(file: Any) -> tuple[str, str, str]:
    # Read from the file, because MkDocs has not come to this page yet when the front page is written.
    _, head = meta.get_data(file.content_string)
    return file.src_uri, str(head.get("title", file.name)), str(head.get("description", ""))
