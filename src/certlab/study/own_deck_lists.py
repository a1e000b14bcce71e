"""What a page shows of a learner's own decks, as data: the decks, their cards, what is asked."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from certlab.course import Course
from certlab.course.items import Item
from certlab.errors import CourseError
from certlab.study.answers import Answer
from certlab.study.bank import compile_items
from certlab.study.memory import fold
from certlab.study.own_deck_edits import REMOVED
from certlab.study.own_decks import FOLDER, own_items, read_deck
from certlab.study.questions import MINE
from certlab.words import Words

A_SET = 20  # cards of a deck that are asked in one go

Data = dict[str, Any]


def deck_listing(
    workspace: Path,
    course: Course,
    answers: Iterable[Answer],
    now: datetime,
    words: Words,
) -> Data:
    """The decks that are asked, those that were removed, and what of them cannot be read.

    Args:
        answers: in order of time.
        now: the present, with the learner's own time zone.
    """
    folder = workspace / FOLDER
    own, problems = own_items(workspace, course)
    memory = fold([row for row in answers if row.item in own])
    end = now.replace(hour=23, minute=59, second=59)
    decks = []
    for path in sorted(folder.glob("*.json")):
        ids = [id for id in own if id.startswith(f"{MINE}{path.stem}/")]
        known = [memory[id] for id in ids if id in memory]
        decks.append(
            {
                "deck": path.stem,
                "name": _name(path),
                "cards": len(ids),
                "due": sum(one.due <= end for one in known),
                "fresh": len(ids) - len(known),
            }
        )
    removed = [
        {"deck": path.stem, "name": _name(path), "path": str(path)}
        for path in sorted((folder / REMOVED).glob("*.json"))
    ]
    says = [words.say(one) for one in problems]
    return {
        "folder": str(folder),
        "decks": decks,
        "removed": removed,
        "problems": says,
    }


def cards_of(path: Path) -> list[Data]:
    """The cards of a deck as they are changed; only a card's back is a text of its own.

    Raises:
        CourseError: the deck cannot be read.
    """
    names = ("guid", "kind", "ask", "back")
    return [
        {"rev": row.get("rev"), **{name: str(row.get(name, "")) for name in names}}
        for row in read_deck(path).cards.values()
    ]


def deck_order(
    own: Iterable[str], deck: str, answers: Iterable[Answer], now: datetime
) -> list[str]:
    """What a set of one deck asks: what is due, what is new, and what comes next."""
    ids = [id for id in own if id.startswith(f"{MINE}{deck}/")]
    memory = fold([row for row in answers if row.item in ids])
    known = sorted((id for id in ids if id in memory), key=lambda id: memory[id].due)
    due = [id for id in known if memory[id].due <= now]
    new = [id for id in ids if id not in memory]
    return [*due, *new, *known[len(due) :]][:A_SET]


def own_bank(course: Course, own: Mapping[str, Item], ids: Iterable[str]) -> Data:
    """Some cards as a bank, in their order; what is no card any more is left out."""
    items = {id: own[id] for id in ids if id in own}
    whole = replace(course, items={**course.items, **items})
    return {**compile_items(whole, [*items.values()]), "module": MINE.rstrip("/")}


def _name(path: Path) -> str:
    try:
        return read_deck(path).name
    except CourseError:
        return path.stem
