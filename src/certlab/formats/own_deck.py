"""A file's questions as a deck of the learner's own, new or brought up to date."""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from certlab.formats.apkg_notes import read_package
from certlab.formats.draft_bank import body_fields, slug
from certlab.formats.drafts import Back, Blank, Choices, Draft, Gaps, Pairs, Reading
from certlab.formats.import_formats import read_file
from certlab.study.own_deck_edits import write_deck
from certlab.study.own_decks import Deck, read_deck

PACKAGE = "apkg"
_LONGEST = 80  # characters of a GUID; Anki's own have ten


@dataclass(frozen=True)
class Taken:
    """How many cards of a file are new, changed, and as they were."""

    added: int
    updated: int
    known: int


def read_cards(path: Path, form: str = "") -> tuple[str, Reading]:
    """The format of a file, and the cards in it.

    A cloze of Anki's becomes a card: there it is recalled too, and not typed. The lines
    of its cards stay lines.

    Raises:
        ContentError: it cannot be read, or nothing tells the format.
    """
    if form == PACKAGE or (not form and path.suffix.lower() == f".{PACKAGE}"):
        form, reading = PACKAGE, read_package(path)
    else:
        form, reading = read_file(path, form)
    if form in (PACKAGE, "anki"):
        reading.drafts = [_in_lines(_recalled(one)) for one in reading.drafts]
    return form, reading


def file_name(name: str) -> str:
    """The name of a deck's file: the same for the same deck, and fit for every disk."""
    return f"{slug(name, 8) or _digest(name)}.json"


def take_in(reading: Reading, path: Path, name: str) -> Taken:
    """Add the cards to the deck in a file, which is made where it is missing.

    A card that is there keeps its id, and so what is remembered of it; one that the file
    has no more stays.

    Raises:
        CourseError: the deck is broken or cannot be written; it is as it was.
    """
    cards = dict(read_deck(path).cards) if path.exists() else {}
    places: dict[str, str] = {}
    added = updated = 0
    stems = Counter(map(_guid, reading.drafts))
    for draft in reading.drafts:
        guid = _guid(draft)
        # Under one stem options make another question; a card with another back does not.
        chosen = isinstance(draft.body, Choices | Pairs)
        if chosen and stems[guid] > 1 and not _is_at(draft, cards.get(guid, {})):
            guid = _digest(json.dumps(_fields(draft)))
        if guid in places:
            reading.drop(draft, f"it asks the same as {places[guid]}.")
            continue
        places[guid] = draft.where
        old = cards.get(guid, {})
        row = {"guid": guid, "rev": old.get("rev", 1), **_fields(draft)}
        if not old:
            added += 1
        elif row != old:
            updated += 1
            row["rev"] += 1
        cards[guid] = row
    if places:
        write_deck(path, Deck(name, cards))
    return Taken(added, updated, len(places) - added - updated)


def _is_at(draft: Draft, card: dict[str, Any]) -> bool:
    """Whether a card of the deck is the draft, as it was or changed in nothing that is asked."""
    return {**card, **_fields(draft)} == card


def _recalled(draft: Draft) -> Draft:
    if not isinstance(draft.body, Gaps):
        return draft
    parts = draft.body.parts
    return replace(
        draft,
        ask="".join("[...]" if isinstance(one, Blank) else one for one in parts),
        body=Back("".join(_shown(parts))),
    )


def _in_lines(card: Draft) -> Draft:
    """The card with its lines as paragraphs; a single line end is a space in Markdown."""
    ask, explain = (re.sub(r"\n+", "\n\n", one) for one in (card.ask, card.explain))
    back = re.sub(r"\n+", "\n\n", getattr(card.body, "text", ""))
    return replace(card, ask=ask, body=Back(back), explain=explain)


def _shown(parts: Iterable[str | Blank]) -> Iterable[str]:
    for one in parts:
        yield f"**{one.accept[0]}**" if isinstance(one, Blank) else one


def _fields(draft: Draft) -> dict[str, Any]:
    found = {"kind": draft.kind, "ask": draft.ask, **body_fields(draft.body)}
    return found | ({"explain": draft.explain} if draft.explain else {})


def _guid(draft: Draft) -> str:
    """What its program knows a card by; without that, as in Anki, what it asks."""
    given = draft.guid
    usable = given.isascii() and given.isprintable() and 0 < len(given) <= _LONGEST
    return given if usable else _digest(given or draft.ask)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
