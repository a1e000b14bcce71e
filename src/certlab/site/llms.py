"""What programs read of a site: llms.txt, a list of what there is, and the modules as Markdown.

The list has the form of https://llmstxt.org: a title, a summary, and sections of links with a
line each. Its links are relative, so that they hold wherever a site is served.
"""

import posixpath
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from certlab.app.pages import descriptions
from certlab.app.pages.addresses import lab_page, page_of, paths_in_words
from certlab.app.pages.evidence import fact_files, facts_title
from certlab.course import Course
from certlab.course.pages import Page
from certlab.course.render import render_page

FILE = "llms.txt"
_FIGURE = re.compile(r"!\[([^\]]*)\]\(figure:[^)]*\)")


def write_llms(course: Course, site: Path) -> None:
    """Write the list at the top of a site, and beside each module's page its text."""
    texts = {FILE: llms_text(course)}
    texts |= {text_of(page): page_text(course, page) for page in course.pages.values()}
    for path, text in texts.items():
        file = site / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")


def text_of(page: Page) -> str:
    """Where a page's Markdown lies, from the root: beside the page."""
    return page_of(page).removesuffix(".html") + ".md"


def page_text(course: Course, page: Page) -> str:
    """A page with its facts and sources; of a figure there are the words under it."""

    def link(page: Page, kind: str, target: str) -> str:
        if kind == "figure":
            return f"figure:{target}"
        if kind == "lab":
            to = lab_page(course.labs[target])
        elif kind == "item":
            to = f"questions/{page.module}.html#{target}"
        else:
            other = course.pages.get(target)
            to = text_of(other) if other else page_of(course.modules[target])
        return posixpath.relpath(to, posixpath.dirname(text_of(page)))

    return _FIGURE.sub(r"Figure: \1", render_page(course, page, link))


def llms_text(course: Course) -> str:
    """The list of a course."""
    exams, publisher = "", course.publisher
    if publisher and course.certifications:
        exams = (
            f"The questions are our own, none comes from an exam, and {publisher} publishes "
            f"no pass mark. {course.title} is not affiliated with {publisher}. "
        )
    parts = [
        f"# {course.title}",
        f"> {descriptions.summary(course)}",
        (
            "Each number stands with its source and with how sure it is. "
            f"{exams}Beside the page of each module lies "
            "its text as Markdown; the questions and the labs are pages."
        ),
    ]
    for title, rows in _sections(course):
        if listed := "\n".join(rows):
            parts.append(f"## {title}\n\n{listed}")
    return "\n\n".join(parts) + "\n"


def _sections(course: Course) -> Iterator[tuple[str, Iterable[str]]]:
    for group, modules in course.grouped.items():
        pages = [page for module in modules for page in module.pages]
        yield (
            f"Modules: {group}" if group else "Modules",
            (
                _row(
                    one.title,
                    text_of(one),
                    f"{one.short}, {one.minutes} minutes. {descriptions.about_page(course, one)}",
                )
                for one in pages
            ),
        )
    exams = course.certifications
    yield (
        "Exams",
        (
            _row(
                f"{one.code} {one.name}",
                f"certifications/{id}.html",
                descriptions.about_exam(course, one),
            )
            for id, one in exams.items()
        ),
    )
    yield (
        "Labs",
        (
            _row(
                one.title,
                lab_page(one),
                f"{one.minutes} minutes, {paths_in_words(one)}",
            )
            for one in course.labs.values()
        ),
    )
    yield (
        "Facts with their sources",
        (
            _row(
                facts_title(course, file),
                f"facts/{file}.html",
                descriptions.about_facts(course, file, len(facts)),
            )
            for file, facts in fact_files(course).items()
        ),
    )
    yield (
        "Licence",
        [
            _row(
                f"About {course.title}",
                "about.html#licence",
                "whose it is and how it may be used",
            )
        ],
    )
    # By the convention: what may be left out where there is little room.
    yield "Optional", _optional(course)


def _optional(course: Course) -> Iterator[str]:
    if course.glossary:
        yield _row("Glossary", "glossary.html", f"{len(course.glossary)} terms")
    for id, module in course.modules.items():
        yield _row(
            f"Questions on {module.short}",
            f"questions/{id}.html",
            "each with its answer and the reasons",
        )


def _row(title: str, path: str, says: str) -> str:
    return f"- [{title}]({path}): {says}"
