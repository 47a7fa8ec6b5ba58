"""What the last step of a build makes: the same bytes every time, listed, guarded and within budget."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from bundle.errors import BundleError
from bundle.finish import finish
from bundle.png import draw
from bundle.policy import apply_policy, inline_scripts, make_policy, script_hash
from bundle.setting import Setting, read_setting
from bundle.trim import trim
from bundle.webapp import PNGS, write_webapp
from bundle.weight import Budget, check_weight
from tests.site.build import build

PAGE = '<!doctype html><html><head><meta charset="utf-8"><title>T</title>{head}</head><body>{body}</body></html>'


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A site of one page."""
    write(tmp_path / "index.html", PAGE.format(head="", body="Hello"))
    return tmp_path


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def settle(site: Path, setting: Setting | None = None) -> Path:
    """Do the last step."""
    finish(site, setting or Setting())
    return site


def listed(site: Path) -> dict[str, list[object]]:
    """What the worker says of each file."""
    first, _, _ = (site / "service-worker.js").read_text(encoding="utf-8").partition(";\n")
    release = json.loads(first.removeprefix("const RELEASE = "))
    return {path: [size, digest] for path, size, digest in release["pages"] + release["runtime"]}


def contents(site: Path) -> dict[str, str]:
    return {
        str(file.relative_to(site)): sha256(file.read_bytes()).hexdigest() for file in site.rglob("*") if file.is_file()
    }


def test_two_builds_give_the_same_bytes(first: Path, tmp_path: Path) -> None:
    outcome = build(tmp_path / "again", "https://rules.example/handbook/")

    assert outcome.code == 0, outcome.text
    assert contents(tmp_path / "again") == contents(first)


def test_the_worker_lists_every_file_of_the_site_as_it_is(first: Path) -> None:
    files = {file.relative_to(first).as_posix(): file.read_bytes() for file in first.rglob("*") if file.is_file()}
    del files["service-worker.js"]

    assert listed(first) == {path: [len(body), sha256(body).hexdigest()] for path, body in files.items()}


def test_what_a_reader_does_not_need_is_not_in_the_site(first: Path) -> None:
    assert [file for file in first.rglob("*") if file.suffix in {".map", ".gz"} or "lunr" in file.parts] == []
    assert [file for file in first.rglob("*.js") if b"sourceMappingURL" in file.read_bytes()] == []
    assert "<lastmod>" not in (first / "sitemap.xml").read_text(encoding="utf-8")


def test_a_search_in_another_language_keeps_its_stemmer(small: Path) -> None:
    lunr = small / "assets/javascripts/lunr"
    for name in ("min/lunr.de.min.js", "min/lunr.fr.min.js", "min/lunr.stemmer.support.min.js", "wordcut.js"):
        write(lunr / name, "")
    write(small / "search/search_index.json", json.dumps({"config": {"lang": ["en", "de"]}, "docs": []}))
    trim(small)

    assert sorted(file.name for file in lunr.rglob("*.js")) == ["lunr.de.min.js", "lunr.stemmer.support.min.js"]


def test_files_for_the_host_are_not_kept_by_readers(small: Path) -> None:
    for name in (".nojekyll", "CNAME", ".well-known/x.txt"):
        write(small / name, "x")

    assert set(listed(settle(small))).isdisjoint({".nojekyll", "CNAME", ".well-known/x.txt"})


def test_an_address_with_spaces_is_listed_as_a_browser_asks_for_it(small: Path) -> None:
    write(small / "a page/index.html", PAGE.format(head="", body=""))

    assert "a%20page/index.html" in listed(settle(small))


def test_switched_off_it_clears_what_was_kept(small: Path) -> None:
    settle(small, Setting(offline=False))

    assert "unregister" in (small / "service-worker.js").read_text(encoding="utf-8")
    assert (small / "assets/release.mjs").read_text(encoding="utf-8") == "export default null;\n"


def test_served_for_writing_nothing_is_kept_and_no_script_forbidden(small: Path) -> None:
    settle(small, Setting(served=True))

    assert "unregister" in (small / "service-worker.js").read_text(encoding="utf-8")
    assert "content-security-policy" not in (small / "index.html").read_text(encoding="utf-8")


def test_served_for_writing_a_copy_is_kept_when_asked_for(small: Path) -> None:
    assert "index.html" in listed(settle(small, Setting(served=True, offline=True)))


def test_a_wrong_setting_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROLLBOOK_OFFLINE", "yes")
    with pytest.raises(BundleError, match="ROLLBOOK_OFFLINE says yes, which is not one of: on, off"):
        read_setting()


def policies(site: Path) -> Iterator[str]:
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        yield text.partition('content-security-policy" content="')[2].partition('"')[0]


