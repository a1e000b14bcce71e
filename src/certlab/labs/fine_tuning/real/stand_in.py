"""A Customizer's stand-in on this machine, which speaks HTTP."""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from certlab.labs.fine_tuning.customizer import Customizer


def start() -> str:
    """The address of a new stand-in, which answers until the process ends."""
    service = Customizer()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.answer(None)

        def do_POST(self) -> None:
            text = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            try:
                body = json.loads(text)
            except ValueError:
                body = None
            self.answer(body)

        def answer(self, body: Any) -> None:
            code, reply = service.reply(self.command, self.path, body)
            self.send_response(code)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(reply).encode())

        def log_message(self, *_: Any) -> None:
            """Say nothing; a notebook shows what it asked for."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"
