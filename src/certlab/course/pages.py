"""Pages: CommonMark with TOML front matter."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from certlab.course.problems import Problem
from certlab.course.table import Table
from certlab.course.toml_file import parse_toml, read_text

FRONT = re.compile(r"\A\+\+\+\n(.*?\n)\+\+\+\n(.*)\Z", re.DOTALL)
HEADING = re.compile(r"^(#{2,4}) +(.+?) *#*$", re.MULTILINE)
FENCE = re.compile(r"^(```|~~~).*?^\1", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\((figure|lab|module|item):([^)#]+)(#[^)]*)?\)")
LONGEST = 200_000  # characters of a page; our longest has 31,000
_LONG_HEADING = re.compile(r"^##.{300}", re.MULTILINE)
HERE = re.compile(r"\]\(#([^)]*)\)")  # a section of the same page


@dataclass(frozen=True)
class Page:
    """One page of a module, most often the only one.

    Attributes:
        id: its file below content/modules without the suffix: the module's slug, or
            "distributed/10_collectives" where the module has several pages.
        short: the title as it stands in a list or over a question.
        over: title and short of the whole module, on the first of several pages.
        minutes: what an attentive reader needs.
        body: CommonMark with placeholders.
        lang: the language it is written in.
        anchors: those of the English page, in order, where this is a translation.
    """

    id: str
    title: str
    short: str
    objectives: tuple[str, ...]
    minutes: int
    sources: tuple[str, ...]
    body: str
    file: str
    lang: str = "en"
    anchors: tuple[str, ...] = ()
    over: tuple[str, str] = ("", "")

    @property
    def module(self) -> str:
        """The slug of its module, also of the module's bank and its folder of labs."""
        return self.id.partition("/")[0]

    @property
    def headings(self) -> list[tuple[str, str]]:
        """Marks and words of its headings, in order: ("##", "Profiles")."""
        return HEADING.findall(FENCE.sub("", self.body))

    @cached_property  # asked of each item's link
    def sections(self) -> dict[str, str]:
        """Heading by anchor, in order."""
        titles = [title for _, title in self.headings]
        anchors = self.anchors or map(anchor, titles)
        return {
            one: title.replace("`", "")
            for one, title in zip(anchors, titles, strict=False)  # the gates compare
        }

    def texts(self, anchors: Collection[str]) -> dict[str, str]:
        """What stands in some of its sections, and in those below them, by anchor.

        The text under fences is left out.
        """
        taken: dict[str, str] = {}
        inside = ""  # the marks of the section that is taken
        for name, (marks, text) in zip(self.sections, self._parts, strict=False):
            if len(marks) <= len(inside) or not inside:
                inside = marks if name in anchors else ""
            if inside:
                taken[name] = text
        return taken

    @cached_property
    def _parts(self) -> list[tuple[str, str]]:
        """The marks of each heading, and what stands below it."""
        _, *parts = HEADING.split(FENCE.sub("", self.body))
        return [*zip(parts[::3], parts[2::3], strict=True)]

    def share(self, anchors: Collection[str]) -> float:
        """How much of its text stands in some of its sections, from 0 to 1."""
        taken, all = (
            sum(map(len, self.texts(some).values()))
            for some in (anchors, self.sections)
        )
        return taken / max(1, all)


def cut(body: str) -> list[str]:
    """A page's Markdown before its first heading, then each heading with its text.

    What stands under fences is no heading.
    """
    fenced = [found.span() for found in FENCE.finditer(body)]
    starts = [
        found.start()
        for found in HEADING.finditer(body)
        if not any(start <= found.start() < end for start, end in fenced)
    ]
    return [body[start:end] for start, end in pairwise([0, *starts, len(body)])]


def anchor(heading: str) -> str:
    """The fragment a heading gets: its words in lower case, joined by hyphens."""
    words = re.sub(r"[^\w\s-]", "", heading.lower())
    return re.sub(r"[\s_]+", "-", words).strip("-")


def read_page_text(path: Path, file: str, problems: list[Problem]) -> str:
    """The text of a page; "" and a problem where it, or a heading in it, is too long."""
    text = read_text(path, file, problems, LONGEST)
    if _LONG_HEADING.search(text):
        says = "a heading has more than 300 characters; write a shorter one."
        problems.append(Problem(file, "", says))
        return ""
    return text


def read_page(
    path: Path, id: str, file: str, first: bool, problems: list[Problem]
) -> Page:
    """One page; what is wrong with its front matter is noted.

    `first` says that it is the first of several, which names the whole module too.
    """
    text = read_page_text(path, file, problems)
    match = FRONT.match(text)
    front, body = match.groups() if match else ("", text)
    if not match:
        problems.append(Problem(file, "", "no front matter between +++ lines."))
    data = parse_toml(front, file, problems, "of the front matter, ")
    table = Table(data, file, problems)
    page = Page(
        id=id,
        title=table.text("title"),
        short=table.text("short"),
        objectives=table.texts("objectives", need=True),
        minutes=table.integer("minutes"),
        sources=table.texts("sources"),
        body=body.strip() + "\n",
        file=file,
        over=(table.text("module_title"), table.text("module_short"))
        if first
        else ("", ""),
    )
    table.done()
    return page
