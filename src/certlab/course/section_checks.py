"""The question after a section: which items may be asked there, and the place for it."""

from collections.abc import Callable
from itertools import takewhile

from certlab.course.catalogue import Course
from certlab.course.items import Item
from certlab.course.pages import Page, cut

LEVELS = ("recall", "apply")


def section_items(course: Course, page: Page) -> dict[str, list[Item]]:
    """What may be asked right after a section was read, by its anchor, in the order of ids.

    That is a reviewed practice item of the section, to recall or to apply, and no card.
    """
    found: dict[str, list[Item]] = {}
    for _id, item in sorted(course.items.items()):
        asked = item.pool == "practice" and item.status == "reviewed"
        fits = item.level in LEVELS and item.body.graded
        if asked and fits and item.module == page.module:
            found.setdefault(item.section, []).append(item)
    return {anchor: found[anchor] for anchor in page.sections if anchor in found}


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
