"""Questions as an Anki package, .apkg: notes with a front and a back.

A note's GUID is its item's id, and the note type's and the decks' ids never change, so
importing a later package updates what is there and keeps its schedule. Written with
genanki (https://github.com/kerrickstaley/genanki); a test opens it with Anki's own library.
"""

import hashlib
import io
import json
import sqlite3
import zipfile
from collections.abc import Iterator, Sequence
from html import escape
from itertools import count
from typing import Any

from certlab.course.markup import html
from certlab.errors import ContentError
from certlab.formats.answer_sheet import (
    answers,
    choices,
    gapped,
    reasons,
    sources,
    stem,
)
from certlab.formats.exports import Export, Loss
from certlab.study.questions import Question

# Both are promises: another number makes Anki see a second note type, with new notes.
_NOTE_TYPE = 1_763_700_001
_DECKS = 1 << 30  # the least id of a deck; those of Anki's own are times of day
FIELDS = ("Item", "Question", "Answer", "Reasons", "Explanation", "Sources")
_FRONT = "{{Question}}"
_BACK = (
    '{{FrontSide}}<hr id="answer">{{Answer}}'
    '{{#Reasons}}<div class="reasons">{{Reasons}}</div>{{/Reasons}}'
    "{{#Explanation}}<p>{{Explanation}}</p>{{/Explanation}}"
    '{{#Sources}}<div class="sources">{{Sources}}</div>{{/Sources}}'
)
_STYLE = (
    ".card { font: 18px/1.5 system-ui, sans-serif; text-align: left; max-width: 42em;"
    " margin: 0 auto; }\n"
    ".reasons, .sources { font-size: 0.9em; margin-top: 1em; }\n"
    ".sources { opacity: 0.75; }\n"
)
_LOSSES = {
    "single": "",
    "multi": "",
    "numeric": " No unit is chosen, no tolerance applied.",
    "order": "",
    "match": "",
    "cloze": " Accepted spellings are listed.",
    "command": " The flags of another line that is right are not understood.",
}


def guid(item: str) -> str:
    """The GUID of an item's note, the same in every package."""
    return f"certlab:{item}"


def write(questions: Sequence[Question], now: float) -> Export:
    """The questions as a package, and what it cannot hold of them.

    Args:
        questions: a note each, in a deck for each module.
        now: seconds since 1970; Anki updates a note when the package's is newer.

    Raises:
        ContentError: genanki is not installed.
    """
    try:
        import genanki
    except ImportError:
        says = "A package for Anki needs genanki; install it with"
        raise ContentError(f'{says} pip install "certlab[formats]".') from None
    model = genanki.Model(
        _NOTE_TYPE,
        "certlab question",
        fields=[{"name": name} for name in FIELDS],
        templates=[{"name": "Question", "qfmt": _FRONT, "afmt": _BACK}],
        css=_STYLE,
        sort_field_index=0,
    )
    decks: dict[str, Any] = {}
    lost = []
    for question in questions:
        name = f"certlab::{question.show['module']}"
        deck = decks.setdefault(name, genanki.Deck(_deck_id(name), name))
        note = genanki.Note(
            model=model,
            fields=list(fields(question)),
            guid=guid(question.item),
            tags=["certlab", question.show["objective"].replace(" ", "::")],
        )
        deck.add_note(note)
        if question.kind != "card":
            says = f"Anki does not grade it; you do.{_LOSSES[question.kind]}"
            lost.append(Loss(question.item, says))
    package = genanki.Package(list(decks.values()))
    return Export(_packed(package, now), len(questions), tuple(lost))


def fields(question: Question) -> Iterator[str]:
    """The texts of a note, in HTML, in the order of FIELDS."""
    yield escape(question.item)
    shown = [*stem(question), gapped(question)]
    front = "".join(f"<p>{html(text)}</p>" for text in shown if text)
    if question.kind == "match":
        front += _list([one["text"] for one in question.show["left"]])
    yield front + _list([text for _, text in choices(question)])
    yield _list(answers(question), "ol" if question.kind == "order" else "ul")
    yield _list([f"**{what}**: {why}" for what, why in _clear(question)])
    yield html(question.feedback["explain"])
    yield _list(sources(question))


def _clear(question: Question) -> list[tuple[str, str]]:
    """Reasons whose first part may stand in bold text."""
    return [(what.replace("**", ""), why) for what, why in reasons(question)]


def _list(texts: Sequence[str], tag: str = "ul") -> str:
    if not texts:
        return ""
    if len(texts) == 1:
        return f"<p>{html(texts[0])}</p>"
    rows = "".join(f"<li>{html(text)}</li>" for text in texts)
    return f"<{tag}>{rows}</{tag}>"


def _deck_id(name: str) -> int:
    digest = hashlib.sha256(f"certlab deck {name}".encode()).digest()
    return _DECKS + int.from_bytes(digest[:4]) % _DECKS


def _packed(package: Any, now: float) -> bytes:
    """The package's bytes, the same for the same notes and time.

    genanki's own write_to_file leaves its database behind among the temporary files.
    """
    with sqlite3.connect(":memory:") as database:
        package.write_to_db(database.cursor(), now, count(int(now * 1000)))
    data = database.serialize()
    database.close()
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (("collection.anki2", data), ("media", json.dumps({}))):
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return file.getvalue()
