"""The pages of the app at /certlab/, built in a process beside the server when they are new."""

import html
import sys
import time
from functools import cached_property
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from typing import Any
from urllib.parse import quote

from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.utils import url_path_join
from tornado import web

from certlab.app import content_security
from certlab.app.pages import built

LASTING = "_static/certlab-"  # a name that changes with its bytes
LOOK_EVERY = 2  # seconds until the page that waits looks again
# There is no style sheet yet. The start notebook has today's work too.
WAITS = """<!doctype html><html lang="en" style="color-scheme: light dark">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>certlab</title>
<body style="max-width: 36em; margin: 12vh auto; padding: 0 24px; font: 17px/1.6 system-ui">
<h1>certlab</h1>{says}<p>You can also <a
href="{base}certlab/lite/lab/index.html?path=labs/00_start_here.ipynb">plan in a notebook</a>.</p>"""


class Pages:
    """A course's folder of pages, and the process that builds it where it is not there."""

    def __init__(self, root: Path) -> None:
        self.folder = built.folder(root)
        self.begun = time.monotonic()
        self.process = None if built.is_there(self.folder) else self._build()

    def _build(self) -> Popen[str]:
        words = [sys.executable, "-m", built.__name__]
        return Popen(words, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE, text=True)

    @property
    def ready(self) -> bool:
        """Whether they are there."""
        return self.process is None or self.process.poll() == 0

    @cached_property
    def failure(self) -> str:
        """Why they will not come, once the process has ended otherwise."""
        assert self.process is not None
        said = self.process.communicate()[1].strip().splitlines()
        return said[-1] if said else "The pages were not built."

    def waits(self) -> str:
        """What is shown meanwhile."""
        if self.process is not None and self.process.poll():
            return f"<p>{html.escape(self.failure)}</p>"
        seconds = time.monotonic() - self.begun
        return (
            "<p>The pages of the course are being built, once for each edition: "
            f"{seconds:.0f} s so far, of about 20. This page goes on by itself.</p>"
        )


class PageHandler(JupyterHandler, web.StaticFileHandler):
    """A file of the folder."""

    absolute_path: str | None = None  # until a file is found

    def initialize(self, pages: Pages, **given: Any) -> None:  # type: ignore[override]  # and ours
        """Called by tornado for each request."""
        self.pages = pages
        web.StaticFileHandler.initialize(
            self, str(pages.folder), default_filename="index.html", **given
        )

    @property
    def content_security_policy(self) -> str:
        """No inline script: the app is of JupyterLab's origin, where code may be run."""
        return f"{content_security.PAGES}; frame-ancestors 'self'"

    @web.authenticated
    async def get(  # type: ignore[override]  # authenticated says it may give nothing
        self, path: str, include_body: bool = True
    ) -> None:
        """The file, or how far the building is."""
        self.xsrf_token  # noqa: B018 -- asking for it sets the cookie that a POST brings back
        if self.pages.ready:
            await web.StaticFileHandler.get(self, path, include_body)
            return
        # As an answer, for Jupyter would print an error for each of another status.
        self.set_header("Cache-Control", "no-store")
        self.set_header("Refresh", str(LOOK_EVERY))
        self.finish(WAITS.format(says=self.pages.waits(), base=self.base_url))

    def get_cache_time(self, path: str, *_: object) -> int:
        """Ten years for what never changes under its name; else the browser asks again."""
        return self.CACHE_MAX_AGE if path.startswith(LASTING) else 0

    def compute_etag(self) -> str | None:
        """None for the page that waits, which is no file."""
        return super().compute_etag() if self.absolute_path else None

    def check_xsrf_cookie(self) -> None:
        """Reading a page changes nothing."""


class LabHandler(JupyterHandler):
    """Where the site opens JupyterLite, a machine has JupyterLab."""

    @web.authenticated
    def get(self) -> None:
        """On to the notebook, whose place in the workspace is the same."""
        path = quote(self.get_query_argument("path", ""))
        self.redirect(url_path_join(self.base_url, "lab/workspaces/certlab/tree", path))
