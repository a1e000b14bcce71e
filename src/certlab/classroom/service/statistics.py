"""How the items did in this class: from the first answer of each learner to each.

Discrimination is the corrected point-biserial correlation: of being right here with the
share that the same learner has right elsewhere, this item left out. Corrected, because an
item correlates with any total that it is part of.
Source: Crocker and Algina, Introduction to Classical and Modern Test Theory, 1986, ch. 14.
"""

import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from certlab.classroom.service import tally
from certlab.classroom.service.bank import Bank
from certlab.classroom.service.heat_map import counts
from certlab.classroom.service.responses import name_in_words
from certlab.classroom.service.tables import Row

ENOUGH = 30  # answers; with fewer the correlation is mostly chance
ELSEWHERE = 5  # other items a learner must have answered to say how well they do
WEAK = 0.1


@dataclass(frozen=True)
class First:
    """The first answer of one learner to one item."""

    learner: str
    item: str
    right: bool
    response: str


def first_answers(session: Session) -> list[First]:
    """Those of all learners, without what was taken back."""
    place = func.row_number().over(
        partition_by=(Row.learner, Row.item), order_by=(Row.at, Row.ulid)
    )
    inner = (
        select(Row.learner, Row.item, Row.outcome, Row.response, place.label("place"))
        .where(counts())
        .subquery()
    )
    query = select(inner.c.learner, inner.c.item, inner.c.outcome, inner.c.response)
    return [
        First(learner, item, outcome == "correct", response)
        for learner, item, outcome, response in session.execute(
            query.where(inner.c.place == 1)
        )
    ]


def items(firsts: Iterable[First], bank: Bank) -> list[dict[str, Any]]:
    """One record an item, in the order of their ids."""
    by_item: dict[str, list[First]] = defaultdict(list)
    totals: dict[str, list[int]] = defaultdict(lambda: [0, 0])  # answers, right
    for one in firsts:
        by_item[one.item].append(one)
        totals[one.learner][0] += 1
        totals[one.learner][1] += one.right
    return [_record(id, by_item[id], totals, bank) for id in sorted(by_item)]


def _record(
    id: str, answers: list[First], totals: dict[str, list[int]], bank: Bank
) -> dict[str, Any]:
    right = sum(one.right for one in answers)
    found = discrimination(answers, totals)
    alike = right in (0, len(answers))
    return {
        "item": id,
        "n": len(answers),
        "right": right,
        "share": right / len(answers),
        "top_wrong": _top_wrong(id, answers, bank),
        "discrimination": found,
        # Whether the answers are enough to say so, or to warn of the item itself.
        "enough": found is not None or (len(answers) >= ENOUGH and alike),
        "warning": _warning(len(answers), found, alike=alike),
    }


def discrimination(answers: list[First], totals: dict[str, list[int]]) -> float | None:
    """The correlation, None below `ENOUGH` learners or where nothing varies."""
    pairs = []
    for one in answers:
        n, right = totals[one.learner]
        if n - 1 >= ELSEWHERE:
            pairs.append((float(one.right), (right - one.right) / (n - 1)))
    if len(pairs) < ENOUGH:
        return None
    here, elsewhere = zip(*pairs, strict=True)
    return _correlation(here, elsewhere)


def _correlation(xs: tuple[float, ...], ys: tuple[float, ...]) -> float | None:
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    xx = sum((x - mean_x) ** 2 for x in xs)
    yy = sum((y - mean_y) ** 2 for y in ys)
    if xx < 1e-12 or yy < 1e-12:
        return None
    xy = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
    return xy / math.sqrt(xx * yy)


def _warning(n: int, found: float | None, *, alike: bool) -> str:
    if n < ENOUGH:
        return f"Only {n} first answers: the share may change much, and discrimination needs {ENOUGH}."
    if found is None and alike:
        return "All answers are alike, so it separates nobody."
    if found is None:
        return f"Too few learners have answered {ELSEWHERE} other questions."
    if found < 0:
        return "Those who do well elsewhere do worse here; read the question and its key again."
    if found < WEAK:
        return "It hardly separates those who do well from the others."
    return ""


def _top_wrong(id: str, answers: list[First], bank: Bank) -> dict[str, Any] | None:
    """The wrong option that most chose; of two alike the first by name."""
    question = bank.question(id, 0)
    if question is None:
        return None
    chosen = question.kind in tally.CHOSEN
    right = tally.right(question.kind, question.key)
    said = Counter(
        name
        for one in answers
        if not one.right
        for name in tally.names(question.kind, json.loads(one.response))
        if name not in right
    )
    if not said:
        return None
    option, n = min(said.items(), key=lambda pair: (-pair[1], pair[0]))
    if n == 1 and not chosen:
        return None  # a text of one person
    return {"option": option, "text": name_in_words(question, option), "n": n}
