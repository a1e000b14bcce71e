"""A learner's own decks as the app works on them: listed, imported, changed, removed."""

from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from certlab.course import Course
from certlab.day.planner import Planner
from certlab.errors import CourseError
from certlab.study.answers import Answer
from certlab.study.own_deck_edits import (
    change_card,
    deck_file,
    keep_copy,
    remove_card,
    remove_deck,
    restore_deck,
)
from certlab.study.own_deck_lists import cards_of, deck_listing, deck_order, own_bank
from certlab.study.own_decks import FOLDER, read_deck
from certlab.study.standing import Standing
from certlab.words import Sentence, text

LARGEST = 256 * 2**20  # bytes of a file: Anki packages hold pictures, which stay there
_TOLD = 200  # reasons; a file of thousands that is no deck has one each

Data = dict[str, Any]


class OwnDeckDesk:
    """The decks of a planner's workspace."""

    def __init__(self, planner: Planner) -> None:
        """It has the course and the history that the plan is made from."""
        self._planner = planner

    @property
    def _course(self) -> Course:
        return self._planner.course

    @property
    def _workspace(self) -> Path:
        return self._planner.own.workspace

    def _answers(self) -> tuple[Answer, ...]:
        rows = self._planner.history.read().rows
        return Standing(self._course, rows).answers

    def listing(self, now: datetime) -> Data:
        """The decks, with how many cards each has and what is due."""
        answers, words = self._answers(), text(self._planner.lang)
        return deck_listing(self._workspace, self._course, answers, now, words)

    def cards(self, deck: str) -> list[Data]:
        """The cards of a deck.

        Raises:
            CourseError: there is no such deck, or it cannot be read.
        """
        return cards_of(deck_file(self._workspace, deck))

    def bank(self, deck: str, ids: Iterable[str], now: datetime) -> Data:
        """What a set of a deck asks, or some cards by id."""
        own = self._planner.own.read(self._course)
        items = deck_order(own, deck, self._answers(), now) if deck else [*ids]
        return {"bank": own_bank(self._course, own, items), "items": items}

    def take_in(self, file: str, data: bytes, how: str, now: datetime) -> Data:
        """Import a file; where its deck is there already, only if `how` says what to do.

        Args:
            file: its name.
            how: "update" the deck that is there, "beside" it make another; else "".

        Raises:
            CourseError: it is no deck that we can read, or cannot be written.
        """
        from certlab.formats.own_deck import file_name, read_cards, take_in

        name = Path(file.replace("\\", "/")).name or "deck"
        with TemporaryDirectory() as folder:
            path = Path(folder) / name
            try:
                path.write_bytes(data)
            except (OSError, ValueError) as error:
                says = Sentence("{name}: give the file a shorter name.", name=name)
                raise CourseError(says) from error
            try:
                _, reading = read_cards(path)
            except CourseError as error:
                raise CourseError(_for_the_app(error, folder)) from error
        title = Path(name).stem
        place = self._workspace / FOLDER / file_name(title)
        if place.exists() and how == "beside":
            title, place = _beside(self._workspace / FOLDER, title, file_name)
        if place.exists() and how != "update":
            there = {"deck": place.stem, "name": read_deck(place).name}
            return {"there": there}
        kept = keep_copy(place, now) if place.exists() else None
        taken = take_in(reading, place, title)
        notes = [
            {"where": one.where, "says": one.says, "lost": one.lost}
            for one in reading.notes
        ]
        told: Data = {"deck": title, **asdict(taken), "copy": str(kept or "")}
        told |= {"notes": notes[:_TOLD], "more": max(0, len(notes) - _TOLD)}
        return {"taken": told}

    def change(self, sent: Data) -> Data:
        """Give a card other texts.

        Raises:
            CourseError: it is another one by now, or could not be asked.
        """
        path = deck_file(self._workspace, str(sent.get("deck")))
        ask, back = str(sent.get("ask", "")), str(sent.get("back", ""))
        change_card(path, self._course, _card(sent), ask, back)
        return {"cards": cards_of(path)}

    def remove(self, sent: Data, now: datetime) -> Data:
        """Remove a card, or a deck where no card is named.

        Raises:
            CourseError: it is gone or another one by now.
        """
        path = deck_file(self._workspace, str(sent.get("deck")))
        if "guid" not in sent:
            return {"moved": str(remove_deck(path, now))}
        remove_card(path, _card(sent))
        return {"cards": cards_of(path)}

    def restore(self, sent: Data) -> Data:
        """Put a removed deck back.

        Raises:
            CourseError: it is gone, or another one is in its place.
        """
        restore_deck(self._workspace, str(sent.get("deck")))
        return {}


def _card(sent: Data) -> tuple[str, int]:
    guid, rev = sent.get("guid"), sent.get("rev")
    return str(guid), rev if isinstance(rev, int) else -1


def _beside(folder: Path, title: str, file_name: Any) -> tuple[str, Path]:
    """A name that no deck has yet, and its file."""
    for n in range(2, 1000):
        name = f"{title} {n}"
        # A long name is cut in its file's.
        place = folder / file_name(name)
        if place.name == file_name(title):
            place = folder / f"{place.stem}-{n}.json"
        if not place.exists():
            return name, place
    raise CourseError(Sentence("{folder}: it has too many decks.", folder=folder))


def _for_the_app(error: CourseError, folder: str) -> str:
    """Why a file is refused, without the folder that it was put into for a moment."""
    from certlab.formats.import_formats import UntoldError

    if isinstance(error, UntoldError):
        return Sentence(
            "{name}: this is no deck that certlab can read; it takes Anki packages "
            "(.apkg), Anki or tab-separated text, jupyterquiz, GIFT and mkdocs-quiz.",
            name=error.name,
        )
    return str(error).replace(f"{folder}/", "").replace(f"{folder}\\", "")
