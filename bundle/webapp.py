"""What makes the site an app on a home screen: its manifest, and icons drawn from one outline."""

import json
from dataclasses import dataclass
from pathlib import Path

from bundle.outline import d20_faces, place
from bundle.png import Colour, draw

MANIFEST = "manifest.webmanifest"
ICONS = "assets/icons"

_GROUND: Colour = (31, 92, 87)
_INK: Colour = (251, 250, 246)
# The paper of the light scheme: what a phone shows before the first page is painted.
_PAPER = "#fbfaf6"

# A launcher may cut a maskable icon down to a circle of four fifths; the others are shown whole.
_RADIUS, _RADIUS_MASKABLE = 0.41, 0.32


@dataclass(frozen=True, slots=True)
class Icon:
    """One PNG: its file's name, its width in pixels, and whether a launcher may cut it to shape."""

    name: str
    size: int
    maskable: bool = False

    @property
    def radius(self) -> float:
        """How far the sign reaches from the middle, as a part of the width."""
        return _RADIUS_MASKABLE if self.maskable else _RADIUS


PNGS = (
    Icon("icon-192.png", 192),
    Icon("icon-512.png", 512),
    Icon("icon-maskable-512.png", 512, maskable=True),
    # iOS rounds its corners and takes no notice of the manifest.
    Icon("apple-touch-icon.png", 180),
)


def write_webapp(site: Path, name: str, description: str) -> None:
    """Write the manifest and the icons that it and the pages' heads name."""
    folder = site / ICONS
    folder.mkdir(parents=True, exist_ok=True)
    for icon in PNGS:
        faces = place(d20_faces(), icon.size / 2, icon.size * icon.radius)
        (folder / icon.name).write_bytes(draw(icon.size, faces, _GROUND, _INK))
    _write(folder / "icon.svg", _svg())
    _write(site / MANIFEST, json.dumps(_manifest(name, description), indent=2, ensure_ascii=False) + "\n")


def _manifest(name: str, description: str) -> dict[str, object]:
    shown = [_entry("icon.svg", "any", "image/svg+xml")]
    shown += [
        _entry(icon.name, f"{icon.size}x{icon.size}")
        for icon in PNGS
        if icon.name.startswith("icon-") and not icon.maskable
    ]
    cut = [_entry(icon.name, f"{icon.size}x{icon.size}") | {"purpose": "maskable"} for icon in PNGS if icon.maskable]
    return {
        # Relative, so that the same files work in any folder of any host.
        "id": "./",
        "start_url": "./?start",
        "scope": "./",
        "name": name,
        "short_name": name,
        "description": description,
        "lang": "en",
        "display": "standalone",
        "theme_color": _PAPER,
        "background_color": _PAPER,
        "icons": [*shown, *cut],
    }


def _entry(name: str, sizes: str, kind: str = "image/png") -> dict[str, str]:
    return {"src": f"{ICONS}/{name}", "sizes": sizes, "type": kind}


def _svg() -> str:
    size = 128
    faces = place(d20_faces(), size / 2, size * _RADIUS)
    path = "".join("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in face) + "Z" for face in faces)
    ground, ink = ("#" + bytes(colour).hex() for colour in (_GROUND, _INK))
    frame = f'<rect width="{size}" height="{size}" rx="{size // 5}" fill="{ground}"/>'
    sign = f'<path d="{path}" fill="{ink}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}">{frame}{sign}</svg>\n'


def _write(place: Path, text: str) -> None:
    place.write_text(text, encoding="utf-8", newline="\n")
