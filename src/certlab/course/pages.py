"""Module pages: CommonMark with TOML front matter, and its plain Markdown."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from certlab.course.problems import Problem
from certlab.course.table import Table

FRONT = re.compile(r"\A\+\+\+\n(.*?\n)\+\+\+\n(.*)\Z", re.DOTALL)
HEADING = re.compile(r"^(#{2,4}) +(.+?) *#*$", re.MULTILINE)
FENCE = re.compile(r"^(```|~~~).*?^\1", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\((figure|lab|module):([^)#]+)(#[^)]*)?\)")


@dataclass(frozen=True)
class Page:
    """One module's page.

    Attributes:
        id: the module's slug, also of its bank and its folder of labs.
        short: the title as it stands in a list or over a question.
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

    @property
    def sections(self) -> dict[str, str]:
        """Heading by anchor, in order."""
        titles = [title for _, title in HEADING.findall(FENCE.sub("", self.body))]
        anchors = self.anchors or map(anchor, titles)
        return {
            one: title.replace("`", "")
            for one, title in zip(anchors, titles, strict=False)  # the gates compare
        }


def anchor(heading: str) -> str:
    """The fragment a heading gets: its words in lower case, joined by hyphens."""
    words = re.sub(r"[^\w\s-]", "", heading.lower())
    return re.sub(r"[\s_]+", "-", words).strip("-")


def read_page(path: Path, file: str, problems: list[Problem]) -> Page:
    """One page; what is wrong with its front matter is noted."""
    text = path.read_text(encoding="utf-8")
    match = FRONT.match(text)
    front, body = match.groups() if match else ("", text)
    if not match:
        problems.append(Problem(file, "", "no front matter between +++ lines."))
    try:
        data = tomllib.loads(front)
    except tomllib.TOMLDecodeError as error:
        problems.append(Problem(file, "", f"front matter is not valid TOML: {error}."))
        data = {}
    table = Table(data, file, problems)
    page = Page(
        id=path.stem,
        title=table.text("title"),
        short=table.text("short"),
        objectives=table.texts("objectives", need=True),
        minutes=table.integer("minutes"),
        sources=table.texts("sources"),
        body=body.strip() + "\n",
        file=file,
    )
    table.done()
    return page
