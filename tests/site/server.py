"""A web server for the built pages: under any path, with a list of what was asked for, and able to lose files."""

from __future__ import annotations

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import ClassVar

SUB_PATH = "/some/sub/path/"


class Server:
    """Serves one folder at `url` and, the same files, at `sub_url`."""

    def __init__(self, folder: Path) -> None:
        self.asked: list[str] = []
        self.lost = ""
        self._http = _Quiet(("127.0.0.1", 0), partial(_Handler, self, directory=str(folder)))
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.05})

    @property
    def url(self) -> str:
        """Where the handbook is at the root of the server."""
        return f"http://127.0.0.1:{self._http.server_port}/"

    @property
    def sub_url(self) -> str:
        """Where the same handbook is in a directory."""
        return self.url.rstrip("/") + SUB_PATH

    def runtime_asked(self) -> list[str]:
        """The files of the dice engine that were asked for, in order."""
        return [path for path in self.asked if "/assets/rollbook/" in path]

    def __enter__(self) -> Server:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


class _Quiet(ThreadingHTTPServer):
    daemon_threads = True
    # Browsers keep connections open; nobody waits for them at the end.
    block_on_close = False

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that goes away in the middle of an answer is no error of the test."""


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    extensions_map: ClassVar[dict[str, str]] = {
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def __init__(self, server: Server, *given: object, **named: object) -> None:
        self._site = server
        super().__init__(*given, **named)  # type: ignore[arg-type]

    def translate_path(self, path: str) -> str:
        """The file for an address, whichever of the two places it names."""
        self._site.asked.append(path)
        lost = self._site.lost and self._site.lost in path
        inner = path.removeprefix(SUB_PATH) if path.startswith(SUB_PATH) else path
        return super().translate_path("/not-there" if lost else inner)

    def end_headers(self) -> None:
        """Every file is asked for anew, so that what was asked for tells what was needed."""
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *words: object) -> None:
        """Nothing goes to the terminal; `asked` keeps what matters."""
