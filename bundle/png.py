"""Draws filled polygons as a PNG image: two colours, and between them the shades of a smooth edge."""

import struct
import zlib
from itertools import accumulate
from math import floor

from bundle.outline import Polygon

Colour = tuple[int, int, int]

# Each row of pixels is sampled along so many lines; along a line the coverage is exact.
_LINES = 4
_SHADES = 255


def draw(size: int, faces: list[Polygon], ground: Colour, ink: Colour) -> bytes:
    """A square PNG, `size` pixels wide: the faces, which must not overlap, in `ink` on `ground`."""
    rows = b"".join(b"\0" + _row(size, faces, top) for top in range(size))
    ramp = bytes(_between(ground[part], ink[part], shade) for shade in range(_SHADES + 1) for part in range(3))
    head = struct.pack(">IIBBBBB", size, size, 8, 3, 0, 0, 0)
    chunks = [(b"IHDR", head), (b"PLTE", ramp), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, content) for kind, content in chunks)


def _row(size: int, faces: list[Polygon], top: int) -> bytes:
    # What each pixel adds to the coverage of the one on its left.
    change = [0.0] * (size + 2)
    for line in range(_LINES):
        height = top + (line + 0.5) / _LINES
        for face in faces:
            spans = _crossings(face, height)
            for start, end in zip(spans[::2], spans[1::2], strict=True):
                _step(change, start, 1 / _LINES)
                _step(change, end, -1 / _LINES)
    covered = list(accumulate(change))[:size]
    return bytes(min(_SHADES, max(0, round(_SHADES * part))) for part in covered)


def _step(change: list[float], at: float, by: float) -> None:
    pixel = floor(at)
    late = at - pixel
    change[pixel] += by * (1 - late)
    change[pixel + 1] += by * late


def _crossings(face: Polygon, height: float) -> list[float]:
    found = []
    for (ax, ay), (bx, by) in zip(face, face[1:] + face[:1], strict=True):
        if (ay <= height) != (by <= height):
            found.append(ax + (height - ay) / (by - ay) * (bx - ax))
    return sorted(found)


def _between(ground: int, ink: int, shade: int) -> int:
    return ground + round((ink - ground) * shade / _SHADES)


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
