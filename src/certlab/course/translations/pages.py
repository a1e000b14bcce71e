"""Translated pages: the text of a module's page in another language.

The front matter has `title`, `of`, and perhaps `short`, and on the first of several pages
`module_title` and `module_short`; the rest is the English page's.
`of` is the edition of the English page that was translated. Sections are those of the
English page, one for one, and keep its anchors: what links to a section of the one finds
it in the other.
"""

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path

from certlab.course.pages import FRONT, Page, read_page_text
from certlab.course.problems import Problem
from certlab.course.table import Table
from certlab.course.toml_file import parse_toml


@dataclass(frozen=True)
class PageText:
    """A page in another language, and the edition of the English page it translates."""

    page: Page
    of: str

    @property
    def fits(self) -> bool:
        """Whether it has as many sections as the English page, so that anchors hold."""
        return len(self.page.headings) == len(self.page.anchors)


def edition(page: Page) -> str:
    """A short name for what an English page says; it changes with every edit."""
    return hashlib.sha256(f"{page.title}\n{page.body}".encode()).hexdigest()[:12]


def read_page(
    path: Path, english: Page, lang: str, file: str, problems: list[Problem]
) -> PageText | None:
    """One page; None, with a problem, when it has no front matter."""
    match = FRONT.match(read_page_text(path, file, problems))
    if not match:
        problems.append(Problem(file, "", "no front matter between +++ lines."))
        return None
    data = parse_toml(match.group(1), file, problems, "of the front matter, ")
    if not data:
        return None
    table = Table(data, file, problems)
    page = replace(
        english,
        title=table.text("title"),
        short=table.text("short", english.short),
        body=match.group(2).strip() + "\n",
        file=file,
        lang=lang,
        anchors=tuple(english.sections),
        over=(
            table.text("module_title", english.over[0]),
            table.text("module_short", english.over[1]),
        ),
    )
    of = table.text("of")
    table.done()
    return PageText(page, of)
