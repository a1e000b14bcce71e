"""What a page asks while it is read: a question after a section, and one before a working."""

import re
from collections.abc import Callable, Iterator
from itertools import takewhile

from certlab.course.catalogue import Course
from certlab.course.items import Item
from certlab.course.pages import Page, cut
from certlab.course.problems import Problem

LEVELS = ("recall", "apply")
# A box that asks first, in any language: its bold words, then a link to the item.
_TRIES = re.compile(r"^> \*\*[^*\n]+\*\* \[[^\]\n]+\]\(item:([^)\n]+)\)", re.MULTILINE)
_ITEM = re.compile(r"\]\(item:")
_TRY_IT = re.compile(r"^> \*\*Try it\*\*", re.MULTILINE)


def section_items(course: Course, page: Page) -> dict[str, list[Item]]:
    """What may be asked right after a section was read, by its anchor, in the order of ids.

    That is a reviewed practice item of the section, to recall or to apply, and no card;
    nor one that the page asks before a working.
    """
    tried = tries(page)
    found: dict[str, list[Item]] = {}
    for _id, item in sorted(course.items.items()):
        asked = item.pool == "practice" and item.status == "reviewed"
        fits = item.level in LEVELS and item.body.graded and item.id not in tried
        if asked and fits and item.module == page.module:
            found.setdefault(item.section, []).append(item)
    return {anchor: found[anchor] for anchor in page.sections if anchor in found}


def tries(page: Page) -> list[str]:
    """The items of a page's **Try it** boxes, in order: asked there, and the working after."""
    return _TRIES.findall(page.body)


def tries_ask_what_is_typed(course: Course) -> Iterator[Problem]:
    """Each **Try it** opens with a link to a question of its page for practice, with an answer to type."""
    for page in course.pages.values():
        asked = tries(page)
        boxes = len(_TRY_IT.findall(page.body))
        if not len(asked) == boxes == len(_ITEM.findall(page.body)):
            says = (
                "a Try it opens with a link to a question, [How many?](item:ID), "
                "and only a Try it has one."
            )
            yield Problem(page.file, page.id, says)
        for item in (course.items[id] for id in asked if id in course.items):
            fits = item.body.typed and item.pool == "practice"
            here = item.module == page.module and item.section in page.sections
            if not fits or not here or item.status != "reviewed":
                says = (
                    f"a Try it asks {item.id}; name a reviewed question for practice "
                    "whose section is on this page and whose answer is typed."
                )
                yield Problem(page.file, page.id, says)


def after_sections(page: Page, body: str, say: Callable[[str], str]) -> str:
    """The page's Markdown with what `say` has for an anchor at the end of that section.

    A section ends where the next heading is, also where that is one below it. One without
    text of its own ends with the last section below it, so that nothing is asked before
    it was taught. `say` gives "" for nothing.
    """
    first, *parts = cut(body)
    at_end: list[list[str]] = [[] for _ in parts]
    for place, anchor in reversed([*enumerate(page.sections)]):
        if says := say(anchor):
            at_end[_end(parts, place)].append(says)
    told = [
        "\n\n".join([part.rstrip(), *checks, ""]) if checks else part
        for part, checks in zip(parts, at_end, strict=True)
    ]
    return first + "".join(told)


def _end(parts: list[str], place: int) -> int:
    """The part after which a section was read: its own, or the last below a bare heading."""
    if parts[place].strip().count("\n"):
        return place
    depths = [len(part) - len(part.lstrip("#")) for part in parts]
    below = takewhile(lambda depth: depth > depths[place], depths[place + 1 :])
    return place + sum(1 for _ in below)
