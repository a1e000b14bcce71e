"""What a page asks: questions and cards at its end, one after a section, one before a working.

Each place has words for where nothing runs: a link to the questions with their answers.
"""

import html
import posixpath
import re

from certlab.app.pages.addresses import in_english, page_of
from certlab.course import Course
from certlab.course.items import Item
from certlab.course.markup import plain
from certlab.course.modules import Module
from certlab.course.pages import Page
from certlab.study.bank import practice
from certlab.study.questions import compile_item
from certlab.words import ENGLISH, Words

# A box that asks first: its opening without the link, the item, what follows, the working.
_TRY = re.compile(
    r"^(> \*\*[^*\n]+\*\* )\[([^\]\n]+)\]\(item:([^)\n]+)\)([^\n]*)\n((?:>[^\n]*\n?)*)",
    re.MULTILINE,
)
AT_ONCE = 10  # questions or cards in one go


def mount(
    kind: str,
    bank: str,
    title: str,
    fallback: str,
    count: int = AT_ONCE,
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


def asked_on(course: Course, page: Page | Module) -> list[Item]:
    """What is asked on a page: of its own sections, where the module has others."""
    if isinstance(page, Module) or page.id == page.module:
        return practice(course, page.id)
    items = practice(course, page.module)
    return [item for item in items if item.section in page.sections]


def check_yourself(course: Course, page: Page | Module, words: Words) -> list[str]:
    """The questions and the cards at the end of a page; nothing where there are none."""
    items = asked_on(course, page)
    module, _slash, own = page.id.partition("/")
    only = page.id if own else ""
    cards = sum(item.kind == "card" for item in items)
    if not items:
        return []
    there = any(item.lang == page.lang for item in items)  # questions in this language
    lang = page.lang if there and page.lang != ENGLISH.lang else ""
    here = posixpath.dirname(page_of(page))
    listed = posixpath.relpath(posixpath.join(lang, f"questions/{module}.html"), here)
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
        shown = words("The cards are shown here if your browser runs JavaScript.")
        read = words("Read all cards")
        fallback = f'{shown} <a href="{listed}#flashcards">{read}</a>{_stop(words)}'
        place = mount("flashcards", module, page.short, fallback, lang=lang, page=only)
        parts += ["### " + words("Flashcards"), place]
    return parts


def section_check(
    course: Course,
    page: Page,
    anchor: str,
    items: list[Item],
    words: Words,
    title: str = "",
) -> str:
    """The question after a section, folded; site.js asks it, and another one next time.

    Without scripts it is the first, with a link to where it is answered. `title` is what a
    Try it asks; a page may have several in one section, and they are told apart by it.
    """
    if not items:
        return ""
    first, folder = items[0], posixpath.dirname(page_of(page))
    lang = page.lang if page.lang != ENGLISH.lang and first.lang == page.lang else ""
    more = f' data-lang="{lang}"' if lang else ""
    mark = in_english(words) if first.lang == ENGLISH.lang else ""
    listed = posixpath.join(lang, f"questions/{page.module}.html")
    href = f"{posixpath.relpath(listed, folder)}#{first.id}"
    lead, *_listing = compile_item(course, first, 0).show["ask"].split("```")
    ask = html.escape(plain(lead.strip()))
    label = words("Your answer") if title else words("Check yourself")
    more += f' data-title="{html.escape(title)}"' if title else ""
    return (
        f'<details class="check" id="check-{anchor}" data-certlab="check" '
        f'data-bank="{page.module}" data-items="{" ".join(one.id for one in items)}"{more}>\n'
        f"<summary><strong>{label}</strong> <span{mark}>{ask}</span></summary>\n"
        f'<p><a href="{href}">{words("Read this question with its answer")}</a></p>\n'
        "</details>"
    )


def asked_first(course: Course, page: Page, body: str, words: Words) -> str:
    """The page with the question of each **Try it** in its place, and the working folded.

    site.js opens the working once the question was answered.
    """

    def ask(found: re.Match[str]) -> str:
        opening, says, item, rest, working = found.groups()
        if item not in course.items:
            return f"{opening}{says}{rest}\n{working}"
        check = section_check(
            course, page, item, [course.items[item]], words, plain(says)
        )
        inside = [f"> {line}" for line in check.split("\n")]
        return "\n".join(
            [
                f"{opening}{says}{rest}",
                ">",
                *inside,
                ">",
                f'> <details class="working" id="working-{item}">',
                f"> <summary>{words('The working')}</summary>",
                ">",
                *working.strip("\n").removeprefix(">").lstrip("\n").split("\n"),
                ">",
                "> </details>\n",
            ]
        )

    return _TRY.sub(ask, body)


def _stop(words: Words) -> str:
    """What ends a sentence that ends in a link."""
    return words(".")
