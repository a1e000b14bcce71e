"""A module's pages: text, where to go from there, questions and cards, labs, sources.

Where there are several, each asks about its own sections and lists the labs it links; the
list of them, at the module's address, has the whole bank and all labs.
"""

import html
import json
import posixpath
import re
from functools import partial

from certlab.app.page_widgets import beginning, folder, own_pages
from certlab.app.pages.addresses import (
    in_english,
    lab_links,
    lab_page,
    objectives_links,
    page_of,
    paths_in_words,
    solved_mark,
    way_up,
)
from certlab.app.pages.check_yourself import (
    asked_first,
    check_yourself,
    section_check,
)
from certlab.app.pages.drawings import inline_svg
from certlab.app.pages.hover_terms import with_terms
from certlab.app.pages.onward import labs_of, onward
from certlab.app.pages.page_sources import evidence
from certlab.course import Course
from certlab.course.labs import Lab
from certlab.course.maths import typeset
from certlab.course.modules import Module
from certlab.course.pages import Page
from certlab.course.render import render_figure, render_page
from certlab.course.section_checks import after_sections, section_items
from certlab.words import Words, text

_FIGURE = re.compile(r"[ \t]*!\[([^\]]*)\]\(figure:([^)]+)\)[ \t]*")
_FACTS = "\n## Facts and sources\n"


def module_page(course: Course, page: Page, opens: dict[str, str]) -> str:
    """The page as Markdown with HTML in it.

    Args:
        course: where everything is.
        page: the page.
        opens: by lab, why it does not open in the browser; "" where it does.
    """

    words = text(page.lang)
    rendered = render_page(course, page, partial(_link, course))
    title, _serves, body = rendered.split("\n\n", 2)
    body, _head, facts = body.rpartition(_FACTS)
    body = with_terms(course, page, body)
    body = typeset(body, course.maths, draw=str)
    numbers = iter(range(1, len(body)))
    body = _FIGURE.sub(
        lambda found: figure(
            course, found.group(2), found.group(1), next(numbers), in_english(words)
        ),
        body,
    )
    body = asked_first(course, page, body, words)
    asked = section_items(course, page)
    body = after_sections(
        page,
        body,
        lambda one: section_check(course, page, one, asked.get(one, []), words),
    )
    parts = [
        _over(course, page, words),
        title,
        body.strip(),
        onward(course, page, opens, words),
        *check_yourself(course, page, words),
        *_labs(course, page, opens, words),
        *evidence(facts, words),
    ]
    return "\n\n".join(parts) + "\n"


def list_page(course: Course, module: Module, opens: dict[str, str]) -> str:
    """The pages of a module that has several, each with its sections.

    The entry of a section has the section's anchor: an address from the time when all
    stood on one page leads to it, and shell.js goes on from there.
    """
    words = text(module.lang)
    here = posixpath.dirname(page_of(module))
    rows = "\n".join(_entry(page, here, words) for page in module.pages)
    parts = [
        _over(course, module, words),
        f"# {module.title}",
        f'<div class="rows pages">\n{rows}\n</div>',
        *check_yourself(course, module, words),
        *_labs(course, module, opens, words),
    ]
    return "\n\n".join(parts) + "\n"


def _entry(page: Page, here: str, words: Words) -> str:
    path = posixpath.relpath(page_of(page), here)
    sections = "\n".join(
        f'<li><a id="{anchor}" data-moved href="{path}#{anchor}">{html.escape(title)}</a></li>'
        for anchor, title in page.sections.items()
    )
    minutes = words.ngettext("{n} minute", "{n} minutes", page.minutes)
    return (
        f'<div class="row">\n<p><a href="{path}">{html.escape(page.title)}</a></p>\n'
        f'<p class="end">{minutes}</p>\n<ul class="note">\n{sections}\n</ul>\n</div>'
    )


def _over(course: Course, page: Page | Module, words: Words) -> str:
    serves = words(
        "Covers {objectives} · {minutes} minutes",
        objectives=objectives_links(course, page.objectives, way_up(page)),
        minutes=page.minutes,
    )
    return f'<p class="over">{serves}</p>'


def _link(course: Course, page: Page, kind: str, target: str) -> str:
    """Where a link of a page leads; a page of another language where it has none."""
    if kind == "figure":
        return f"figure:{target}"
    if kind == "lab":
        return way_up(page) + lab_page(course.labs[target])
    if kind == "item":
        return f"item:{target}"
    other = course.pages.get(target) or course.modules[target]
    return posixpath.relpath(page_of(other), posixpath.dirname(page_of(page)))


def figure(course: Course, id: str, alt: str, number: int, lang: str = "") -> str:
    """A figure with its words under it; a block of its own wherever it stood.

    What is drawn is English in every language, and `lang` an attribute that says so. A
    figure that is live as a widget stands below it, for paper and where nothing runs.
    One that has a drawing for a phone is followed by that, and the window chooses.
    """
    drawn = course.figures[id]
    svg = inline_svg(render_figure(course, drawn), f"figure-{number}")
    name, _settings = drawn.live
    live = ""
    if name:
        begin = html.escape(json.dumps(beginning(course, drawn.live, drawn.file)))
        live = (
            f'<div class="certlab" data-certlab="{name}" data-folder="{folder(name)}" '
            f'data-begin="{begin}"></div>\n'
        )
    narrow = course.figures.get(f"{id}.narrow")
    small = ""
    if narrow:
        phone = inline_svg(render_figure(course, narrow), f"figure-{number}-narrow")
        small = f'<div class="phone"{lang}>\n{phone}\n</div>\n'
    words = html.escape(alt.replace("`", ""))
    caption = f"figure-{number}-says"
    return (
        f'\n\n<figure aria-labelledby="{caption}">\n{live}'
        f'<div class="scroll" tabindex="0"{lang}>\n{svg}\n</div>\n{small}'
        f'<figcaption id="{caption}">{words}</figcaption>\n</figure>\n\n'
    )


def _labs(
    course: Course, page: Page | Module, opens: dict[str, str], words: Words
) -> list[str]:
    """The labs of a module, of one of several pages those that it links."""
    labs = labs_of(course, page)
    if not labs:
        return []
    rows = "\n".join(_lab(lab, opens[lab.id], way_up(page)) for lab in labs)
    rows += "".join(
        f'\n<div class="row">\n<p><a href="{way_up(page)}{one.name}.html">'
        f'{html.escape(one.title)}</a></p>\n<p class="note">{one.about}</p>\n</div>'
        for one in own_pages(course)
        if one.module == labs[0].module
    )
    return [
        "## " + words("Labs"),
        f'<div class="rows" data-certlab="labs"{in_english(words)}>\n{rows}\n</div>',
    ]


def _lab(lab: Lab, reason: str, up: str) -> str:
    says = f"{lab.minutes} minutes · {paths_in_words(lab)}"
    return (
        f'<div class="row">\n<p><strong>{html.escape(lab.title)}</strong> '
        f"{solved_mark(lab)}</p>\n"
        f'<p class="note">{says}</p>\n{lab_links(lab, up, reason)}\n</div>'
    )
