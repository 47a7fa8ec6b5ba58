"""Serves folders and made-up files from this machine, as any web server would."""

from __future__ import annotations

from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm", ".html": "text/html", ".json": "application/json"}


class Served:
    """A server while it is entered; gives the address. The folder named "" holds what no other one does."""

    def __init__(self, folders: Mapping[str, Path], files: Mapping[str, bytes]) -> None:
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                path = self.path.partition("?")[0]
                first, _, rest = path[1:].partition("/")
                place = folders[first] / rest if first in folders and rest else folders[""] / path[1:]
                content = files.get(path) or (place.read_bytes() if place.is_file() else None)
                self.send_response(200 if content is not None else 404)
                self.send_header("Content-Type", TYPES.get(Path(path).suffix, "application/octet-stream"))
                self.send_header("Content-Length", str(len(content or b"")))
                self.end_headers()
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
