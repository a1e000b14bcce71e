"""What a learner does to their own decks: a card changed or removed, a deck removed and put back.

A removed deck is a file of the folder decks/removed, which no drill reads. Each change reads
the deck anew and says which card it is of, by its guid and revision: what another window or
an editor changed meanwhile is refused, and never written over.
"""

import json
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from certlab import whole_file
from certlab.course import Course
from certlab.course.template import PLACEHOLDER
from certlab.errors import CourseError
from certlab.study.own_decks import FOLDER, MOST_BYTES, Deck, card_item, read_deck
from certlab.words import Sentence

REMOVED = "removed"  # below FOLDER
_LONGEST = 20_000  # characters of a side, as in an import


def deck_file(workspace: Path, id: str, *, removed: bool = False) -> Path:
    """The file of a deck, by its id.

    Raises:
        CourseError: there is none.
    """
    folder = workspace / FOLDER / REMOVED if removed else workspace / FOLDER
    for path in folder.glob("*.json"):
        if path.stem == id:
            return path
    raise CourseError(
        Sentence(
            "{folder}: there is no deck {name}; it may have been removed meanwhile.",
            folder=folder,
            name=id,
        )
    )


def change_card(
    path: Path, course: Course, card: tuple[str, int], ask: str, back: str
) -> None:
    """Give a card other texts; it keeps its id, and so what is remembered of it.

    Args:
        path: the deck's.
        card: its guid, and the revision that was changed.
        ask: its front.
        back: of a card; a question of another kind has none.

    Raises:
        CourseError: the card is another one by now, or could not be asked like that.
    """
    deck = read_deck(path)
    old = _card(deck, *card)
    row = {**old, "ask": _safe(ask)}
    if old.get("kind") == "card":
        row["back"] = _safe(back)
    if row == old:
        return
    row["rev"] = card[1] + 1
    item, problems = card_item(course, path.stem, deck.name, row)
    if item is None:
        raise CourseError(
            Sentence(
                "The card cannot be asked like this ({why}); it is as it was.",
                why=problems[0].says.rstrip("."),
            )
        )
    write_deck(path, Deck(deck.name, {**deck.cards, card[0]: row}))


def remove_card(path: Path, card: tuple[str, int]) -> None:
    """Take a card out of a deck.

    Raises:
        CourseError: it is another one by now.
    """
    deck = read_deck(path)
    _card(deck, *card)
    rest = {guid: row for guid, row in deck.cards.items() if guid != card[0]}
    write_deck(path, Deck(deck.name, rest))


def remove_deck(path: Path, now: datetime) -> Path:
    """Move a deck's file to where no drill reads it; its new path.

    Raises:
        CourseError: it cannot be moved, and is as it was.
    """
    with _moving(path):
        place = _aside(path, now)
        path.rename(place)
    return place


def keep_copy(path: Path, now: datetime) -> Path:
    """Copy a deck to where removed ones are, before an import changes it; the copy's path.

    Raises:
        CourseError: it cannot be copied.
    """
    with _moving(path):
        place = _aside(path, now)
        whole_file.write(place, path.read_bytes())
    return place


def _aside(path: Path, now: datetime) -> Path:
    """Where a removed deck goes; no two lie in one place."""
    place = path.parent / REMOVED / path.name
    place.parent.mkdir(exist_ok=True)
    dated = f"{path.stem}-{now:%Y%m%d-%H%M%S-%f}"
    return place.with_stem(dated) if place.exists() else place


def restore_deck(workspace: Path, id: str) -> Path:
    """Put a removed deck back; its path.

    Raises:
        CourseError: there is none, or a deck of that name is there again.
    """
    path = deck_file(workspace, id, removed=True)
    place = workspace / FOLDER / path.name
    if place.exists():
        raise CourseError(
            Sentence("{path}: a deck is there again; remove it first.", path=place)
        )
    with _moving(path):
        path.rename(place)
    return place


def write_deck(path: Path, deck: Deck) -> None:
    """Write a deck whole and put it in its place in one step.

    Raises:
        CourseError: it is too large or cannot be written, and is as it was.
    """
    rows = {"name": deck.name, "cards": [*deck.cards.values()]}
    data = json.dumps(rows, ensure_ascii=False, indent=1).encode()
    if len(data) > MOST_BYTES:
        says = f"would hold more than {MOST_BYTES // 2**20} MiB, and is as it was"
        raise CourseError(f"{path}: {says}; import the file as another deck.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        whole_file.write(path, data)
    except OSError as error:
        why = error.strerror or error
        says = f"cannot be written ({why}), and is as it was; make room or give access."
        raise CourseError(f"{path}: {says}") from None


def _card(deck: Deck, guid: str, rev: int) -> dict[str, Any]:
    row = deck.cards.get(guid)
    if row is None:
        raise CourseError(Sentence("The card is not in its deck any more."))
    if row.get("rev") != rev:
        raise CourseError(
            Sentence(
                "The card was changed elsewhere meanwhile and is shown as it is now; "
                "nothing was written."
            )
        )
    return row


def _safe(text: str) -> str:
    """Without control characters and without what a template would fill in.

    Raises:
        CourseError: nothing is left, or it is too long.
    """
    kept = "".join(
        one
        for one in text
        if one in "\n\t" or unicodedata.category(one) not in _CONTROL
    )
    if not kept.strip():
        raise CourseError(Sentence("Write something on both sides of the card."))
    if len(kept) > _LONGEST:
        raise CourseError(Sentence("A side holds at most {n} characters.", n=_LONGEST))
    return PLACEHOLDER.sub(lambda found: "{ " + found[0][1:], kept.strip())


_CONTROL = ("Cc", "Cs")


@contextmanager
def _moving(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CourseError(
            Sentence(
                "{path}: the file cannot be moved or copied ({why}); it is as it was.",
                path=path,
                why=error.strerror or str(error),
            )
        ) from error
