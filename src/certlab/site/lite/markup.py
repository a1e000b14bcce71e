"""JupyterLite's pages made fit for a strict policy, and ours put into them."""

import hashlib
import re
import shutil
from pathlib import Path

from certlab.app import content_security

# Redirects for addresses of JupyterLab that no link of ours names.
_SUPERFLUOUS = ("doc", "lab/tree", "lab/workspaces")
_SCRIPT = re.compile(r"<script(?P<attributes>[^>]*)>(?P<code>.*?)</script>", re.DOTALL)
# It names pages that are not there.
_MANIFEST = re.compile(r'\s*<link rel="manifest"[^>]*>')
# Not before the charset, which browsers look for in the first 1024 bytes.
_HEAD = re.compile(
    r"<head[^>]*>(?:\s*<title>[^<]*</title>)?(?:\s*<meta charset[^>]*>)?", re.IGNORECASE
)
_META = f'<meta http-equiv="Content-Security-Policy" content="{content_security.LITE}">'


def finish_pages(lite: Path, more: str) -> None:
    """Put the policy into each page, move code out of it, and add to the labs' page.

    Args:
        lite: the folder that JupyterLite has built.
        more: what the labs' page gets besides, as HTML for its head.
    """
    for name in _SUPERFLUOUS:
        shutil.rmtree(lite / name, ignore_errors=True)
    for page in sorted(lite.rglob("*.html")):
        text = _moved(_MANIFEST.sub("", page.read_text("utf-8")), page)
        head = _HEAD.search(text)
        at = head.end() if head else 0
        added = more if page == lite / "lab" / "index.html" else ""
        page.write_text(f"{text[:at]}\n{_META}\n{added}{text[at:]}", "utf-8")


def _moved(text: str, page: Path) -> str:
    """A page with its inline code in files beside it, which the policy allows.

    They are run when the page has been read, in order, as modules are.
    """

    def move(script: re.Match[str]) -> str:
        attributes, code = script["attributes"], script["code"]
        if not code.strip() or "application/json" in attributes:
            return script.group()
        name = f"start-{hashlib.sha256(code.encode()).hexdigest()[:8]}.js"
        page.with_name(name).write_text(code, "utf-8")
        return f'<script defer{attributes} src="{name}"></script>'

    return _SCRIPT.sub(move, text)
