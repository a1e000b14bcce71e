"""Questions as an Anki package, .apkg: notes with a front and a back.

A note's GUID is its item's id, and the note type's and the decks' ids never change, so
importing a later package updates what is there and keeps its schedule.
"""

import hashlib
import io
import zipfile
from collections.abc import Iterator, Sequence
from html import escape

from certlab.course.markup import html
from certlab.formats.apkg_collection import Note, NoteType, collection
from certlab.formats.exports import Export, Loss
from certlab.study.answer_sheet import (
    answers,
    choices,
    gapped,
    reasons,
    sources,
    stem,
)
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
_TYPE = NoteType(
    _NOTE_TYPE,
    "certlab question",
    FIELDS,
    _FRONT,
    _BACK,
    _STYLE,
    FIELDS.index("Question"),
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
    """
    decks: dict[int, str] = {}
    notes: list[Note] = []
    lost = []
    for question in questions:
        name = f"certlab::{question.show['module']}"
        deck = _deck_id(name)
        decks[deck] = name
        tags = ("certlab", question.show["objective"].replace(" ", "::"))
        texts = [*fields(question)]
        notes.append(Note(guid(question.item), deck, texts, tags))
        if question.kind != "card":
            says = f"Anki does not grade it; you do.{_LOSSES[question.kind]}"
            lost.append(Loss(question.item, says))
    data = _packed(collection(_TYPE, decks, notes, now))
    return Export(data, len(questions), tuple(lost))


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


def _packed(data: bytes) -> bytes:
    """The package of a database, without media."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (("collection.anki2", data), ("media", "{}")):
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return file.getvalue()
