"""The notes of an Anki package, .apkg, read into drafts of cards and clozes.

A package is an archive with a database in it, collection.anki21 or, before 2018,
collection.anki2. The one that Anki writes for itself alone is compressed with Zstandard,
and is refused. Media are not read. Which fields are on the front and on the back is told
by the first template of the note's type.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from certlab.errors import ContentError
from certlab.formats.anki_text import joined, keep, text_in
from certlab.formats.apkg_database import read_database
from certlab.formats.drafts import Back, Draft, Reading
from certlab.formats.file_limits import MOST_CHARACTERS, clean

_MOST_FIELDS = 200  # of a note, each with its own name; large note types have 40
Sides = tuple[list[int], list[int], int]


def read_package(path: Path) -> Reading:
    """The notes of a package.

    Raises:
        ContentError: it cannot be read, or is no package of notes; nothing is half read.
    """
    types, rows = read_database(path)
    reading = Reading(path.name)
    known: dict[str, Sides] = {}
    for number, (guid, type, tags, fields) in enumerate(rows, 1):
        if type not in known:
            sides = _sides(types.get(type) if isinstance(types, dict) else None)
            if sides is None:
                odd = f"is broken, or has more than {_MOST_FIELDS} fields"
                says = f"the type of its note {number} {odd}"
                again = "export the deck again in Anki"
                raise ContentError(f"{path}: {says}; {again}.")
            known[type] = sides
        place = Draft(f"note {number}", "", Back(""), "", tags.strip(), guid)
        texts = fields.split("\x1f", _MOST_FIELDS)[:_MOST_FIELDS]
        _note(reading, place, texts, *known[type])
    return reading


def _sides(type: Any) -> Sides | None:
    """The fields of the front and of the back, by place, and how many cards there are."""
    match type:
        case {
            "flds": list(fields),
            "tmpls": [{"qfmt": str(front), "afmt": str(back)}, *more],
            "type": kind,
        } if len(fields) <= _MOST_FIELDS:
            names = [one.get("name") for one in fields if isinstance(one, dict)]
            places = {name: n for n, name in enumerate(names) if isinstance(name, str)}
        case _:
            return None
    # Where an answer is to be typed, the front names its field without showing it.
    asked = _fields(front.replace("{{type:", ""), places)
    answered = dict.fromkeys(_fields(back, places))
    told = [one for one in answered if one not in {*asked}]
    return asked, told, 1 if kind == 1 else 1 + len(more)


def _fields(template: str, places: dict[str, int]) -> list[int]:
    """Places of the fields that a template names, "{{Front}}" or "{{type:Front}}"."""
    parts = (part.partition("}}")[0] for part in template.split("{{")[1:])
    shown = (part.rpartition(":")[2].strip() for part in parts)
    return list(dict.fromkeys(places[one] for one in shown if one in places))


def _note(
    reading: Reading,
    note: Draft,
    fields: Sequence[str],
    front: Iterable[int],
    back: Iterable[int],
    cards: int,
) -> None:
    if any(len(one) > MOST_CHARACTERS for one in fields):
        says = f"a field is longer than {MOST_CHARACTERS:,} characters."
        reading.refuse(note.where, says)
        return
    texts = [text_in(reading, note.where, clean(one), html=True) for one in fields]
    if cards > 1:
        reading.note(note.where, "of its several cards only the first is asked.")
    ask, answer = (
        joined([texts[n] for n in side if n < len(texts)]) for side in (front, back)
    )
    whole = Draft(note.where, ask, Back(answer), "", note.about, note.guid)
    keep(reading, whole, [answer])
