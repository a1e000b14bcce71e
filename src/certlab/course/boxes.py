"""Boxes of a page: quotations that open with a bold word, in each language its own."""

import re

from certlab.words import ENGLISH, Words

_BEGIN = re.compile(r"(?:(?<=\n\n)|\A)> (?:\*\*([^*\n]+)\*\*)?")
_FIRST = re.compile(r"^(> (?:> )?)\*\*([^*\n]+)\*\*", re.MULTILINE)


def box_words(words: Words) -> dict[str, str]:
    """The English word of a box by the one that opens it in a language."""
    return {
        words("Trap"): "Trap",
        words("Exam era"): "Exam era",
        words("Current"): "Current",
        words("Worked example"): "Worked example",
        words("Try it"): "Try it",
        words("Takeaway"): "Takeaway",
        words("In practice"): "In practice",
        words("What the exam asks"): "What the exam asks",
    }


def english_boxes(body: str, words: Words) -> str:
    """A page whose boxes open with the English words, whatever the rest speaks."""
    kinds = box_words(words)
    return _FIRST.sub(
        lambda found: f"{found[1]}**{kinds.get(found[2], found[2])}**", body
    )


def boxes_of(body: str) -> list[str]:
    """The bold words that open paragraphs of a page's quotations, in order."""
    return [word for _, word in _FIRST.findall(body)]


def other_quotations(body: str) -> list[str]:
    """What opens a quotation of an English page that is no box; "" for one without a bold word."""
    return [word for word in _BEGIN.findall(body) if word not in box_words(ENGLISH)]
