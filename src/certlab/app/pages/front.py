"""The pages a learner comes back to: start, drill, mock exam, progress, class."""

import html
import re
from collections.abc import Iterator

from certlab.app.pages.addresses import lab_links, lab_live, paths_in_words
from certlab.app.pages.languages import in_groups
from certlab.app.pages.modules import figure
from certlab.course import Course
from certlab.course.labs import Lab
from certlab.course.modules import Module
from certlab.study.bank import practice
from certlab.words import ENGLISH

START = "00_start_here"  # the notebook that plans
FRONT = "front"  # a figure of that name is for visitors to move, its title says how


def start_page(course: Course, opens: dict[str, str]) -> str:
    """The exam and what to do today; modules with marks, and labs.

    Everything but the form, the list and the marks is text.
    """
    modules = "\n".join(
        f"{_heading(title)}{_module(course, one)}"
        for one, title in in_groups(course, ENGLISH)
    )
    labs = "\n".join(
        _lab(course, lab, opens[lab.id])
        for one, _title in in_groups(course, ENGLISH)
        for lab in course.labs.values()
        if lab.module == one.id
    )
    exams = ", ".join(
        f"[{one.code}](certifications/{one.id}.html)"
        for one in course.certifications.values()
    )
    parts = [
        "# Study for NVIDIA's certification exams",
        (
            "Read a page, run its lab, answer questions that come back shortly before you "
            "would forget. Every number has a source, and your answers stay on the machine "
            "that you study on."
        ),
        _today(course, opens),
        (
            '<div class="today">\n<a class="button" href="drill.html">Start the '
            'drill</a>\n<p class="note due"><span data-certlab="due" hidden></span> due '
            "today. You can stop after any item; each answer is kept.</p>\n"
            '<p class="note fresh">Ten questions or cards, those that are due first. You can '
            "stop after any item.</p>\n</div>"
        ),
        *_picture(course),
        (
            '<div class="columns">\n<div>\n<h2 id="modules">Modules</h2>\n'
            f'<div class="rows" data-certlab="order">\n{modules}\n</div>\n</div>\n'
            '<div>\n<h2 id="labs">Labs</h2>\n'
            f'<div class="rows" data-certlab="order">\n{labs}\n</div>\n</div>\n</div>'
        ),
    ]
    if exams:
        mock = "Sit one against the clock: [mock exam](mock-exam.html)."
        asks = f"What each exam asks, and what is covered: {exams}."
        parts += ["## Exams", f"{asks} {mock}"]
    return "\n\n".join(parts) + "\n"


def _today(course: Course, opens: dict[str, str]) -> str:
    """The place of the exam's form and of today's list.

    `data-labs` names the labs that open in a browser, and `data-plan` is where Python
    plans there; it is left out where it cannot.
    """
    labs = " ".join(
        id for id, lab in course.labs.items() if lab.module and not opens[id]
    )
    plan = ""
    if START in course.labs and not opens[START]:
        plan = f' data-plan="{lab_live(course.labs[START])}"'
    return f'<div class="certlab" data-certlab="start" data-labs="{labs}"{plan}></div>'


def _picture(course: Course) -> Iterator[str]:
    """What a visitor without an exam may move, where the course has such a figure."""
    if one := course.figures.get(FRONT):
        says = re.findall("<title>(.*?)</title>", one.svg)[0]
        yield figure(course, FRONT, html.unescape(says), 1)


def _heading(title: str) -> str:
    return f'<h3 class="over group">{html.escape(title)}</h3>\n' if title else ""


def _counts(course: Course, module: Module) -> str:
    items = practice(course, module.id)
    cards = sum(item.kind == "card" for item in items)
    return f"{len(items) - cards} questions, {cards} cards"


def _module(course: Course, module: Module) -> str:
    mark = f'<span class="mark" data-certlab="mark" data-bank="{module.id}"></span>'
    return (
        f'<div class="row" data-module="{module.id}">\n<p><a href="modules/{module.id}.html">'
        f"{html.escape(module.title)}</a></p>\n"
        f'<p class="end">{mark} {module.minutes} min</p>\n'
        f'<p class="note">{_counts(course, module)}</p>\n</div>'
    )


def _lab(course: Course, lab: Lab, reason: str) -> str:
    module = course.modules.get(lab.module)
    of = f"{html.escape(module.short)} · " if module else ""
    return (
        f'<div class="row" data-module="{lab.module}" data-lab="{lab.id}">\n<p><strong>{html.escape(lab.title)}</strong></p>\n'
        f'<p class="end">{lab.minutes} min</p>\n'
        f'<p class="note">{of}{paths_in_words(lab)}</p>\n'
        f"{lab_links(lab, '', reason)}\n</div>"
    )


def mock_exam_page() -> str:
    """A mock exam against the clock."""
    return (
        "# Mock exam\n\n"
        '<div class="certlab" data-certlab="exam">\n<p>A mock exam needs JavaScript in '
        "this browser. In a terminal it is <code>certlab exam</code>.</p>\n</div>\n\n"
        "Questions in the proportions that NVIDIA publishes for an exam, against the clock. "
        "Nothing is said about right or wrong before the end. What you answer is kept at "
        "once: after a reload the exam goes on. The clock runs on meanwhile.\n\n"
        "The exam itself has questions that are not here, and NVIDIA publishes no pass "
        "mark: the report gives your score with its interval. What you know without a "
        "mock exam is on the page [Progress](progress.html).\n"
    )


def progress_page() -> str:
    """What this browser remembers."""
    return (
        "# Progress\n\n"
        "What you have answered here, what is due, and your answers as a "
        "file to keep or to take elsewhere.\n\n"
        '<div class="certlab" data-certlab="progress">\n<p>Progress is kept by '
        "JavaScript in this browser; without it nothing is recorded.</p>\n</div>\n\n"
        "The file is what certlab itself keeps as `history.jsonl` on a machine of your "
        "own; `certlab import` adds it there.\n\n"
        "[Your exam, and what to do today](index.html).\n"
    )


def class_page() -> str:
    """What an instructor sees of a class; only certlab's own server has it."""
    return (
        "# Class\n\n"
        '<div class="certlab" data-certlab="class">\n<p>This page is for the instructor of a '
        "class, and this server belongs to none. On the machine that is to serve one, run "
        "<code>certlab class serve</code>.</p>\n</div>\n"
    )


def search_page() -> str:
    """Where the search leads that is opened in a tab of its own, or fails on another page."""
    return (
        "# Search\n\n"
        '<div class="certlab" data-search>\n<p>Searching needs JavaScript. The modules, '
        "exams and facts are listed on their own pages.</p>\n</div>\n"
    )
