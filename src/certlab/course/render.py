"""Pages and figures filled in: the plain Markdown that every surface reads."""

import html
import re
from collections.abc import Callable

from certlab.course.catalogue import Course
from certlab.course.facts import TIERS, Fact
from certlab.course.figures import Figure
from certlab.course.modules import Module
from certlab.course.pages import LINK, Page
from certlab.course.template import Values, facts_named, fill


def render_figure(course: Course, figure: Figure) -> str:
    """The figure's SVG with its facts filled in."""
    values = Values(course.facts)
    return re.sub(
        r">([^<>]*\{[^<>]*)<",
        lambda match: f">{html.escape(fill(match.group(1), values), quote=False)}<",
        figure.svg,
    )


def workspace_link(page: Page, kind: str, target: str) -> str:
    """Where a link leads from a page in a learner's workspace, below modules/."""
    up = "../" * page.id.count("/")
    return {
        "figure": f"{up}figures/{target}.svg",
        "lab": f"../{up}labs/{target}.ipynb",
        "page": f"{up}{target}.md",
        # JupyterLab opens such a link in the app (labextension/certlab/static/lab_links.js).
        "item": f"{page.id.rpartition('/')[2]}.md#check-{target}",
    }[kind]


def render_page(
    course: Course, page: Page, link: Callable[[Page, str, str], str] = workspace_link
) -> str:
    """The page as plain Markdown: title, what it serves, text, facts and sources.

    Args:
        course: where its facts are.
        page: the page.
        link: address of a figure, lab, question or page, from the page, by kind and name.
    """

    def target(found: re.Match[str]) -> str:
        kind, name, mark = found.groups()
        if kind == "module":
            kind, name = "page", course.modules[name].path((mark or "")[1:])
        return f"]({link(page, kind, name)}{mark or ''})"

    body = fill(LINK.sub(target, page.body), Values(course.facts))
    return f"{_head(page)}{body}\n{_sources(course, page)}"


def render_list(module: Module) -> str:
    """The pages of a module that has several, with their sections, as Markdown."""
    return _head(module) + "\n".join(
        f"- [{page.title}]({page.id}.md), {page.minutes} minutes\n"
        + "".join(
            f"    - [{title}]({page.id}.md#{anchor})\n"
            for anchor, title in page.sections.items()
        )
        for page in module.pages
    )


def _head(page: Page | Module) -> str:
    return f"# {page.title}\n\nServes {serves(page)} · {page.minutes} minutes\n\n"


def serves(page: Page | Module) -> str:
    """The objectives of a page by exam: "NCA-AIIO 1.1, 1.8; NCP-AII 3.4"."""
    exams: dict[str, list[str]] = {}
    for objective in page.objectives:
        code, _, number = objective.partition(".")
        exams.setdefault(code.upper(), []).append(number)
    return "; ".join(f"{code} {', '.join(ns)}" for code, ns in exams.items())


def facts_of(course: Course, page: Page | Module) -> list[Fact]:
    """The facts a page and its figures name, in order."""
    texts = [page.body]
    for kind, target, _ in LINK.findall(page.body):
        if kind == "figure" and target in course.figures:
            texts.append(course.figures[target].svg)
    ids = dict.fromkeys(id for text in texts for id in facts_named(text))
    return [course.facts[id] for id in ids if id in course.facts]


def _sources(course: Course, page: Page) -> str:
    facts = facts_of(course, page)
    ids = dict.fromkeys((*page.sources, *(id for one in facts for id in one.sources)))
    numbers = {id: n for n, id in enumerate(ids, 1)}
    tiers = "; ".join(f"{tier} {words}" for tier, words in TIERS.items())
    lines = ["## Facts and sources", "", f"Evidence: {tiers}.", ""]
    lines += ["| Fact | Value | Evidence | Source |", "|---|---|---|---|"]
    for fact in facts:
        names = ", ".join(str(numbers[id]) for id in fact.sources)
        form = f", {fact.form}" if fact.form else ""
        kind = f", {fact.sparsity}" if fact.sparsity else ""
        lines.append(
            f"| {fact.what}{form}{kind} | {fact.shown} | {fact.tier} | {names or '–'} |"
        )
    lines.append("")
    for id, number in numbers.items():
        source = course.sources[id]
        opened = f", opened {source.opened:%d %B %Y}" if source.opened else ""
        address = source.address
        where = f"<{address}>" if address.startswith("http") else address
        lines.append(f"{number}. {source.title}. {source.publisher}{opened}. {where}")
    return "\n".join(lines) + "\n"
