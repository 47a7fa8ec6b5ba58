"""Serves folders and made-up files from this machine, as any web server would, if need be over a slow line."""

from __future__ import annotations

import gzip
import time
from collections.abc import Mapping
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from typing import BinaryIO

TYPES = {
    ".mjs": "text/javascript",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".xml": "application/xml",
    ".wasm": "application/wasm",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
}
PACKED = (".png", ".zip", ".whl")
# Small enough that files on their way at once share the line.
PIECE = 4096


class Line:
    """A line that all connections share: so many bits a second, and seconds until an answer begins."""

    def __init__(self, name: str, rate: float, delay: float) -> None:
        self.name = name
        self._rate = rate
        self._delay = delay
        self._free = 0.0
        self._lock = Lock()

    def write(self, wire: BinaryIO, content: bytes) -> None:
        """Send bytes as fast as the line carries them."""
        time.sleep(self._delay)
        for start in range(0, len(content), PIECE):
            piece = content[start : start + PIECE]
            with self._lock:
                self._free = max(self._free, time.monotonic()) + len(piece) * 8 / self._rate
                wait = self._free - time.monotonic()
            time.sleep(max(0.0, wait))
            wire.write(piece)


class Served:
    """A server while it is entered; gives the address. The folder named "" holds what no other one does.

    With a line, or when `packed`, it sends gzipped what is worth it, as hosts do.
    """

    def __init__(
        self, folders: Mapping[str, Path], files: Mapping[str, bytes], line: Line | None = None, packed: bool = False
    ) -> None:
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                path = self.path.partition("?")[0]
                first, _, rest = path[1:].partition("/")
                place = folders[first] / rest if first in folders and rest else folders[""] / path[1:]
                place = place / "index.html" if path.endswith("/") else place
                content = files.get(path) or (place.read_bytes() if place.is_file() else None)
                self.send_response(200 if content is not None else 404)
                self.send_header("Content-Type", TYPES.get(place.suffix, "application/octet-stream"))
                if content and (line or packed) and place.suffix not in PACKED:
                    content = shrink(content)
                    self.send_header("Content-Encoding", "gzip")
                self.send_header("Content-Length", str(len(content or b"")))
                self.end_headers()
                if line:
                    line.write(self.wfile, content or b"")
                else:
                    self.wfile.write(content or b"")

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    def __enter__(self) -> str:
        Thread(target=self._server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{self._server.server_port}/"

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


@cache
def shrink(content: bytes) -> bytes:
    """Content as a host sends it; packed once, however often it is asked for."""
    return gzip.compress(content, 6, mtime=0)
