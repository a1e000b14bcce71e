"""The pages of the app at /certlab/, older ones or what to wait for while they are built."""

import html
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.utils import url_path_join
from tornado import web

from certlab.app import content_security
from certlab.app.server.building import FIRST, LASTING, Pages

FRAME = "certlabFrame"  # in JupyterLab's page: the word whose addresses it may frame
_NAME, _PATH = 255, 2000  # bytes that any disk takes
LOOK_EVERY = 2  # seconds until the page that waits looks again
# There is no style sheet yet. The start notebook has today's work too.
WAITS = """<!doctype html><html lang="en" style="color-scheme: light dark">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>certlab</title>
<body style="max-width: 36em; margin: 12vh auto; padding: 0 24px; font: 17px/1.6 system-ui">
<h1>certlab</h1><p role="status">{says}</p><p>You can also <a
href="{base}certlab/lite/lab/index.html?path=labs/00_start_here.ipynb">plan in a notebook</a>.</p>"""
MAIN = '<main id="main" role="main">'
LINE = '<div role="status" class="box"><p>{says}</p></div>'
# Quiet, and below what one reads: app/static/site/building_note.js goes on with it.
END = "</main>"
NOTE = (
    '<p data-certlab="building" data-shown="{shown}" style="margin-top: 32px; font-size: 14px">'
    '{says}</p><script type="module" src="{base}certlab/api/building.js"></script>'
)


class PageHandler(JupyterHandler, web.StaticFileHandler):
    """A file of the folder."""

    absolute_path: str | None = None  # until a file is found

    def initialize(self, pages: Pages, **given: Any) -> None:  # type: ignore[override]  # and ours
        """Called by tornado for each request."""
        self.pages = pages
        web.StaticFileHandler.initialize(
            self, str(pages.folder), default_filename=FIRST, **given
        )

    @property
    def content_security_policy(self) -> str:
        """No inline script, and no frame but in JupyterLab: code may be run on this origin.

        Below a Hub that is the origin of all learners, and a page of another must not read this.
        """
        own = f"{self.base_url}certlab/~{self.settings['page_config_data'][FRAME]}/"
        by = "'self'" if self.request.path.startswith(own) else "'none'"
        return f"{content_security.PAGES}; frame-ancestors {by}"

    def set_default_headers(self) -> None:
        """No address with that word in it goes to another site."""
        super().set_default_headers()
        self.set_header("Referrer-Policy", "strict-origin")

    @web.authenticated
    async def get(  # type: ignore[override]  # authenticated says it may give nothing
        self, path: str, include_body: bool = True
    ) -> None:
        """The file, or how far the building is."""
        if not _names_a_file(path):
            raise web.HTTPError(400, "No page has such an address.")
        self.xsrf_token  # noqa: B018 -- asking for it sets the cookie that a POST brings back
        page = not path or path.endswith((".html", "/"))
        if page:
            self.pages.refresh()
        folder = self.pages.folder_for(path)
        says = html.escape(self.pages.status_line(folder))
        if folder is None:
            self.pages.build_first(path)
            self.set_header("Refresh", str(LOOK_EVERY))
            self._answer(WAITS.format(says=says, base=self.base_url))
            return
        self.root = str(folder)
        if not page or not says:
            await web.StaticFileHandler.get(self, path, include_body)
            return
        self.path = self.parse_url_path(path)
        file = self.get_absolute_path(self.root, self.path)
        if whole := self.validate_absolute_path(self.root, file):
            text = Path(whole).read_text("utf-8")
            if self.pages.failure:
                told = text.replace(MAIN, MAIN + LINE.format(says=says), 1)
            else:
                note = NOTE.format(says=says, shown=folder.name, base=self.base_url)
                told = text.replace(END, note + END, 1)
            self._answer(told)

    def _answer(self, text: str) -> None:
        """What is of this moment only; as an answer, for Jupyter prints each other status."""
        self.set_header("Cache-Control", "no-store")
        self.finish(text)

    def get_cache_time(self, path: str, *_: object) -> int:
        """Ten years for what never changes under its name; else the browser asks again."""
        return self.CACHE_MAX_AGE if path.startswith(LASTING) else 0

    def compute_etag(self) -> str | None:
        """None for the page that waits, which is no file."""
        return super().compute_etag() if self.absolute_path else None

    def check_xsrf_cookie(self) -> None:
        """Reading a page changes nothing."""


def _names_a_file(path: str) -> bool:
    """Whether a disk could have it: no zero byte, and no name that is too long."""
    named = path.encode("utf-8", "replace")
    longest = max(map(len, named.split(b"/")))
    return b"\0" not in named and longest <= _NAME and len(named) <= _PATH


class LabHandler(JupyterHandler):
    """Where the site opens JupyterLite, a machine has JupyterLab."""

    @web.authenticated
    def get(self) -> None:
        """On to the notebook, whose place in the workspace is the same."""
        path = quote(self.get_query_argument("path", ""))
        self.redirect(url_path_join(self.base_url, "lab/workspaces/certlab/tree", path))
