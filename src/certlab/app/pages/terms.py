"""The glossary's page, for a course that has one."""

import html
from itertools import groupby

from certlab.app.pages.addresses import source_link
from certlab.course import Course
from certlab.course.glossary import Term, alphabetical
from certlab.course.markup import html as to_html


def glossary_page(course: Course) -> str:
    """Every term by its letter, with its names then and now."""
    parts = ["# Glossary"]
    for letter, group in groupby(course.glossary.values(), _letter):
        parts += [f"## {letter}", *(_term(course, one) for one in group)]
    return "\n\n".join(parts) + "\n"


def _letter(term: Term) -> str:
    first = alphabetical(term)[0][:1].upper()
    return first if first.isalpha() else "0–9"


def _term(course: Course, term: Term) -> str:
    """One block of HTML, whose anchor is the term's id."""
    also = f" ({', '.join(map(to_html, term.also))})" if term.also else ""
    says = to_html(term.shown(course.facts))
    lines = [
        f'<div class="term" id="term-{term.id}">',
        f"<p><strong>{to_html(term.term)}</strong>{also}: {says}</p>",
    ]
    if term.exam_era:
        then = f"Exam era: {to_html(term.exam_era)}. Current: {to_html(term.current)}."
        lines.append(f'<p class="note">{then}</p>')
    links = [_read(course, term)] if term.module in course.modules else []
    links += [f"Source: {source_link(course.sources[id])}" for id in term.sources]
    return "\n".join([*lines, f'<p class="note">{" ".join(links)}</p>', "</div>"])


def _read(course: Course, term: Term) -> str:
    module = course.modules[term.module]
    title = module.sections.get(term.section, "")
    mark = f"#{term.section}" if title else ""
    words = html.escape(f"{module.short}: {title}" if title else module.short)
    return (
        f'Read: <a href="modules/{module.path(term.section)}.html{mark}">{words}</a>.'
    )
