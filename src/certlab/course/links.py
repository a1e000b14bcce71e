"""Gates of links: what a page links is there, and an anchor means one section."""

from collections.abc import Iterator

from certlab.course.catalogue import Course
from certlab.course.pages import FENCE, HERE, LINK, Page, anchor
from certlab.course.problems import Problem


def links_lead_somewhere(course: Course) -> Iterator[Problem]:
    """What a page links inside the course is there."""
    for page in course.pages.values():
        for says in (*_between(course, page), *_within(course, page)):
            yield Problem(page.file, page.id, says)


def _between(course: Course, page: Page) -> Iterator[str]:
    there = {"figure": {*course.figures}, "lab": {*course.labs}}
    there |= {"module": {*course.modules}, "item": {*course.items}}
    for kind, target, mark in LINK.findall(page.body):
        if target not in there[kind]:
            yield f"there is no {kind} {target}."
        elif kind == "module" and mark[1:] not in {
            "",
            *course.modules[target].sections,
        }:
            yield f"the page {target} has no section {mark[1:]}."


def _within(course: Course, page: Page) -> Iterator[str]:
    """A bare #anchor is of the page itself: it leads there in every viewer."""
    for name in HERE.findall(FENCE.sub("", page.body)):
        if name in page.sections:
            continue
        if name in course.modules[page.module].sections:
            yield f"#{name} is on another page; write module:{page.module}#{name}."
        else:
            yield f"the page has no section {name}."


def anchors_are_used_once(course: Course) -> Iterator[Problem]:
    """A link names a module and an anchor, so a module has each anchor once."""
    for module in course.modules.values():
        first: dict[str, str] = {}
        for page in module.pages:
            for _, title in page.headings:
                name = anchor(title)
                if name in first:
                    says = f"{first[name]} has a section of that name; rename one."
                    yield Problem(page.file, f"#{name}", says)
                first.setdefault(name, page.file)
