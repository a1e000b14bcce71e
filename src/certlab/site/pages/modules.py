"""A module's page: its text, its questions and cards, its labs, its facts and sources."""

import html
import re

from certlab.course import Course
from certlab.course.labs import Lab
from certlab.course.maths import typeset
from certlab.course.pages import Page
from certlab.course.render import render_figure, render_page
from certlab.site.pages.addresses import (
    lab_links,
    lab_page,
    objectives_links,
    paths_in_words,
)
from certlab.site.pages.drawings import inline_svg
from certlab.study.bank import practice

_FIGURE = re.compile(r"[ \t]*!\[([^\]]*)\]\(figure:([^)]+)\)[ \t]*")
_FACTS = "\n## Facts and sources\n"
_TABLE = re.compile(r"(^\|.*\n)+", re.MULTILINE)


def module_page(course: Course, page: Page, opens: dict[str, str]) -> str:
    """The page as Markdown with HTML in it.

    Args:
        course: where everything is.
        page: the module.
        opens: by lab, why it does not open in the browser; "" where it does.
    """

    def link(kind: str, target: str) -> str:
        if kind == "figure":
            return f"figure:{target}"
        if kind == "lab":
            return f"../{lab_page(course.labs[target])}"
        return f"{target}.html"

    rendered = render_page(course, page, link)
    title, _, text = rendered.split("\n\n", 2)
    text, _, facts = text.rpartition(_FACTS)
    text = typeset(text, course.maths, draw=str)
    numbers = iter(range(1, len(text)))
    text = _FIGURE.sub(
        lambda found: _figure(course, found.group(2), found.group(1), next(numbers)),
        text,
    )
    serves = objectives_links(course, page.objectives, "../")
    parts = [
        f'<p class="over">Serves {serves} · {page.minutes} minutes</p>',
        title,
        text.strip(),
        *_check_yourself(course, page),
        *_labs(course, page, opens),
        f"{_FACTS.strip()}\n{_folded(facts)}",
    ]
    return "\n\n".join(parts) + "\n"


def _figure(course: Course, id: str, alt: str, number: int) -> str:
    """A figure with its words under it; a block of its own wherever it stood."""
    svg = inline_svg(render_figure(course, course.figures[id]), f"figure-{number}")
    words = html.escape(alt.replace("`", ""))
    caption = f"figure-{number}-says"
    return (
        f'\n\n<figure aria-labelledby="{caption}">\n<div class="scroll" tabindex="0">\n'
        f"{svg}\n</div>\n"
        f'<figcaption id="{caption}">{words}</figcaption>\n</figure>\n\n'
    )


def mount(kind: str, bank: str, title: str, fallback: str, count: int = 10) -> str:
    """A place for questions or cards, with what stands there without JavaScript."""
    return (
        f'<div class="certlab" data-certlab="{kind}" data-bank="{bank}" '
        f'data-count="{count}" data-title="{html.escape(title)}">\n'
        f"<p>{fallback}</p>\n</div>"
    )


def _check_yourself(course: Course, page: Page) -> list[str]:
    items = practice(course, page.id)
    cards = sum(item.kind == "card" for item in items)
    if not items:
        return []
    listed = f"../questions/{page.id}.html"
    parts = ["## Check yourself"]
    if len(items) > cards:
        fallback = (
            "With JavaScript the questions are asked here. "
            f'<a href="{listed}">Read all questions with their answers</a>.'
        )
        parts.append(mount("quiz", page.id, page.short, fallback))
        parts.append(
            f"What comes back and when is kept in this browser. "
            f"[All {len(items) - cards} questions with their answers]({listed})"
        )
    if cards:
        fallback = (
            "With JavaScript the cards are shown here. "
            f'<a href="{listed}#flashcards">Read all cards</a>.'
        )
        parts.append("### Flashcards")
        parts.append(mount("flashcards", page.id, page.short, fallback))
    return parts


def _labs(course: Course, page: Page, opens: dict[str, str]) -> list[str]:
    labs = [lab for lab in course.labs.values() if lab.module == page.id]
    if not labs:
        return []
    rows = "\n".join(_lab(lab, opens[lab.id]) for lab in labs)
    return ["## Labs", f'<div class="rows">\n{rows}\n</div>']


def _lab(lab: Lab, reason: str) -> str:
    says = f"{lab.minutes} minutes · {paths_in_words(lab)}"
    return (
        f'<div class="row">\n<p><strong>{html.escape(lab.title)}</strong></p>\n'
        f'<p class="note">{says}</p>\n{lab_links(lab, "../", reason)}\n</div>'
    )


def _folded(facts: str) -> str:
    """The facts' table may be longer than the page; it opens on demand."""
    table = _TABLE.search(facts)
    if table is None:
        return facts.strip()
    rows = table.group().strip()
    count = rows.count("\n") - 1
    fold = (
        f"<details>\n<summary>Facts on this page: {count}</summary>\n\n"
        f"{rows}\n\n</details>"
    )
    return (facts[: table.start()] + fold + "\n" + facts[table.end() :]).strip()