def test_every_page_has_the_same_policy_and_it_lets_in_no_other_script(first: Path) -> None:
    (policy,) = set(policies(first))
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    pages = [page.read_text(encoding="utf-8") for page in first.rglob("*.html")]
    hashes = {script_hash(script) for page in pages for script in inline_scripts(page)}

    assert set(rules["script-src"].split()) == {"'self'", "'wasm-unsafe-eval'", *hashes}
    assert rules["default-src"] == rules["connect-src"] == rules["worker-src"] == "'self'"
    assert rules["object-src"] == "'none'"
    assert "http" not in policy.replace("http-equiv", "")


def test_scripts_of_all_pages_are_in_the_policy_of_each() -> None:
    policy = make_policy(["<script>one()</script>", "<script>two()</script><script>one()</script>"])

    assert policy.count("sha256-") == 2


def test_a_script_in_an_attribute_ends_the_build(small: Path) -> None:
    write(small / "index.html", PAGE.format(head="", body='<button onclick="roll()">'))
    with pytest.raises(BundleError, match="<button onclick>"):
        apply_policy(small)


def test_the_icons_are_images_of_the_sizes_they_state(small: Path) -> None:
    write_webapp(small, "Handbook", "Rules")
    manifest = json.loads((small / "manifest.webmanifest").read_text(encoding="utf-8"))

    for icon in PNGS:
        size, pixels = decode((small / "assets/icons" / icon.name).read_bytes())
        assert size == (icon.size, icon.size)
        reach = max(abs(x - icon.size / 2) for x, y in pixels), max(abs(y - icon.size / 2) for x, y in pixels)
        # A launcher may cut a maskable icon to the circle that is four fifths as wide.
        assert max(reach) <= icon.size * (0.4 if icon.maskable else 0.5)
    for entry in manifest["icons"]:
        assert (small / entry["src"]).is_file()
    assert {entry.get("purpose", "any") for entry in manifest["icons"]} == {"any", "maskable"}
    assert manifest["start_url"].startswith("./")
    assert manifest["scope"] == "./"


def test_an_edge_between_two_pixels_gets_the_shade_between_two_colours() -> None:
    image = draw(4, [((0, 0), (1.5, 0), (1.5, 4), (0, 4))], (0, 0, 0), (255, 255, 255))
    rows = zlib.decompress(chunks(image)["IDAT"])

    assert rows[:5] == bytes([0, 255, 128, 0, 0])


def decode(image: bytes) -> tuple[tuple[int, int], list[tuple[int, int]]]:
    """A PNG's width and height, and the pixels that are not ground."""
    parts = chunks(image)
    width, height, depth, colours = struct.unpack(">IIBB", parts["IHDR"][:10])
    assert (depth, colours) == (8, 3)
    rows = zlib.decompress(parts["IDAT"])
    assert len(rows) == height * (width + 1)
    inked = [(at % (width + 1) - 1, at // (width + 1)) for at, shade in enumerate(rows) if shade and at % (width + 1)]
    return (width, height), inked


def chunks(image: bytes) -> dict[str, bytes]:
    """The chunks of a PNG by name, each one's checksum proved."""
    assert image[:8] == b"\x89PNG\r\n\x1a\n"
    found, at = {}, 8
    while at < len(image):
        (length,) = struct.unpack(">I", image[at : at + 4])
        kind, content = image[at + 4 : at + 8], image[at + 8 : at + 8 + length]
        (checksum,) = struct.unpack(">I", image[at + 8 + length : at + 12 + length])
        assert checksum == zlib.crc32(kind + content)
        found[kind.decode()] = content
        at += length + 12
    return found


def test_a_heavy_page_ends_the_build_with_its_size_and_limit(small: Path) -> None:
    write(small / "heavy/index.html", PAGE.format(head="", body="x" * 100_000))
    with pytest.raises(
        BundleError, match=r"heavy/index\.html: the page's HTML is 100,\d{3} bytes, and 100,000 are allowed"
    ):
        check_weight(small)


def test_what_a_page_imports_is_part_of_its_weight(small: Path) -> None:
    write(small / "index.html", PAGE.format(head='<script src="a.mjs" type="module"></script>', body=""))
    write(small / "a.mjs", 'import { b } from "./b.mjs";\n')
    write(small / "b.mjs", "".join(sha256(bytes([n])).hexdigest() for n in range(100)))
    with pytest.raises(BundleError, match=r"index\.html: a first read, packed is [\d,]+ bytes, and 2,000 are allowed"):
        check_weight(small, Budget(first_read=2000))


def test_a_heavy_search_ends_the_build(small: Path) -> None:
    write(small / "search/search_index.json", "".join(sha256(bytes([n])).hexdigest() for n in range(100)))
    with pytest.raises(BundleError, match="the search index, packed is"):
        check_weight(small, Budget(search=1000))


def test_the_handbook_is_within_its_budget(first: Path) -> None:
    check_weight(first)
