"""The pages a learner comes back to: start, drill, mock exam, progress."""

import html

from certlab.app.pages.addresses import lab_links, lab_live, paths_in_words
from certlab.app.pages.modules import mount
from certlab.course import Course
from certlab.course.labs import Lab
from certlab.course.modules import Module
from certlab.study.bank import practice

START = "00_start_here"  # the notebook that plans


def start_page(course: Course, opens: dict[str, str]) -> str:
    """Modules with marks, what is due, labs: everything but marks and due is text."""
    modules = "\n".join(_module(course, one) for one in course.modules.values())
    labs = "\n".join(
        _lab(course, lab, opens[lab.id]) for lab in course.labs.values() if lab.module
    )
    exams = ", ".join(
        f"[{one.code}](certifications/{one.id}.html)"
        for one in course.certifications.values()
    )
    parts = [
        "# Study for NVIDIA's certification exams",
        (
            "Read a page, run its lab, answer questions that come back shortly before you "
            "would forget. Every number has a source. Everything stays on your machine."
        ),
        '<div class="certlab" data-certlab="start"></div>',
        (
            '<div class="today">\n<a class="button primary" href="drill.html">Start the '
            'drill</a>\n<p class="note due"><span data-certlab="due" hidden></span> due '
            "today. You can stop after any item; each answer is kept.</p>\n"
            '<p class="note fresh">Ten questions or cards, those that are due first. You can '
            "stop after any item.</p>\n</div>"
        ),
        _planning(course, opens),
        (
            '<div class="columns">\n<div>\n<h2 id="modules">Modules</h2>\n'
            f'<div class="rows">\n{modules}\n</div>\n</div>\n'
            '<div>\n<h2 id="labs">Labs</h2>\n'
            f'<div class="rows">\n{labs}\n</div>\n</div>\n</div>'
        ),
    ]
    if exams:
        mock = "Sit one against the clock: [mock exam](mock-exam.html)."
        asks = f"What each exam asks, and what is covered: {exams}."
        parts += ["## Exams", f"{asks} {mock}"]
    return "\n\n".join(parts) + "\n"


def _planning(course: Course, opens: dict[str, str]) -> str:
    """The way to the start page, which plans towards an exam's date; "" without it.

    It needs Python, so it opens in JupyterLite; the goal is told here too.
    """
    lab = course.labs.get(START)
    if lab is None or opens[lab.id]:
        return ""
    return (
        f'<p class="planning"><a href="{lab_live(lab)}">Plan towards the date of your exam</a>: '
        '<span data-certlab="goal" hidden></span> what to do today, how you stand, and '
        "why. It loads Python, which takes some seconds.</p>"
    )


def _counts(course: Course, module: Module) -> str:
    items = practice(course, module.id)
    cards = sum(item.kind == "card" for item in items)
    return f"{len(items) - cards} questions, {cards} cards"


def _module(course: Course, module: Module) -> str:
    mark = f'<span class="mark" data-certlab="mark" data-bank="{module.id}"></span>'
    return (
        f'<div class="row">\n<p><a href="modules/{module.id}.html">'
        f"{html.escape(module.title)}</a></p>\n"
        f'<p class="end">{mark} {module.minutes} min</p>\n'
        f'<p class="note">{_counts(course, module)}</p>\n</div>'
    )


def _lab(course: Course, lab: Lab, reason: str) -> str:
    module = course.modules.get(lab.module)
    of = f"{html.escape(module.short)} · " if module else ""
    return (
        f'<div class="row">\n<p><strong>{html.escape(lab.title)}</strong></p>\n'
        f'<p class="end">{lab.minutes} min</p>\n'
        f'<p class="note">{of}{paths_in_words(lab)}</p>\n'
        f"{lab_links(lab, '', reason)}\n</div>"
    )


def drill_page(course: Course) -> str:
    """Questions and cards over all modules."""
    listed = ", ".join(
        f'<a href="questions/{module.id}.html">{html.escape(module.short)}</a>'
        for module in course.modules.values()
    )
    quiz = f"With JavaScript the questions are asked here. Read them all: {listed}."
    cards = f"With JavaScript the cards are shown here. Read them all: {listed}."
    parts = [
        "# Drill",
        ("Over all modules: what is due first, then what you have not seen yet."),
        "## Questions",
        mount("quiz", "", "All modules", quiz),
        "## Flashcards",
        mount("flashcards", "", "All modules", cards),
    ]
    return "\n\n".join(parts) + "\n"


def mock_exam_page() -> str:
    """A mock exam against the clock."""
    return (
        "# Mock exam\n\n"
        "Questions in the proportions that NVIDIA publishes for an exam, against the clock. "
        "Nothing is said about right or wrong before the end. What you answer is kept at "
        "once: after a reload the exam goes on. The clock runs on meanwhile.\n\n"
        '<div class="certlab" data-certlab="exam">\n<p>A mock exam needs JavaScript in '
        "this browser. In a terminal it is <code>certlab exam</code>.</p>\n</div>\n\n"
        "The exam itself has questions that are not here, and NVIDIA publishes no pass "
        "mark: the report gives your score with its interval.\n"
    )


def progress_page(course: Course, opens: dict[str, str]) -> str:
    """What this browser remembers."""
    return (
        "# Progress\n\n"
        "What you have answered here, what is due, and your answers as a "
        "file to keep or to take elsewhere.\n\n"
        '<div class="certlab" data-certlab="progress">\n<p>Progress is kept by '
        "JavaScript in this browser; without it nothing is recorded.</p>\n</div>\n\n"
        "The file is what certlab itself keeps as `history.jsonl` on a machine of your "
        "own; `certlab import` adds it there.\n\n"
        f"{_planning(course, opens)}\n"
    )
