"""Notes that Anki exported as text, read into drafts of cards and clozes.

After https://docs.ankiweb.net/importing/text-files.html (src/importing/text-files.md of
ankitects/anki-manual, 2026-08). The separator is a tab where no header names another.
"""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from certlab.errors import ContentError
from certlab.formats.drafts import Back, Blank, Draft, Gaps, Reading
from certlab.formats.file_limits import MOST_BYTES, MOST_CHARACTERS
from certlab.formats.html_text import text_of

_SEPARATORS = {
    "comma": ",", "semicolon": ";", "tab": "\t", "space": " ", "pipe": "|", "colon": ":",
}  # fmt: skip
_COLUMNS = ("notetype column", "deck column", "tags column", "guid column")
_HEADERS = {"separator", "html", "tags", "columns", "notetype", "deck", *_COLUMNS}
_GAP_BEGINS = re.compile(r"\{\{c[0-9]{1,3}::")
_GAP = re.compile(r"\{\{c([0-9]{1,3})::((?:[^{}]|\{(?!\{)|\}(?!\}))*)\}\}")
_MEDIA = re.compile(r"\[sound:[^\[\]]*\]")


@dataclass
class _Form:
    """What the headers say of the file."""

    separator: str = "\t"
    html: bool = False
    tags: str = ""
    special: dict[str, int] = field(default_factory=dict)  # column by header, from 0


def read(text: str, file: str = "Anki text") -> Reading:
    """The notes of a file.

    Raises:
        ContentError: a header or the quoting is not as Anki writes it.
    """
    reading = Reading(file)
    lines = text.split("\n")
    form, first = _form(lines, file)
    for line, row in _rows(lines[first:], form, file):
        _note(reading, f"line {line + first}", row, form)
    return reading


def _form(lines: list[str], file: str) -> tuple[_Form, int]:
    form = _Form()
    for number, line in enumerate(lines):
        name, colon, value = line[1:].partition(":")
        name = name.strip().lower()
        if not line.startswith("#") or not colon or name not in _HEADERS:
            return form, number
        where = f"{file}: line {number + 1}"
        if name == "separator":
            sign = _SEPARATORS.get(value.strip().lower(), value or "\t")
            if len(sign) != 1 or sign in '"\n#':
                names = ", ".join(_SEPARATORS)
                raise ContentError(f"{where}: separator must be one of {names}.")
            form.separator = sign
        elif name == "html":
            form.html = value.strip().lower() == "true"
        elif name == "tags":
            form.tags = value.strip()
        elif name in _COLUMNS:
            if not re.fullmatch(r"[1-9]\d?", value.strip(), re.ASCII):
                raise ContentError(f"{where}: {name} must be a number, 1 or more.")
            form.special[name] = int(value) - 1
    return form, len(lines)


def _rows(lines: list[str], form: _Form, file: str) -> Iterator[tuple[int, list[str]]]:
    """Each note's fields with the line, from 1, at which it begins.

    A line that begins with # is a comment, but not inside a quoted field.
    """
    before = csv.field_size_limit(MOST_BYTES)
    rows = csv.reader(
        io.StringIO("\n".join(lines)), delimiter=form.separator, strict=True
    )
    line = 0
    try:
        for row in rows:
            begin, line = line + 1, rows.line_num
            if (
                row
                and not lines[begin - 1].startswith("#")
                and any(map(str.strip, row))
            ):
                yield begin, row
    except csv.Error:
        says = f"a quoted field that begins after line {line} never ends; close it"
        raise ContentError(f"{file}: {says}.") from None
    finally:
        csv.field_size_limit(before)


def _note(reading: Reading, where: str, row: list[str], form: _Form) -> None:
    special = {name: row[n] for name, n in form.special.items() if n < len(row)}
    fields = [one for n, one in enumerate(row) if n not in form.special.values()]
    if any(len(one) > MOST_CHARACTERS for one in fields):
        reading.refuse(where, f"a field is longer than {MOST_CHARACTERS:,} characters.")
        return
    texts = [text_in(reading, where, one, html=form.html) for one in fields]
    tags = f"{form.tags} {special.get('tags column', '')}".split()
    about = f"tags: {' '.join(tags)}" if tags else ""
    guid = special.get("guid column", "").strip()
    front, *rest = texts or [""]
    if not rest and not _GAP_BEGINS.search(front):
        separator = "a tab" if form.separator == "\t" else repr(form.separator)
        reading.refuse(where, f"it has one field; fields are parted by {separator}.")
        return
    keep(reading, Draft(where, front, Back("".join(rest[:1])), "", about, guid), rest)


def keep(reading: Reading, card: Draft, rest: list[str]) -> None:
    """Take a note in: a card, or a cloze where its front has gaps.

    Args:
        reading: where it goes.
        card: the note as a card.
        rest: the texts of all its fields but the first.
    """
    if _GAP_BEGINS.search(card.ask):
        _cloze(reading, replace(card, explain=joined(rest)))
        return
    if any(rest[1:]):
        reading.note(card.where, "fields after the second are now explain.")
    reading.keep(replace(card, explain=joined(rest[1:])))


def joined(texts: list[str]) -> str:
    """Texts as paragraphs of one; what is empty is left out."""
    return "\n\n".join(filter(None, texts))


def text_in(reading: Reading, where: str, field: str, *, html: bool) -> str:
    """The text of a field; what of it does not come along is noted."""
    text, kept = text_of(field) if html else (field.strip(), ())
    if kept:
        names = ", ".join(f"<{one}>" for one in kept)
        reading.note(where, f"{names} stays in the text as it is written.")
    if _MEDIA.search(text):
        reading.note(where, "a sound is named in the text and does not come along.")
    return text


def _cloze(reading: Reading, note: Draft) -> None:
    """A card for each number that the gaps have, with the other gaps filled, as in Anki."""
    rest = _GAP.sub("", note.ask)
    if _GAP_BEGINS.search(rest):
        reading.refuse(note.where, "a gap does not end, or holds another.")
        return
    gaps = [found.groups() for found in _GAP.finditer(note.ask)]
    if any("::" in text for _, text in gaps):
        reading.note(note.where, "hints in gaps are left out.")
    for place, number in enumerate(sorted({int(number) for number, _ in gaps})):
        parts = tuple(_pieces(note.ask, number))
        blanks = sum(isinstance(part, Blank) for part in parts)
        ask = "Fill the gaps." if blanks > 1 else "Fill the gap."
        # The first keeps the note's name, which it had alone in earlier editions.
        guid = f"{note.guid}-c{number}" if note.guid and place else note.guid
        reading.keep(replace(note, ask=ask, body=Gaps(parts), guid=guid))


def _pieces(text: str, number: int) -> Iterator[str | Blank]:
    """The text with the gaps of one number open."""
    shown, end = "", 0
    for found in _GAP.finditer(text):
        shown += text[end : found.start()]
        answer, end = found[2].partition("::")[0], found.end()
        if int(found[1]) != number:
            shown += answer
            continue
        if shown:
            yield shown
        yield Blank((answer.strip(),))
        shown = ""
    if shown + text[end:]:
        yield shown + text[end:]
