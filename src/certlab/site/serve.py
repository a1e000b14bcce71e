"""A web server for one's own machine, with the headers that the hosting guide asks for."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from certlab.app import content_security
from certlab.errors import SiteError

# Names that change with their bytes may be kept for ever; all others are asked for again.
_LASTING = ("/_static/certlab-", "/lite/static/pyodide-")
_KINDS = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
}


class Handler(SimpleHTTPRequestHandler):
    """Files of a site; `extensions_map` wins over what the machine believes."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | _KINDS

    def end_headers(self) -> None:
        lasting = any(name in self.path for name in _LASTING)
        self.send_header(
            "Cache-Control", "max-age=31536000, immutable" if lasting else "no-cache"
        )
        self.send_header("X-Content-Type-Options", "nosniff")
        rule = (
            content_security.LITE if "/lite/" in self.path else content_security.PAGES
        )
        self.send_header("Content-Security-Policy", rule)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: a page makes a hundred requests."""


def server(site: Path, port: int = 0, host: str = "127.0.0.1") -> ThreadingHTTPServer:
    """A server that is ready to serve; port 0 takes a free one.

    Raises:
        SiteError: there is no site, or the port is taken.
    """
    if not (site / "index.html").is_file():
        raise SiteError(f"{site}: there is no site here; run certlab site build first.")
    try:
        return ThreadingHTTPServer((host, port), partial(Handler, directory=str(site)))
    except OSError as error:
        raise SiteError(
            f"Port {port} cannot be used ({error.strerror}); name another with --port."
        ) from error
