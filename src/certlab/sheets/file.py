"""A sheet as a file that needs nothing else: no script, no net, no other file."""

from html import escape
from pathlib import Path

from certlab import whole_file
from certlab.course.markup import plain
from certlab.errors import CourseError
from certlab.sheets.markup import body
from certlab.sheets.rows import Sheet
from certlab.words import Sentence, text

MARK = (
    '<meta name="generator" content="certlab sheet">'  # tells ours from another's file
)
# The tokens and the rules are those of the pages, so that a sheet looks the same on both.
_APP = Path(__file__).parents[1] / "app"
_THEME = _APP / "static" / "theme" / "theme.css"
_RULES = _APP / "pages" / "sphinx" / "static" / "sheet.css"
_PAGE = """
body { max-width: 1120px; margin: 0 auto; padding: 24px 24px 32px; color: var(--cl-ink); background: var(--cl-paper); font: 400 16px/24px var(--cl-font); }
h1 { margin: 0 0 2px; font-size: 26px; line-height: 1.2; font-weight: var(--cl-bold); }
@media (max-width: 600px) { body { padding: 16px; } h1 { font-size: 22px; } }
@media print { body { max-width: none; padding: 0; color-scheme: light; background: none; } h1 { font-size: 16pt; margin: 0; } }
"""


def page(sheet: Sheet) -> str:
    """The whole file."""
    tokens = _THEME.read_text("utf-8").replace(".certlab", "body")
    style = "\n".join((tokens, _PAGE, _RULES.read_text("utf-8")))
    title = escape(plain(sheet.title))
    return (
        f'<!doctype html>\n<html lang="{text(sheet.lang).tag}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n{MARK}\n'
        f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        f"<main>\n<h1>{title}</h1>\n{body(sheet)}\n</main>\n</body>\n</html>\n"
    )


def write(path: Path, text: str, printed: Path | None = None) -> None:
    """Write a sheet, in the place of an earlier one and of nothing else.

    Args:
        printed: the PDF that is to follow; one that lies beside an earlier sheet is its.

    Raises:
        CourseError: something else lies there, or it cannot be written.
    """
    if path.suffix.lower() not in (".html", ".htm"):
        raise CourseError(
            Sentence(
                "{path}: a sheet is an HTML file; give a name that ends in .html.",
                path=path,
            )
        )
    try:
        ours = path.is_file() and MARK in _begin(path)
        foreign = (
            [] if ours else [one for one in (path, printed) if one and one.exists()]
        )
        for other in foreign:
            raise CourseError(
                Sentence(
                    "{path}: this is something else than a sheet; name another place with --to.",
                    path=other,
                )
            )
        whole_file.write(path, text)
    except OSError as error:
        raise CourseError(
            Sentence(
                "{path}: the sheet cannot be written ({why}); name another place with --to.",
                path=path,
                why=error.strerror,
            )
        ) from error


def _begin(path: Path) -> str:
    with path.open(encoding="utf-8", errors="replace") as file:
        return file.read(1000)
