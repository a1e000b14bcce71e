"""The end of a page's text: that it was read, and where to go from here.

Each row leads somewhere without scripts. app/static/site/onward.js puts what comes next on the
path of the learner's exam in place of the next page, and says how far each lab is.
"""

import html
import posixpath
from collections.abc import Iterator

from certlab.app.pages.addresses import (
    in_english,
    lab_live,
    lab_page,
    labs_that_open,
    page_of,
    sheet_of,
    way_up,
)
from certlab.app.pages.check_yourself import AT_ONCE, asked_on
from certlab.app.pages.languages import in_groups
from certlab.course import Course
from certlab.course.labs import Lab
from certlab.course.modules import Module
from certlab.course.pages import LINK, Page
from certlab.sheets.choice import has_sheet
from certlab.words import Words

_FEW = 3  # labs that are named here; of more the first, and where all of them stand


def onward(course: Course, page: Page, opens: dict[str, str], words: Words) -> str:
    """The mark and the rows, as HTML.

    Args:
        course: where everything is.
        page: the page that ends here.
        opens: by lab, why it does not open in the browser; "" where it does.
        words: those of the page's language.
    """
    rows = "\n".join(
        [
            *_questions(course, page, words),
            *_labs(course, page, opens, words),
            _next(course, page, words),
            *_sheet(course, page, words),
            _row(words("Back to"), f"{way_up(page)}index.html", words("Today")),
        ]
    )
    label = words("Where to go from here")
    return (
        f'<div class="onward" role="navigation" aria-label="{label}">\n'
        f'<div class="certlab" data-certlab="read" data-page="{page.id}"></div>\n'
        f'<ul data-certlab="onward" data-page="{page.id}" '
        f'data-labs="{labs_that_open(course, opens)}">\n{rows}\n</ul>\n</div>'
    )


def labs_of(course: Course, page: Page | Module) -> list[Lab]:
    """The labs of a module; of one of its several pages those that it links."""
    if isinstance(page, Page) and page.id != page.module:
        linked = {name for kind, name, _ in LINK.findall(page.body) if kind == "lab"}
        return [lab for lab in course.labs.values() if lab.id in linked]
    return [lab for lab in course.labs.values() if lab.module == page.id]


def _row(
    kind: str, href: str, says: str, end: str = "", own: str = "", marks: str = ""
) -> str:
    """What it is, where it leads, and what it takes; `own` are the row's attributes."""
    name = html.escape(says)
    return (
        f'<li{own}><span class="note">{kind}</span> <a href="{href}"{marks}>{name}</a> '
        f'<span class="note">{end}</span></li>'
    )


def _questions(course: Course, page: Page, words: Words) -> Iterator[str]:
    items = asked_on(course, page)
    asked = sum(item.kind != "card" for item in items)
    if asked:
        n = min(asked, AT_ONCE)
        says = words.ngettext("{n} question on this", "{n} questions on this", n)
    elif items:
        says = words.ngettext("{n} card on this", "{n} cards on this", len(items))
    else:
        return
    own = ' data-part="questions"' if asked else ""
    yield _row(words("Check yourself"), "#check-yourself", says, own=own)


def _labs(
    course: Course, page: Page, opens: dict[str, str], words: Words
) -> Iterator[str]:
    labs = labs_of(course, page)
    up, few = way_up(page), labs if len(labs) <= _FEW else labs[:1]
    for lab in few:
        href = up + (lab_page(lab) if opens[lab.id] else lab_live(lab))
        own = f' data-lab="{lab.id}"'
        end = words.ngettext("{n} min", "{n} min", lab.minutes)
        yield _row(words("Lab"), href, lab.title, end, own, in_english(words))
    if few != labs:
        n = len(labs)
        yield _row("", "#labs", words.ngettext("The one lab", "All {n} labs", n))


def _sheet(course: Course, page: Page, words: Words) -> Iterator[str]:
    module = course.modules[page.module]
    if has_sheet(course, module.id):
        href = posixpath.relpath(sheet_of(module), posixpath.dirname(page_of(page)))
        yield _row(
            words("To print"), href, words("{name} on one sheet", name=module.short)
        )


def _next(course: Course, page: Page, words: Words) -> str:
    """The page after this one; the row is hidden on the last, until a path leads on."""
    order: list[Page | Module] = []
    for module, _over in in_groups(course, words):
        order += [module, *module.pages] if module.several else module.pages
    at = order.index(page) + 1
    if at == len(order):
        return _row(words("Next page"), "#", "", own=' data-part="next" hidden')
    there = order[at]
    href = posixpath.relpath(page_of(there), posixpath.dirname(page_of(page)))
    end = words.ngettext("{n} min", "{n} min", there.minutes)
    marks = in_english(words) if there.lang != page.lang else ""
    return _row(words("Next page"), href, there.title, end, ' data-part="next"', marks)
