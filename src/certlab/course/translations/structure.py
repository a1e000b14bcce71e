"""How a page is built: its sections and its boxes, held against the English page's."""

import re
from collections.abc import Iterator

from certlab.course.boxes import boxes_of, english_boxes
from certlab.course.pages import FENCE, HEADING, Page
from certlab.words import Words


def compare(english: Page, page: Page, words: Words) -> Iterator[str]:
    """What is built otherwise, a sentence each."""
    wanted, found = english.headings, page.headings
    if len(wanted) != len(found):
        yield f"has {len(found)} sections, the English page has {len(wanted)}."
    else:
        for (level, title), (there, named) in zip(wanted, found, strict=True):
            if level != there:
                yield f"section {named} is under {there}; {title} is under {level}."
    before, after = boxes_of(english.body), boxes_of(english_boxes(page.body, words))
    if before != after:
        yield f"has the boxes {_listed(after)}; the English page has {_listed(before)}."


def sections(page: Page) -> list[tuple[str, str]]:
    """Anchor and text of each section with its heading, what stands before them first."""
    hidden = FENCE.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), page.body)
    starts = [found.start() for found in HEADING.finditer(hidden)]
    ends = [*starts, len(page.body)]
    texts = [page.body[a:b] for a, b in zip([0, *starts], ends, strict=True)]
    return list(zip(["the beginning", *page.sections], texts, strict=True))


def _listed(words: list[str]) -> str:
    return ", ".join(words) or "none"
