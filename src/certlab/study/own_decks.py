"""A learner's own decks: cards of theirs that a drill asks next to those of the course.

A deck is a file of the workspace, decks/NAME.json:

    {"name": "Networks", "cards": [
      {"guid": "q7", "rev": 1, "kind": "card", "ask": "What is RoCE?", "back": "..."}
    ]}

A card has the fields of an item that its kind has; it has no module and no objective. Its
id is `mine/NAME/GUID`, so that a later import finds the card, and the history its answers.
Nothing but a drill knows of them: no readiness, coverage, plan or mock exam.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from certlab.course import Course
from certlab.course.expression import ExpressionError
from certlab.course.items import ASKABLE, KINDS, Item
from certlab.course.problems import Problem
from certlab.course.table import Table
from certlab.course.template import TemplateError
from certlab.errors import CourseError, read_or_refuse
from certlab.study.answers import Answer
from certlab.study.memory import fold
from certlab.study.questions import MINE, compile_item
from certlab.words import Sentence

FOLDER = "decks"
MOST_BYTES = 64 * 2**20  # of a deck; 10,000 cards have ten
NEW_A_DAY = 10  # cards that are begun among those of the course


@dataclass(frozen=True)
class Deck:
    """A deck as its file holds it: its name, and the fields of each card, by guid."""

    name: str
    cards: dict[str, dict[str, Any]]


def read_deck(path: Path) -> Deck:
    """The deck in a file.

    Raises:
        CourseError: it cannot be read, or is no deck.
    """
    says = Sentence(
        "{path}: this deck cannot be read; move it to another folder, then "
        "import the deck again.",
        path=path,
    )
    with read_or_refuse(CourseError(says)):
        if not path.is_file() or path.stat().st_size > MOST_BYTES:
            raise ValueError(path)
        data = json.loads(path.read_text("utf-8"))
        cards = {row["guid"]: dict(row) for row in data["cards"]}
        if not all(str(guid).isprintable() for guid in cards):
            raise ValueError(path)
        return Deck(str(data["name"]), cards)


def own_items(
    workspace: Path, course: Course
) -> tuple[dict[str, Item], tuple[str, ...]]:
    """The cards of every deck, by id, and a sentence for each deck that is not whole.

    Args:
        workspace: the learner's folder.
        course: whose facts the cards may name.
    """
    items: dict[str, Item] = {}
    says: list[str] = []
    for path in sorted((workspace / FOLDER).glob("*.json")):
        try:
            deck = read_deck(path)
        except CourseError as error:
            says.append(error.args[0])
            continue
        problems: list[Problem] = []
        for guid, row in deck.cards.items():
            item, amiss = card_item(course, path.stem, deck.name, row)
            problems += amiss
            if item is not None:
                items[f"{MINE}{path.stem}/{guid}"] = item
        if problems:
            sentence = Sentence(
                "{path}: the card {card} cannot be asked ({why}); "
                "fix it there, or import the deck again.",
                path=path,
                card=problems[0].id,
                why=problems[0].says.rstrip("."),
            )
            says.append(sentence)
    return items, tuple(says)


def card_item(
    course: Course, deck: str, name: str, row: dict[str, Any]
) -> tuple[Item | None, list[Problem]]:
    """A card as an item; None and what is amiss where it cannot be asked.

    Args:
        deck: its id, the name of the deck's file.
        name: the deck's own.
        row: the card's fields.
    """
    problems: list[Problem] = []
    item = _item(row, f"{MINE}{deck}/{row['guid']}", name, problems)
    problems = [one for one in problems if _stops(one)]
    if item is None or problems:
        return None, problems
    try:
        compile_item(course, item, 0)
    except (TemplateError, ExpressionError) as error:
        return None, [Problem("", item.id, f"{error}.")]
    return item, []


def waiting(
    own: Mapping[str, Item], answers: Iterable[Answer], now: datetime
) -> list[str]:
    """Ids of own cards that come up by themselves: what is due, then a few new ones.

    Args:
        own: the cards, by id.
        answers: in order of time.
        now: the present, with the learner's own time zone.
    """
    answers = [row for row in answers if row.item in own]
    memory = fold(answers)
    begun: dict[str, Answer] = {}
    for row in answers:
        begun.setdefault(row.item, row)
    days = [row.time.astimezone(now.tzinfo).date() for row in begun.values()]
    room = max(0, NEW_A_DAY - days.count(now.date()))
    due = [id for id, one in memory.items() if one.due <= now]
    new = [id for id in own if id not in memory]
    return [*sorted(due, key=lambda id: memory[id].recall(now)), *new[:room]]


def _item(
    row: dict[str, Any], id: str, deck: str, problems: list[Problem]
) -> Item | None:
    table = Table(row, "", problems, id)
    kind = table.choice("kind", ASKABLE)
    if kind not in ASKABLE:
        return None
    return Item(
        id=id,
        rev=table.integer("rev"),
        kind=kind,
        module=MINE + deck,
        objective="",
        also=(),
        level="recall",
        pool="practice",
        ask=table.text("ask"),
        body=KINDS[kind].read(table),
        explain=table.text("explain", ""),
        section="",
        sources=(),
        exam_era="",
        current="",
        seconds=0,
        enemies=(),
        status="reviewed",
        review_by=None,
        lang="",
        reset=0,
        tests=(),
        file="",
    )


def _stops(problem: Problem) -> bool:
    """Whether a card cannot be asked for it; reasons need not be given in an own deck."""
    return "no reason" not in problem.says and problem.says != "why is empty."
