"""The site's own pages: start, drill, progress, glossary, about."""

import html
from collections.abc import Iterable
from typing import Protocol, cast

from certlab.course import Course
from certlab.course.facts import TIERS
from certlab.course.labs import Lab
from certlab.course.pages import Page
from certlab.site.addresses import lab_links, lab_page, paths_in_words
from certlab.site.modules import mount
from certlab.study.bank import practice


class Term(Protocol):
    """A word of the glossary."""

    id: str
    term: str
    text: str
    section: str
    module: str
    exam_era: str
    current: str


def glossary(course: Course) -> dict[str, Term]:
    """The course's glossary; empty for a course without one."""
    return cast("dict[str, Term]", getattr(course, "glossary", {}))


def start_page(course: Course, opens: dict[str, str]) -> str:
    """Modules with marks, what is due, labs: everything but marks and due is text."""
    modules = "\n".join(_module(course, page) for page in course.modules.values())
    labs = "\n".join(
        _lab(course, lab, opens[lab.id]) for lab in course.labs.values() if lab.module
    )
    exams = ", ".join(
        f"[{one.code}](certifications/{one.id}.html)"
        for one in course.certifications.values()
    )
    parts = [
        "# Study for NVIDIA's certification exams",
        "Read a page, run its lab, answer questions that come back shortly before you "
        "would forget. Every number has a source. Nothing you do is sent anywhere.",
        '<div class="today">\n<a class="button primary" href="drill.html">Start the '
        'drill</a>\n<p class="note due"><span data-certlab="due" hidden></span> due '
        "today. You can stop after any item; each answer is kept.</p>\n"
        '<p class="note fresh">Ten questions or cards, those that are due first. You can '
        "stop after any item.</p>\n</div>",
        '<div class="columns">\n<div>\n<h2 id="modules">Modules</h2>\n'
        f'<div class="rows">\n{modules}\n</div>\n</div>\n'
        '<div>\n<h2 id="labs">Labs</h2>\n'
        f'<div class="rows">\n{labs}\n</div>\n</div>\n</div>',
    ]
    if exams:
        parts += ["## Exams", f"What each exam asks, and what is covered: {exams}."]
    return "\n\n".join(parts) + "\n"


def _counts(course: Course, page: Page) -> str:
    items = practice(course, page.id)
    cards = sum(item.kind == "card" for item in items)
    return f"{len(items) - cards} questions, {cards} cards"


def _module(course: Course, page: Page) -> str:
    mark = f'<span class="mark" data-certlab="mark" data-bank="{page.id}"></span>'
    return (
        f'<div class="row">\n<p><a href="modules/{page.id}.html">'
        f"{html.escape(page.title)}</a></p>\n"
        f'<p class="end">{mark} {page.minutes} min</p>\n'
        f'<p class="note">{_counts(course, page)}</p>\n</div>'
    )


def _lab(course: Course, lab: Lab, reason: str) -> str:
    page = course.modules.get(lab.module)
    of = f"{html.escape(page.short)} · " if page else ""
    return (
        f'<div class="row">\n<p><strong>{html.escape(lab.title)}</strong></p>\n'
        f'<p class="end">{lab.minutes} min</p>\n'
        f'<p class="note">{of}{paths_in_words(lab)}</p>\n'
        f"{lab_links(lab, '', reason)}\n</div>"
    )


def drill_page(course: Course) -> str:
    """Questions and cards over all modules."""
    listed = ", ".join(
        f'<a href="questions/{page.id}.html">{html.escape(page.short)}</a>'
        for page in course.modules.values()
    )
    quiz = f"With JavaScript the questions are asked here. Read them all: {listed}."
    cards = f"With JavaScript the cards are shown here. Read them all: {listed}."
    parts = [
        "# Drill",
        "Over all modules: what is due first, then what you have not seen yet. "
        "A verdict shows once the answer is kept.",
        "## Questions",
        mount("quiz", "", "All modules", quiz),
        "## Flashcards",
        mount("flashcards", "", "All modules", cards),
    ]
    return "\n\n".join(parts) + "\n"


