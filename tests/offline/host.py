"""A static host as they are: it lets browsers keep files for ten minutes, and it can be changed, cut off and spoilt."""

from __future__ import annotations

import re
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, ClassVar

PATH = "/games/handbook/"


class Host:
    """Serves one folder, which may be exchanged, under `url`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: list[str] = []
        self.spoilt: dict[str, bytes] = {}
        self.lost: set[str] = set()
        self.cut: dict[str, int] = {}
        self.ranges: list[tuple[str, str]] = []
        self._http = _Quiet(("127.0.0.1", 0), partial(_Handler, self))
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.05})

    @property
    def url(self) -> str:
        """Where the handbook is."""
        return f"http://127.0.0.1:{self._http.server_port}{PATH}"

    def mend(self) -> None:
        """Serve every file whole again, and forget what was asked."""
        for fault in (self.asked, self.spoilt, self.lost, self.cut, self.ranges):
            fault.clear()

    def __enter__(self) -> Host:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


class _Quiet(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that goes away in the middle of an answer is no error of the test."""


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    extensions_map: ClassVar = {
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/octet-stream",
    }

    def __init__(self, host: Host, *given: object) -> None:
        self.host = host
        super().__init__(*given)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """Answer with a whole file, the asked part of it, or as much as the fault of the day allows."""
        path = self.path.partition("?")[0]
        name = path.removeprefix(PATH)
        self.host.asked.append(name)
        file = self.host.folder / (name + "index.html" if name.endswith("/") or not name else name)
        if not path.startswith(PATH) or name in self.host.lost or not file.is_file():
            self._send(404, b"Not here", "text/plain")
            return
        body = self.host.spoilt.get(name, file.read_bytes())
        kind = self.guess_type(str(file))
        asked = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
        if asked:
            self.host.ranges.append((name, asked[0]))
            self._send(206, body[int(asked[1]) :], kind, f"bytes {asked[1]}-{len(body) - 1}/{len(body)}")
            return
        self._send(200, body, kind, cut=self.host.cut.pop(name, None))

    def _send(self, code: int, body: bytes, kind: str, part: str = "", cut: int | None = None) -> None:
        self.send_response(code)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "max-age=600")
        if part:
            self.send_header("Content-Range", part)
        self.end_headers()
        _write(self.wfile, body[:cut])
        if cut is not None:
            # As on a real line, what was sent has long arrived when the connection breaks.
            time.sleep(0.5)
            self.close_connection = True

    def log_message(self, *words: object) -> None:
        """Nothing goes to the terminal; `asked` keeps what matters."""


def _write(wire: BinaryIO, body: bytes) -> None:
    wire.write(body)
    wire.flush()
