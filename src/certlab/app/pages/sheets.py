"""The printed sheets as pages: each module's and each exam's, and a list of them."""

import html
import posixpath

from certlab.app.pages.addresses import page_of, sheet_of
from certlab.course import Course
from certlab.sheets.choice import sheet, sheet_names
from certlab.sheets.markup import body
from certlab.words import ENGLISH, text


def sheet_page(course: Course, name: str) -> str:
    """The sheet of a module or an exam, with the way back and how it is printed above it."""
    made = sheet(course, name)
    module = course.modules.get(name)
    if module:
        words, here = text(module.lang), sheet_of(module)
        back, title = page_of(module), module.short
    else:
        words, here = ENGLISH, f"sheets/{name}.html"
        back = f"certifications/{name}.html"
        title = course.certifications[name].code
    href = posixpath.relpath(back, posixpath.dirname(here))
    leads = html.escape(words("To the page of {name}", name=title))
    link = f'<a class="button" href="{href}">{leads}</a>'
    says = words(
        "Two sides of A4 at most: print this page as your browser prints any, with Ctrl+P or ⌘P."
    )
    return (
        f"# {words('{name} on one sheet', name=title)}\n\n"
        f'<p class="actions">{link} <span>{says}</span></p>\n\n{body(made)}\n'
    )


def sheets_index(course: Course) -> str:
    """A list of all, the exams first."""
    names = sheet_names(course)
    exams = [
        f"- [{one.code}]({one.id}.html): {one.name}"
        for one in course.certifications.values()
        if one.id in names
    ]
    modules = [
        f"- [{course.modules[name].title}]({name}.html)"
        for name in names
        if name in course.modules
    ]
    parts = [
        "# Sheets",
        (
            "Each of these is made for the evening before: two sides of A4 at most, with the "
            "numbers, commands, cards and traps that exams ask for. What is on it follows from "
            "rules. A number stands there only if it is a fact with a source that may be asked."
        ),
    ]
    parts += ["## Exams", "\n".join(exams)] if exams else []
    parts += ["## Modules", "\n".join(modules)] if modules else []
    parts.append(
        "In a terminal, `certlab sheet NAME` writes one as a file, with `--pdf` also as PDF."
    )
    return "\n\n".join(parts) + "\n"