def progress_page() -> str:
    """What this browser remembers."""
    return (
        "# Progress\n\n"
        "What you have answered in this browser, what is due, and your answers as a "
        "file to keep or to take elsewhere.\n\n"
        '<div class="certlab" data-certlab="progress">\n<p>Progress is kept by '
        "JavaScript in this browser; without it nothing is recorded.</p>\n</div>\n\n"
        "Planning towards an exam date and an estimate of readiness need Python and are "
        "not part of these pages. The file is what certlab itself keeps as "
        "`history.jsonl` on a machine of your own.\n"
    )


def glossary_page(course: Course) -> str:
    """Every term, with its names then and now."""
    terms = sorted(glossary(course).values(), key=lambda one: one.term.casefold())
    parts = ["# Glossary"]
    for letter, group in _by_letter(terms):
        parts += [f"## {letter}", "\n\n".join(_term(course, one) for one in group)]
    return "\n\n".join(parts) + "\n"


def _by_letter(terms: Iterable[Term]) -> Iterable[tuple[str, list[Term]]]:
    groups: dict[str, list[Term]] = {}
    for term in terms:
        first = term.term[:1].upper()
        groups.setdefault(first if first.isalpha() else "0–9", []).append(term)
    return groups.items()


def _term(course: Course, one: Term) -> str:
    lines = [f'<div class="term" id="{one.id}">', f"**{one.term}**. {one.text}"]
    then = [
        f"{word}: {text}"
        for word, text in (("Exam era", one.exam_era), ("Current", one.current))
        if text
    ]
    if then:
        lines.append(f'<p class="note">{html.escape("; ".join(then))}.</p>')
    if page := course.modules.get(one.module):
        title = page.sections.get(one.section)
        mark = f"#{one.section}" if title else ""
        lines.append(f"[{title or page.short}](modules/{page.id}.html{mark})")
    return "\n\n".join([*lines, "</div>"])


def about_page(course: Course) -> str:
    """What certlab is, whose it is, and what it does with what you do."""
    start = "".join(
        f" It begins with a notebook, [{lab.title}]({lab_page(lab)})."
        for lab in course.labs.values()
        if not lab.module
    )
    tiers = "\n".join(f"- **{tier}**: {words}" for tier, words in TIERS.items())
    return f"""# About certlab

certlab is an open study and lab environment for NVIDIA's certification exams: pages to
read, labs to run, questions and cards that come back shortly before you would forget.
These pages are its part for the browser. On a machine of your own it has more: JupyterLab,
a drill in the terminal, and labs that measure a GPU.{start}

## Not NVIDIA's

certlab is not affiliated with NVIDIA, and NVIDIA has not endorsed it. NVIDIA and the names
of its products are trademarks of NVIDIA. The questions are our own; none comes from an
exam. What the exams ask is taken from what is published about them, and may have changed:
see the date on [each exam's page](certifications/index.html).

## How sure a number is

Each fact has a source, the day it was opened, and a tier:

{tiers}

Only A and B stand behind a graded answer. [All facts](facts/index.html)

## What happens to your answers

Nothing is sent anywhere. The pages ask no other host for anything, set no cookies and
count no visits. Your answers are kept in this browser, for the address these pages have;
the labs in the browser keep theirs in the same place.

They stay until you delete them, but a browser may delete them sooner: when you clear its
data, when the disk is full, when a private window closes, and in some browsers after a
while without a visit. Export them now and then on the page [Progress](progress.html); the
file can be imported in another browser, and is what certlab on your machine keeps as
`history.jsonl`.

## Licence

The code is under the Apache License 2.0. The course, that is its pages, questions, facts
and labs, is under the Creative Commons Attribution 4.0 International licence (CC BY 4.0);
attribute it to the certlab contributors, with a link to where you found it. Code in the
cells of a lab may also be used under the Apache License 2.0.

The pages are made with Sphinx, MyST-Parser and parts of the theme Furo.
"""
