"""The library: every module with its labs beside it, and what one looks things up in."""

import html

from certlab.app.page_widgets import own_pages
from certlab.app.pages.addresses import lab_links, paths_in_words, solved_mark
from certlab.app.pages.languages import in_groups
from certlab.course import Course
from certlab.course.labs import Lab
from certlab.course.modules import Module
from certlab.sheets.choice import sheet_names
from certlab.study.bank import practice
from certlab.words import ENGLISH


def library_page(course: Course, opens: dict[str, str]) -> str:
    """Modules in the order in which one learns them, those of the learner's exam first."""
    shelves = "\n".join(
        f"{_heading(title)}{_shelf(course, one, opens)}"
        for one, title in in_groups(course, ENGLISH)
    )
    parts = [
        "# Library",
        "Every module with its labs beside it, and below them what you can look things up in.",
        (
            f'<div data-certlab="labs">\n<div class="rows" data-certlab="order">\n'
            f"{shelves}\n</div>\n</div>"
        ),
        "## Look up",
        _reference(course),
        "## Teach",
        (
            "On the machine that is to serve a class, run `certlab class serve`. "
            "Learners join in a browser, and nothing needs to be installed for them."
        ),
    ]
    return "\n\n".join(parts) + "\n"


def _heading(title: str) -> str:
    return f'<h2 class="over group">{html.escape(title)}</h2>\n' if title else ""


def _shelf(course: Course, module: Module, opens: dict[str, str]) -> str:
    """A module, and in the second column its labs."""
    labs = "\n".join(
        _lab(lab, opens[lab.id])
        for lab in course.labs.values()
        if lab.module == module.id
    ) + "".join(
        f'<li><a href="{one.name}.html">{html.escape(one.title)}</a></li>'
        for one in own_pages(course)
        if one.module == module.id
    )
    mark = f'<span class="mark" data-certlab="mark" data-bank="{module.id}"></span>'
    return (
        f'<div class="shelf" data-module="{module.id}">\n<div>\n'
        f'<h3><a href="modules/{module.id}.html">{html.escape(module.title)}</a></h3>\n'
        f'<p class="note">{module.minutes} min · {_counts(course, module)} {mark}</p>\n</div>\n'
        f"<ul>\n{labs}\n</ul>\n</div>"
    )


def _counts(course: Course, module: Module) -> str:
    """Its questions and cards, which lead to all of them with their answers."""
    items = practice(course, module.id)
    cards = sum(item.kind == "card" for item in items)
    says = f"{len(items) - cards} questions, {cards} cards"
    return f'<a href="questions/{module.id}.html">{says}</a>'


def _lab(lab: Lab, reason: str) -> str:
    """Why it does not open stands in its own line, so that its title has the room."""
    needs = f" · {html.escape(reason)}" if reason else ""
    return (
        f"<li><span><strong>{html.escape(lab.title)}</strong> "
        f"{solved_mark(lab)}</span>"
        f'<span class="note">{lab.minutes} min · {paths_in_words(lab)}{needs}</span>\n'
        f"{lab_links(lab, '', reason, tell=False)}</li>"
    )


def _reference(course: Course) -> str:
    rows = [
        "[Facts](facts/index.html): every number of the course with its source",
        "[Exams](certifications/index.html): what each one asks, and what is covered",
        "[Search](search.html): modules, terms, facts, labs and exams",
        f"[About {course.title}](about.html): whose it is, and what happens to your answers",
    ]
    if sheet_names(course):
        rows.append(
            "[Sheets](sheets/index.html): a module or an exam on two sides of paper"
        )
    if course.glossary:
        rows.insert(0, "[Glossary](glossary.html): every term in a sentence or two")
    return "\n".join(f"- {row}." for row in rows)
