"""The styles of pages, joined as their scripts are: few files, and each is asked for at once.

They are served without their comments, as scripts are.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

STYLE = "app/static/joined/page.css"  # what all pages have
_JOINED = {
    STYLE: (
        "app/static/theme/widgets.css",
        "day/static/summary.css",
        "app/static/theme/charts.css",
    ),
    "app/static/joined/start.css": (
        "day/static/newcomer.css",
        "day/static/where_one_stands.css",
        "day/static/start.css",
        "day/static/path_stations.css",
    ),
}
_COMMENT = re.compile(rb"/\*(?:[^*]|\*(?!/))*\*/\n?")
_THEME = "app/static/theme/theme.css"
_SPHINX = Path(__file__).parent / "pages" / "sphinx"


def page_styles(sheets: Mapping[str, bytes]) -> dict[str, bytes]:
    """The texts of the files that hold the joined.

    Args:
        sheets: text by path from the package.
    """
    found = {
        file: b"".join(sheets[name] for name in own if name in sheets)
        for file, own in _JOINED.items()
    }
    # One set of tokens: what the widgets have on .certlab, a page has on its body.
    tokens = sheets.get(_THEME, b"").replace(b".certlab", b"body")
    found[STYLE] = tokens + _frame() + found[STYLE]
    return {file: _COMMENT.sub(b"", text) for file, text in found.items()}


def _frame() -> bytes:
    """What stands around the widgets; its icon is part of it, which nobody then asks for."""
    icon = quote((_SPHINX / "static" / "icon.svg").read_bytes())
    text = (_SPHINX / "site.css").read_text("utf-8")
    return text.replace("icon.svg", f"data:image/svg+xml,{icon}").encode()
