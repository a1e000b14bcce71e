"""One module text from several: anywidget takes a single one, pages import natively."""

import re
from functools import cache
from os.path import normpath
from pathlib import Path

SOURCE = Path(__file__).parents[1]
STATIC = SOURCE / "app" / "static"
_IMPORT = re.compile(r'^import \{[^}]*\} from "(\.[^"]*)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class)\b)", re.MULTILINE)


def browser_files() -> list[Path]:
    """Modules and style sheets of the app and of all wings."""
    folders = [STATIC, *SOURCE.glob("labs/*/static")]
    return sorted(
        path
        for folder in folders
        for pattern in ("*.js", "*.css")
        for path in folder.rglob(pattern)
    )


@cache
def joined(entry: str | Path) -> str:
    """A module with what it imports put before it.

    Only `import { a, b } from "./x.js";` is understood, and all modules share one
    scope: a name may be declared in one of them only. JavaScript refuses it otherwise.

    Args:
        entry: its path, from the app's static/ for one of the app's.
    """
    texts: dict[Path, str] = {}
    _collect(STATIC / entry, texts)
    *before, last = texts.values()
    return "\n".join([*(_EXPORT.sub("", text) for text in before), last])


def style(*more: str | Path) -> str:
    """The tokens, the rules of all widgets, and those in `more` files."""
    names = ("theme/theme.css", "theme/widgets.css", *more)
    return "\n".join((STATIC / name).read_text("utf-8") for name in names)


def _collect(path: Path, texts: dict[Path, str]) -> None:
    """Add a module's text after those it needs; one that is there is not added again."""
    text = path.read_text("utf-8")
    for address in _IMPORT.findall(text):
        needed = Path(normpath(path.parent / address))
        if needed not in texts:
            _collect(needed, texts)
    texts[path] = _IMPORT.sub("", text)
