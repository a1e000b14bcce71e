"""A module's pages: text, questions and cards, labs, facts and sources.

Where there are several, each asks about its own sections and lists the labs it links; the
list of them, at the module's address, has the whole bank and all labs.
"""

import html
import json
import posixpath
import re
from functools import partial

from certlab.app.live import beginning, folder
from certlab.app.pages.addresses import (
    in_english,
    lab_links,
    lab_page,
    objectives_links,
    page_of,
    paths_in_words,
    way_up,
)
from certlab.app.pages.drawings import inline_svg
from certlab.course import Course
from certlab.course.items import Item
from certlab.course.labs import Lab
from certlab.course.markup import plain
from certlab.course.maths import typeset
from certlab.course.modules import Module
from certlab.course.pages import LINK, Page
from certlab.course.render import render_figure, render_page
from certlab.course.section_checks import after_sections, section_items
from certlab.study.bank import practice
from certlab.study.questions import compile_item
from certlab.words import ENGLISH, Words, text

_FIGURE = re.compile(r"[ \t]*!\[([^\]]*)\]\(figure:([^)]+)\)[ \t]*")
_FACTS = "\n## Facts and sources\n"
_TABLE = re.compile(r"(^\|.*\n)+", re.MULTILINE)


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
    body = typeset(body, course.maths, draw=str)
    numbers = iter(range(1, len(body)))
    body = _FIGURE.sub(
        lambda found: figure(
            course, found.group(2), found.group(1), next(numbers), in_english(words)
        ),
        body,
    )
    asked = section_items(course, page)
    body = after_sections(
        page, body, lambda one: _check(course, page, one, asked.get(one, []), words)
    )
    parts = [
        _over(course, page, words),
        title,
        body.strip(),
        f'<div class="certlab" data-certlab="read" data-page="{page.id}"></div>',
        *_check_yourself(course, page, words),
        *_labs(course, page, opens, words),
        *_evidence(facts, words),
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
        *_check_yourself(course, module, words),
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
    other = course.pages.get(target) or course.modules[target]
    return posixpath.relpath(page_of(other), posixpath.dirname(page_of(page)))


def figure(course: Course, id: str, alt: str, number: int, lang: str = "") -> str:
    """A figure with its words under it; a block of its own wherever it stood.

    What is drawn is English in every language, and `lang` an attribute that says so. A
    figure that is live as a widget stands below it, for paper and where nothing runs.
    """
    drawn = course.figures[id]
    svg = inline_svg(render_figure(course, drawn), f"figure-{number}")
    name, _settings = drawn.live
    live = ""
    if name:
        begin = html.escape(json.dumps(beginning(course, drawn)))
        live = (
            f'<div class="certlab" data-certlab="{name}" data-folder="{folder(name)}" '
            f'data-begin="{begin}"></div>\n'
        )
    words = html.escape(alt.replace("`", ""))
    caption = f"figure-{number}-says"
    return (
        f'\n\n<figure aria-labelledby="{caption}">\n{live}'
        f'<div class="scroll" tabindex="0"{lang}>\n{svg}\n</div>\n'
        f'<figcaption id="{caption}">{words}</figcaption>\n</figure>\n\n'
    )


def mount(
    kind: str,
    bank: str,
    title: str,
    fallback: str,
    count: int = 10,
    lang: str = "",
    page: str = "",
) -> str:
    """A place for questions or cards, with what stands there without JavaScript.

    `lang` is the language of the bank; English needs none. `page` is the only one whose
    sections are asked about; all are where it is "".
    """
    more = f' data-lang="{lang}"' if lang else ""
    more += f' data-page="{page}"' if page else ""
    return (
        f'<div class="certlab" data-certlab="{kind}" data-bank="{bank}" '
        f'data-count="{count}" data-title="{html.escape(title)}"{more}>\n'
        f"<p>{fallback}</p>\n</div>"
    )


def _asked(course: Course, page: Page | Module) -> list[Item]:
    """What is asked on a page: of its own sections, where the module has others."""
    if isinstance(page, Module) or page.id == page.module:
        return practice(course, page.id)
    items = practice(course, page.module)
    return [item for item in items if item.section in page.sections]


def _check_yourself(course: Course, page: Page | Module, words: Words) -> list[str]:
    items = _asked(course, page)
    module, _slash, own = page.id.partition("/")
    only = page.id if own else ""
    cards = sum(item.kind == "card" for item in items)
    if not items:
        return []
    there = any(item.lang == page.lang for item in items)  # questions in this language
    lang = page.lang if there and page.lang != ENGLISH.lang else ""
    listed = posixpath.relpath(
        posixpath.join(lang, f"questions/{module}.html"),
        posixpath.dirname(page_of(page)),
    )
    parts = ["## " + words("Check yourself")]
    if len(items) > cards:
        asked = words("The questions are asked here if your browser runs JavaScript.")
        read = words("Read all questions with their answers")
        fallback = f'{asked} <a href="{listed}">{read}</a>{_stop(words)}'
        parts.append(mount("quiz", module, page.short, fallback, lang=lang, page=only))
        kept = words(
            "Your answers, and the day when each question comes back, are kept "
            "where you study."
        )
        every = words.ngettext(
            "The one question with its answer",
            "All {n} questions with their answers",
            sum(item.kind != "card" for item in practice(course, module)),
        )
        parts.append(f"{kept} [{every}]({listed})")
    if cards:
        shown, read = (
            words("The cards are shown here if your browser runs JavaScript."),
            words("Read all cards"),
        )
        fallback = f'{shown} <a href="{listed}#flashcards">{read}</a>{_stop(words)}'
        parts.append("### " + words("Flashcards"))
        parts.append(
            mount("flashcards", module, page.short, fallback, lang=lang, page=only)
        )
    return parts


def _check(
    course: Course, page: Page, anchor: str, items: list[Item], words: Words
) -> str:
    """The question after a section, folded; site.js asks it, and another one next time.

    Without scripts it is the first, with a link to where it is answered.
    """
    if not items:
        return ""
    first, folder = items[0], posixpath.dirname(page_of(page))
    lang = page.lang if page.lang != ENGLISH.lang and first.lang == page.lang else ""
    more = f' data-lang="{lang}"' if lang else ""
    mark = in_english(words) if first.lang == ENGLISH.lang else ""
    listed = posixpath.join(lang, f"questions/{page.module}.html")
    href = f"{posixpath.relpath(listed, folder)}#{first.id}"
    ask = html.escape(plain(compile_item(course, first, 0).show["ask"]))
    return (
        f'<details class="check" id="check-{anchor}" data-certlab="check" '
        f'data-bank="{page.module}" data-items="{" ".join(one.id for one in items)}"{more}>\n'
        f"<summary><strong>{words('Check yourself')}</strong> <span{mark}>{ask}</span></summary>\n"
        f'<p><a href="{href}">{words("Read this question with its answer")}</a></p>\n'
        "</details>"
    )


def _stop(words: Words) -> str:
    """What ends a sentence that ends in a link."""
    return words(".")


def _labs(
    course: Course, page: Page | Module, opens: dict[str, str], words: Words
) -> list[str]:
    """The labs of a module, of one of several pages those that it links."""
    labs = [lab for lab in course.labs.values() if lab.module == page.id]
    if isinstance(page, Page) and page.id != page.module:
        linked = {name for kind, name, _ in LINK.findall(page.body) if kind == "lab"}
        labs = [lab for lab in course.labs.values() if lab.id in linked]
    if not labs:
        return []
    rows = "\n".join(_lab(lab, opens[lab.id], way_up(page)) for lab in labs)
    return [
        "## " + words("Labs"),
        f'<div class="rows"{in_english(words)}>\n{rows}\n</div>',
    ]


def _evidence(facts: str, words: Words) -> list[str]:
    """Facts and sources; they are named in English on every page."""
    title, body = "## " + words("Facts and sources"), _folded(facts)
    if words.lang == ENGLISH.lang:
        return [f"{title}\n{body}"]
    says = words("The names of facts and sources are in English.")
    return [title, says, f"<div{in_english(words)}>\n\n{body}\n\n</div>"]


def _lab(lab: Lab, reason: str, up: str) -> str:
    says = f"{lab.minutes} minutes · {paths_in_words(lab)}"
    return (
        f'<div class="row">\n<p><strong>{html.escape(lab.title)}</strong></p>\n'
        f'<p class="note">{says}</p>\n{lab_links(lab, up, reason)}\n</div>'
    )


def _folded(facts: str) -> str:
    """The facts' table may be longer than the page; it opens on demand."""
    table = _TABLE.search(facts)
    if table is None:
        return facts.strip()
    rows = table.group().strip()
    count = rows.count("\n") - 1
    fold = (
        f"<details>\n<summary>Facts on this page: {count}</summary>\n\n"
        f"{rows}\n\n</details>"
    )
    return (facts[: table.start()] + fold + "\n" + facts[table.end() :]).strip()
