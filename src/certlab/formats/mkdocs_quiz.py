"""mkdocs-quiz Markdown, its `<quiz>` blocks read into drafts.

After docs/quick-start.md, multiple-choice.md and fill-in-blank.md of
https://github.com/ewels/mkdocs-quiz (1.6, 2026-06).
"""

import re
from textwrap import dedent

from certlab.formats.drafts import Blank, Choices, Draft, Gaps, Option, Reading
from certlab.formats.file_limits import MOST_CHARACTERS

_BEGIN, _END = "<quiz>", "</quiz>"
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")
_ANSWER = re.compile(r"[-*] \[(.?)\] ?(.*)")
_WHY = re.compile(r"\s*> ?(.*)")
_GAP = re.compile(r"\[\[([^\[\]]+)\]\]")
_OLD = re.compile(r"\s*(<\?quiz\?>|quiz-start)")


def read(text: str, file: str = "mkdocs-quiz page") -> Reading:
    """The quizzes of a page; those shown as examples in code fences are not asked."""
    reading = Reading(file)
    shown, fence = _without_examples(text)
    if fence and _BEGIN in "".join(text.split("\n")[fence:]):
        says = "a code fence begins here and never ends; what is in it is not read."
        reading.refuse(f"line {fence}", says)
    for number, one in enumerate(shown.split("\n"), 1):
        if _OLD.match(one):
            says = "it is written as mkdocs-quiz 0.x did; write it as <quiz>."
            reading.refuse(f"line {number}", says)
    line = 1
    before, *blocks = shown.split(_BEGIN)
    for block in blocks:
        line += before.count("\n")
        before = block
        where = f"line {line}"
        inside, end, _ = block.partition(_END)
        if not end:
            reading.refuse(where, "the quiz has no </quiz>.")
        elif len(inside) > MOST_CHARACTERS:
            reading.refuse(where, f"it is longer than {MOST_CHARACTERS:,} characters.")
        else:
            _quiz(reading, where, dedent(inside).strip("\n"))
    return reading


def _without_examples(text: str) -> tuple[str, int]:
    """The page with code fences outside quizzes blanked, each line in its place.

    The number is the line of a fence that never ends, 0 without one.
    """
    lines, fence, inside, begun = [], "", False, 0
    for number, line in enumerate(text.split("\n"), 1):
        mark = _FENCE.match(line)
        if fence:
            closes = mark and mark[1].startswith(fence) and not line.strip(" \t`~")
            fence = "" if closes else fence
            lines.append("")
            continue
        if mark and not inside:
            fence, begun = mark[1], number
            lines.append("")
            continue
        inside = line.rfind(_BEGIN) > line.rfind(_END) or (inside and _END not in line)
        lines.append(line)
    return "\n".join(lines), begun if fence else 0


def _quiz(reading: Reading, where: str, text: str) -> None:
    if _GAP.search(text) and not any(map(_ANSWER.match, text.split("\n"))):
        _fill_in(reading, where, text)
        return
    lines = text.split("\n")
    first = next((n for n, one in enumerate(lines) if _ANSWER.match(one)), len(lines))
    options, after = _options(lines, first)
    rest = lines[after:]
    if options is None:
        says = "a box is neither [x] nor [ ]; fix it."
    elif any(map(_ANSWER.match, rest)):
        says = "a line between two answers belongs to none; join or remove it."
    else:
        ask = "\n".join(lines[:first]).strip()
        explain = "\n".join(rest).strip()
        reading.keep(Draft(where, ask, Choices(options), explain))
        return
    reading.refuse(where, says)


def _options(lines: list[str], place: int) -> tuple[tuple[Option, ...] | None, int]:
    """The answers from a line on, and the line after them; None for a strange box."""
    options: list[Option] = []
    end = place
    while place < len(lines):
        found = _ANSWER.match(lines[place])
        if not found:
            if lines[place].strip():
                break
            place += 1
            continue
        if found[1] not in ("x", "X", " ", ""):
            return None, place
        place += 1
        whys = []
        while place < len(lines) and (why := _WHY.match(lines[place])):
            whys.append(why[1])
            place += 1
        right = found[1] in ("x", "X")
        options.append(Option(found[2].strip(), right, "\n".join(whys).strip()))
        end = place
    return tuple(options), end


def _fill_in(reading: Reading, where: str, text: str) -> None:
    lines = text.split("\n")
    rule = next((n for n, one in enumerate(lines) if one.strip() == "---"), len(lines))
    pieces = _GAP.split("\n".join(lines[:rule]).strip())
    explain = "\n".join(lines[rule + 1 :]).strip()
    parts = [
        Blank((piece.strip(),)) if n % 2 else piece for n, piece in enumerate(pieces)
    ]
    blanks = len(pieces) // 2
    ask = "Fill the gaps." if blanks > 1 else "Fill the gap."
    kept = tuple(part for part in parts if part)
    reading.keep(Draft(where, ask, Gaps(kept), explain))
