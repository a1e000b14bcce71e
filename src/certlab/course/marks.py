r"""Inline Markdown as a tree: code, bold, emphasis, formulas, fenced lines, no more.

app/static/marks.js reads the same, and tests/vectors/markup.json holds them equal. All the
rest is text. Its author may be anybody: it is read once, from left to right, and a mark of
one sign never stands inside another of that sign, so no text takes long or nests deep.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from certlab.course.maths import safe

Node = str | tuple[str, Sequence["Node"]]

# What \s is in JavaScript.
SPACES = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009"
    "\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
)
_TAGS = {"**": "strong", "*": "em", "_": "em"}
_TOKEN = re.compile(
    r"\$(?P<maths><math\b[^$]*</math>)\$"
    r"|(?P<ticks>`+)|(?P<stars>\*+)|(?P<unders>_+)"
    r"|\\(?P<escaped>[\\`*_{}<>$])",
    re.ASCII,
)
_FENCE = re.compile(r"```\w*[ \t\r]*", re.ASCII)
# What XML cannot hold, a terminal would obey, or turns the direction of a line.
_ILLEGAL = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2029\u202f-\u2065\u206a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
)


def nodes(text: str) -> list[Node]:
    """The text as a tree; a blank line becomes two line breaks, a line end a space.

    Lines between fences (three backticks) become one "pre", as they are.
    """
    found: list[Node] = []
    whole = _ILLEGAL.sub("\ufffd", text).strip(SPACES)
    for number, part in enumerate(fenced(whole)):
        found += [("pre", [part])] if number % 2 else _paragraphs(part)
    return found


def fenced(text: str) -> list[str]:
    """The text in parts; what stands between two fences is every second one."""
    lines = text.split("\n")
    parts: list[str] = []
    begin = number = 0
    while number < len(lines):
        if not _FENCE.fullmatch(lines[number]):
            number += 1
            continue
        rest = range(number + 2, len(lines))
        end = next((n for n in rest if lines[n].rstrip(" \t\r") == "```"), 0)
        if not end:
            break
        parts.append("\n".join(lines[begin:number]))
        parts.append("\n".join(lines[number + 1 : end]))
        begin = number = end + 1
    return [*parts, "\n".join(lines[begin:])]


def _paragraphs(text: str) -> list[Node]:
    paragraphs: list[list[str]] = [[]]
    for line in text.split("\n"):
        one = line.strip(SPACES)
        if one:
            paragraphs[-1].append(one)
        elif paragraphs[-1]:
            paragraphs.append([])
    found: list[Node] = []
    for number, lines in enumerate(filter(None, paragraphs)):
        found += [("br", ()), ("br", ())] if number else []
        found += _marks(" ".join(lines))
    return found


def _marks(text: str) -> list[Node]:
    found: list[Node] = []
    begun: list[tuple[str, int]] = []  # signs without their end, and where they stand
    ends = _ends_of_code(text)
    place = 0
    while token := _TOKEN.search(text, place):
        found += [text[place : token.start()]] if token.start() > place else []
        place = token.end()
        kind, run = token.lastgroup, token[0]
        if kind == "ticks":
            later = ends[len(run)]
            while later and later[-1] < place:
                later.pop()
            code = text[place : later[-1]] if later else ""
            place += len(code + run) if later else 0
            found.append(("code", [_code(code)]) if later else run)
        elif kind == "maths":
            maths = token["maths"]
            found.append(("math", [maths]) if safe(maths) else maths)
        elif kind == "escaped":
            found.append(token["escaped"])
        else:
            before = text[max(0, token.start() - 1) : token.start()]
            for sign in _signs(run, begun):
                _put(found, begun, sign, before, text[place : place + 1])
    return [*found, text[place:]] if place < len(text) else found


def _ends_of_code(text: str) -> dict[int, list[int]]:
    """Where runs of so many ticks begin, the last one first."""
    found: dict[int, list[int]] = defaultdict(list)
    for run in reversed([*re.finditer("`+", text)]):
        found[len(run[0])].append(run.start())
    return found


def _code(text: str) -> str:
    """The code without the spaces that keep its own ticks from those around it."""
    spaced = text[0] == text[-1] == " " and text.strip(SPACES)
    return text[1:-1] if spaced else text


def _signs(run: str, begun: Sequence[tuple[str, int]]) -> Iterator[str]:
    """The marks in a run of one sign; a long one is a line or a blank to fill in."""
    if run != "***":
        yield run
    elif begun and begun[-1][0] == "*":
        yield from ("*", "**")
    else:
        yield from ("**", "*")


def _put(
    found: list[Node],
    begun: list[tuple[str, int]],
    sign: str,
    before: str,
    after: str,
) -> None:
    """Add a sign: as the end of what is marked, a beginning, or text."""
    apart = sign == "_"  # from the word that it marks; inside one it is part of a name
    ends = before not in SPACES and not (apart and _in_word(after))
    begins = after not in SPACES and not (apart and _in_word(before))
    waits = any(one == sign for one, _ in begun)
    if not (ends and waits):
        if begins and not waits and sign in _TAGS:
            begun.append((sign, len(found)))
        found.append(sign)
        return
    one, place = begun.pop()
    while one != sign:
        one, place = begun.pop()
    found[place:] = [(_TAGS[sign], found[place + 1 :])]


def _in_word(sign: str) -> bool:
    return sign.isascii() and (sign.isalnum() or sign == "_")
