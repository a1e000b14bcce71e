"""One module text from several: anywidget takes a single one, pages import natively."""

import re
from functools import cache
from pathlib import Path

STATIC = Path(__file__).parent / "static"
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./([a-z]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class)\b)", re.MULTILINE)


@cache
def joined(entry: str) -> str:
    """The module `entry` of static/ with what it imports from its folder put before it.

    Only `import { a, b } from "./x.js";` is understood, and all modules share one
    scope: a name may be declared in one of them only. JavaScript refuses it otherwise.
    """
    texts: dict[str, str] = {}
    _collect(entry, texts)
    *before, last = texts.values()
    return "\n".join([*(_EXPORT.sub("", text) for text in before), last])


def style(*more: str) -> str:
    """The tokens, the rules of all widgets, and those in `more` files."""
    names = ("theme.css", "widgets.css", *more)
    return "\n".join((STATIC / name).read_text("utf-8") for name in names)


def _collect(name: str, texts: dict[str, str]) -> None:
    """Add a module's text after those it needs; one that is there is not added again."""
    text = (STATIC / name).read_text("utf-8")
    for needed in _IMPORT.findall(text):
        if needed not in texts:
            _collect(needed, texts)
    texts[name] = _IMPORT.sub("", text)
