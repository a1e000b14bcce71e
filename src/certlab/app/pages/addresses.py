"""Where things are on the site, as addresses relative to the page that links to them."""

import html
from urllib.parse import quote

from certlab.course import Course
from certlab.course.facts import Source
from certlab.course.labs import PATHS, Lab
from certlab.course.modules import Module
from certlab.course.pages import Page
from certlab.words import ENGLISH, Words


def root(page: str) -> str:
    """The way from a page up to the site's root: "../" from modules/mig."""
    return "../" * page.count("/")


def page_of(one: Page | Module) -> str:
    """A page of a module in its language, or the list of several, from the root."""
    folder = "" if one.lang == ENGLISH.lang else f"{one.lang}/"
    return f"{folder}modules/{one.id}.html"


def sheet_of(module: Module) -> str:
    """The printed sheet of a module in its language, from the root."""
    folder = "" if module.lang == ENGLISH.lang else f"{module.lang}/"
    return f"{folder}sheets/{module.id}.html"


def way_up(one: Page | Module) -> str:
    """The way to the root from a module's page in its language."""
    return root(page_of(one))


def in_english(words: Words) -> str:
    """What marks as English, on a page in another language, what is not translated."""
    return "" if words.lang == ENGLISH.lang else f' lang="{ENGLISH.tag}"'


def lab_page(lab: Lab) -> str:
    """The recorded run, from the root."""
    return f"labs/{lab.id}.html"


def lab_live(lab: Lab) -> str:
    """The notebook in the browser, from the root."""
    return f"lite/lab/index.html?path={quote(lab.file)}"


def lab_links(
    lab: Lab, up: str, reason: str, recorded: bool = True, tell: bool = True
) -> str:
    """A line of HTML: open the lab here, or why not where `tell` says so; and its
    recorded run."""
    name = f'<span class="cl-hidden">: {html.escape(lab.title)}</span>'
    parts = []
    if not reason:
        href = f"{up}{lab_live(lab)}"
        parts.append(f'<a class="button" href="{href}">Open the lab{name}</a>')
    if recorded:
        parts.append(f'<a href="{up}{lab_page(lab)}">Recorded run{name}</a>')
    if reason and tell:
        parts.append(f"<span>{html.escape(reason)}</span>")
    return f'<p class="actions">{" ".join(parts)}</p>'


def solved_mark(lab: Lab) -> str:
    """The place that app/static/site/lab_marks.js fills, inside of an element with
    data-certlab="labs": how far the lab is."""
    return f'<span class="solved" data-lab="{lab.id}"></span>' if lab.exercises else ""


def labs_that_open(course: Course, opens: dict[str, str]) -> str:
    """Ids of the modules' labs that open in the browser, as an attribute holds them."""
    return " ".join(
        id for id, lab in course.labs.items() if lab.module and not opens[id]
    )


def paths_in_words(lab: Lab) -> str:
    """Where a lab runs: "runs on a CPU and runs in the browser"."""
    *most, last = (PATHS[path] for path in lab.paths)
    return f"{', '.join(most)} and {last}" if most else last


def objectives_links(course: Course, ids: tuple[str, ...], up: str) -> str:
    """Objectives by exam, each a link: "NCA-AIIO 1.1, 1.8; NCP-AII 3.4".

    What is of an exam has it in `data-exam`: site.js shows the learner's own.
    """
    exams: dict[str, list[str]] = {}
    for id in ids:
        code, _, number = id.partition(".")
        title = html.escape(course.objectives[id].title)
        page = f"{up}certifications/{code}.html"
        link = f'<a href="{page}#{id}" title="{title}">{number}</a>'
        exams.setdefault(code, []).append(link)
    return "; ".join(
        f'<span data-exam="{code}">{code.upper()} {", ".join(links)}</span>'
        for code, links in exams.items()
    )


def source_link(source: Source) -> str:
    """A source with its publisher and the day it was opened, as HTML."""
    title = html.escape(source.title)
    if source.address.startswith("http"):
        title = f'<a href="{html.escape(source.address)}">{title}</a>'
        where = ""
    else:
        where = f" {html.escape(source.address)}."
    opened = f", opened {source.opened:%d %B %Y}".replace(" 0", " ")
    return f"{title}. {html.escape(source.publisher)}{opened if source.opened else ''}.{where}"
