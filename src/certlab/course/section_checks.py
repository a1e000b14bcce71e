"""The question after a section: which items may be asked there, and the place for it."""

from collections.abc import Callable

from certlab.course.catalogue import Course
from certlab.course.items import Item
from certlab.course.pages import Page, cut

LEVELS = ("recall", "apply")
_NEVER = ("card", "scenario")


def section_items(course: Course, page: Page) -> dict[str, list[Item]]:
    """What may be asked right after a section was read, by its anchor, in the order of ids.

    That is a reviewed practice item of the section, to recall or to apply, and no card.
    """
    found: dict[str, list[Item]] = {}
    for _id, item in sorted(course.items.items()):
        asked = item.pool == "practice" and item.status == "reviewed"
        fits = item.level in LEVELS and item.kind not in _NEVER
        if asked and fits and item.module == page.module:
            found.setdefault(item.section, []).append(item)
    return {anchor: found[anchor] for anchor in page.sections if anchor in found}


def after_sections(page: Page, body: str, say: Callable[[str], str]) -> str:
    """The page's Markdown with what `say` has for an anchor at the end of that section.

    A section ends where the next heading is, also where that is one below it. `say` gives
    "" for nothing.
    """
    first, *parts = cut(body)
    told = [
        f"{part.rstrip()}\n\n{says}\n\n" if (says := say(anchor)) else part
        for anchor, part in zip(page.sections, parts, strict=True)
    ]
    return first + "".join(told)
