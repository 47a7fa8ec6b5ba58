"""The content security policy: what this site's pages may run and fetch, which is this site and nothing else.

It stands in a meta element, because a static host may not let anyone set headers, and it is the
same on every page: instant navigation keeps the policy of the page that was opened first.
"""

import re
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

from bundle.errors import BundleError

_CHARSET = re.compile(r'<meta charset="utf-8"\s*/?>', re.IGNORECASE)
_RULES = {
    "default-src": "'self'",
    # The dice engine is WebAssembly.
    "script-src": "'self' 'wasm-unsafe-eval'",
    # The theme and the pages' bars set single properties in the markup.
    "style-src": "'self' 'unsafe-inline'",
    # The theme's icons are images inside its style sheet.
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "worker-src": "'self'",
    "manifest-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'self'",
    "form-action": "'self'",
}


def apply_policy(site: Path) -> None:
    """Write the policy into every page of the site, raises BundleError for a page that cannot hold it."""
    pages = {place: place.read_text(encoding="utf-8") for place in sorted(site.rglob("*.html"))}
    policy = make_policy(pages.values())
    for place, page in pages.items():
        place.write_text(_insert(page, policy, place), encoding="utf-8", newline="\n")


def make_policy(pages: Iterable[str]) -> str:
    """The policy under which all these pages work: their inline scripts are let in one by one, by hash."""
    hashes = sorted({script_hash(script) for page in pages for script in inline_scripts(page)})
    rules = _RULES | {"script-src": " ".join([_RULES["script-src"], *hashes])}
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def script_hash(script: str) -> str:
    """How a policy names a script that stands in a page.

    >>> script_hash("")
    "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
    """
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"


def inline_scripts(page: str) -> list[str]:
    """The text of every script in a page that a browser would run from there.

    >>> inline_scripts('<script>a</script><script src="b"></script><script type="application/json">{}</script>')
    ['a']
    """
    reader = _Scripts()
    reader.feed(page)
    reader.close()
    if reader.handlers:
        raise BundleError(f"The policy forbids scripts in attributes, and a page has {', '.join(reader.handlers)}.")
    return reader.found


def _insert(page: str, policy: str, place: Path) -> str:
    meta = f'<meta http-equiv="content-security-policy" content="{policy}">'
    # Right behind the character set: whatever comes before it would escape it.
    found = _CHARSET.search(page)
    if found is None:
        raise BundleError(f"{place}: a page without <meta charset> has no place for its security policy.")
    return f"{page[: found.end()]}{meta}{page[found.end() :]}"


class _Scripts(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.found: list[str] = []
        self.handlers: list[str] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.handlers += [f"<{tag} {name}>" for name in given if name.startswith("on")]
        runs = given.get("type") in (None, "", "module", "text/javascript")
        self._inside = tag == "script" and "src" not in given and runs
        if self._inside:
            self.found.append("")

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.found[-1] += data

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag != "script"
