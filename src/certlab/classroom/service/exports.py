"""What a class learned, as tables in CSV."""

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from certlab.classroom.csv_lines import lines
from certlab.classroom.service.bank import Bank
from certlab.classroom.service.responses import in_words
from certlab.classroom.service.rows import FIELDS
from certlab.classroom.service.tables import Learner, Row
from certlab.course.markup import plain

ITEMS = (
    "item",
    "n",
    "right",
    "share",
    "top_wrong",
    "top_wrong_n",
    "discrimination",
    "warning",
)

ABOUT = ("question", "objective", "domain")


def answers(session: Session, bank: Bank) -> Iterator[str]:
    """Every row that is kept, with whose it is and what it answers."""
    query = (
        select(Learner.id, Learner.nickname, *(getattr(Row, name) for name in FIELDS))
        .join(Row, Row.learner == Learner.id)
        .order_by(Learner.folded, Row.at, Row.ulid)
        .execution_options(yield_per=1000)
    )
    head = ("learner", "nickname", *FIELDS, *ABOUT, "response_json")
    about = cache(partial(_about, bank))
    question = cache(lambda id: bank.question(id, 0))

    def row(cells: Sequence[Any]) -> list[Any]:
        *most, item, rev, outcome, score, response = cells
        said = in_words(question(item), json.loads(response))
        return [*most, item, rev, outcome, score, said, *about(item), response]

    return lines(head, map(row, session.execute(query)))


def _about(bank: Bank, id: str) -> list[str]:
    """What was asked, and the objective and the domain that it counts for."""
    item = bank.course.items.get(id)
    if item is None:
        return [bank.exercises.get(id, ""), "", ""]
    question = bank.question(id, 0)
    asked = plain(question.show["ask"]) if question else ""
    if item.body.drawn:
        asked += " (Each learner gets other numbers.)"
    return [asked, *bank.places.get(item.objective, (item.objective, ""))]


def items(records: Iterable[dict[str, Any]], bank: Bank) -> Iterator[str]:
    """What `statistics.items` gives."""
    head = (*ITEMS, *ABOUT)
    return lines(head, ([*_item(one), *_about(bank, one["item"])] for one in records))


def _item(record: dict[str, Any]) -> list[Any]:
    wrong = record["top_wrong"] or {"text": "", "n": ""}
    found = record["discrimination"]
    return [
        *(record["item"], record["n"], record["right"], f"{record['share']:.3f}"),
        *(wrong["text"], wrong["n"]),
        *("" if found is None else f"{found:.3f}", record["warning"]),
    ]
