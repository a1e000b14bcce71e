"""Cloze questions: a text in pieces, and what is accepted in its gaps."""

import re
from itertools import zip_longest
from typing import Any

from certlab.course.items.cloze import Cloze
from certlab.course.template import GAP, fill
from certlab.study.kinds.asking import Asking
from certlab.study.quantities import read_amount
from certlab.study.typed_text import near, parse_number, plain, text_in, trim
from certlab.study.verdicts import Parts, Verdict, by_parts, invalid
from certlab.words import Sentence, plural

_ARTICLE = re.compile("^(an?|the|its|to) ")
# What the text has next to a gap, as far as a sign and no space is there.
_BEFORE, _BEHIND = re.compile(r"[^\s`]*[^\s`\w]`*\Z"), re.compile(r"`*[^\s`\w][^\s`]*")


def compile_cloze(body: Cloze, asking: Asking) -> Parts:
    """What to show, the key and the feedback of a cloze question.

    The shown text is a list: a text, a gap's {"gap": id}, a text, and so on.

    Raises:
        TemplateError, ExpressionError: a fact or a number is missing.
    """
    values = asking.values
    pieces = GAP.split(fill(body.text, values))  # text, id, text, id, ..., text
    texts, ids = pieces[::2], pieces[1::2]
    accept = {
        one.id: [fill(text, values) for text in one.accept] for one in body.blanks
    }
    by_id = {one.id: one for one in body.blanks}
    numbers = {
        id: not by_id[id].text and all(parse_number(one) is not None for one in texts)
        for id, texts in accept.items()
    }
    gaps = [{"id": id, "number": numbers[id]} for id in ids]
    parts: list[Any] = []
    for text, id in zip_longest(texts, ids):
        parts += [text] if text else []
        parts += [{"gap": id}] if id else []
    key = {
        "kind": "cloze",
        "gaps": [
            {
                **gap,
                "accept": accept[id],
                "case": by_id[id].case,
                "before": _sign(_BEFORE.search(before)),
                "behind": _sign(_BEHIND.match(behind)),
            }
            for gap, id, before, behind in zip(
                gaps, ids, texts[:-1], texts[1:], strict=True
            )
        ],
        "score": body.score,
    }
    whys = {one.id: fill(one.why, values) for one in body.blanks}
    return {"text": parts, "gaps": gaps}, key, {"whys": whys, "accepted": accept}


def _sign(match: re.Match[str] | None) -> str:
    """What stands next to a gap, as it is typed."""
    return match[0].replace("`", "") if match else ""


def grade_cloze(key: dict[str, Any], response: Any) -> Verdict:
    """A text for each gap."""
    gaps = key["gaps"]
    typed = {gap["id"]: text_in(response, gap["id"]) for gap in gaps}
    empty = sum(not plain(text) for text in typed.values())
    if empty:
        return invalid(_empty(empty, len(gaps)))
    for place, gap in enumerate(gaps, 1):
        if gap["number"] and read_amount(typed[gap["id"]]) is None:
            return invalid(
                Sentence("Gap {n} takes a number, such as 1024 or 1,024.5.", n=place)
            )
    parts = {gap["id"]: _fits(gap, typed[gap["id"]]) for gap in gaps}
    return by_parts(parts, key["score"], _right)


def _empty(n: int, gaps: int) -> Sentence:
    if gaps == 1:
        return Sentence("Fill the gap; 1 is still empty.")
    return plural(
        "Fill all {count} gaps; {n} is still empty.",
        "Fill all {count} gaps; {n} are still empty.",
        n,
        count=gaps,
    )


def _right(n: int, count: int) -> Sentence:
    return Sentence("Right: {n} of {count} gaps.", n=n, count=count)


def _fits(gap: dict[str, Any], typed: str) -> bool:
    if gap["number"]:
        number = read_amount(typed)
        right = [parse_number(plain(one)) for one in gap["accept"]]
        return any(
            number is not None and one is not None and near(number, one)
            for one in right
        )
    text = plain(typed)
    ways = {text, _within(text, gap.get("before", ""), gap.get("behind", ""))}
    wanted = [plain(one) for one in gap["accept"]]
    if gap["case"]:
        return not ways.isdisjoint(wanted)
    return not set(map(_word, ways)).isdisjoint(map(_word, wanted))


def _within(text: str, before: str, behind: str) -> str:
    """A text without the signs that stand next to its gap, typed once more."""
    start = next((n for n in range(len(before)) if text.startswith(before[n:])), None)
    text = text[len(before) - start :] if start is not None else text
    end = next((n for n in range(len(behind), 0, -1) if text.endswith(behind[:n])), 0)
    return trim(text[: len(text) - end])


def _word(text: str) -> str:
    """A word in small letters, without an article or "to" in front of it."""
    return _ARTICLE.sub("", text.lower())
