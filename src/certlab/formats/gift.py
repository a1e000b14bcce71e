"""GIFT, Moodle's text format for questions, read into drafts.

After https://docs.moodle.org/en/GIFT_format and, where that is silent, the importer
itself: question/format/gift/format.php of https://github.com/moodle/moodle.
"""

import re
from collections.abc import Iterator

from certlab.formats.drafts import Draft, Gaps, Reading
from certlab.formats.file_limits import MOST_CHARACTERS
from certlab.formats.gift_answers import ESCAPED, FORMAT, SIGNS, Question, body_of


def read(text: str, file: str = "GIFT file") -> Reading:
    """The questions of a file."""
    reading = Reading(file)
    category = ""
    for line, block in _blocks(text):
        where = f"line {line}"
        if block.startswith("$CATEGORY:"):
            category = _plain(block.partition("\n")[0]).partition(":")[2].strip()
            block = block.partition("\n")[2]  # noqa: PLW2901  # a question may follow
        if len(block) > MOST_CHARACTERS:
            reading.refuse(where, f"it is longer than {MOST_CHARACTERS:,} characters.")
        elif block.strip():
            _question(reading, where, block.strip(), category)
    return reading


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """What stands between blank lines, without comments, and the line it begins at."""
    found: list[str] = []
    begin = 0
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if not line.strip():
            if found:
                yield begin, _hidden("\n".join(found)).strip()
            found = []
        elif not line.lstrip().startswith("//"):
            begin = begin if found else number
            found.append(line)


def _hidden(text: str) -> str:
    """The text with escaped signs as control characters."""
    return re.sub(
        r"\\([\\:#={}~n])", lambda found: ESCAPED.get(found[1], found[1]), text
    )


def _plain(text: str) -> str:
    return "".join(SIGNS.get(sign, sign) for sign in text)


def _question(reading: Reading, where: str, block: str, category: str) -> None:
    title = ""
    if block.startswith("::") and "::" in block[2:]:
        title, _, block = block[2:].partition("::")
        block = block.strip()
    before, brace, rest = block.partition("{")
    inside, end, after = rest.partition("}")
    if not brace:
        reading.refuse(where, "it asks for no answer; Moodle calls it a description.")
        return
    if not end or "{" in after or "}" in after:
        reading.refuse(
            where, "its braces do not match; escape those of the text as \\{."
        )
        return
    question = Question(reading, where)
    mark = FORMAT.match(before.strip())
    question.format = mark[1] if mark else "moodle"
    general = inside.rpartition("####")[2] if "####" in inside else ""
    inside = inside.rpartition("####")[0] if "####" in inside else inside
    body = body_of(question, inside.strip())
    if isinstance(body, str):
        reading.refuse(where, body)
        return
    names = {"category": category, "title": _plain(title).strip()}
    about = "; ".join(f"{name}: {text}" for name, text in names.items() if text)
    head, tail = question.read(before), question.read(after)
    if isinstance(body, Gaps) and tail:
        head += " " * before[-1:].isspace()
        tail = " " * after[:1].isspace() + tail
        body = Gaps((*([head] if head else []), *body.parts, tail))
        head = "Fill the gap."
    elif tail:
        head = f"{head} [...] {tail}"  # Moodle shows underscores; here they are marks
    reading.keep(Draft(where, head, body, question.read(general), about))
