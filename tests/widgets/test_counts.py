"""One history on every surface: the end of a set, the start page, Progress and the terminal.

Each says how many items are known and due, in Python or in a browser, and all say the same.
"""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from certlab.app.exam_paths import exam_paths
from certlab.course import Course
from certlab.day.due import due_lines, due_of, known_line
from certlab.day.plain.today_words import lines_without_goal
from certlab.day.session_end import end_lines, session_end
from certlab.day.start_page import Links, planned
from certlab.planner.goal import Goal
from certlab.study.answers import Answer, new_ulid, stamp, to_line
from certlab.study.bank import listing
from certlab.study.counts import scope_of
from certlab.study.history import History
from certlab.study.questions import MINE
from certlab.study.session import Session
from certlab.study.standing import Standing
from certlab.terminal.drill import came_to
from certlab.words import ENGLISH
from tests.widgets.test_stored_rules import pytestmark, run

__all__ = ["pytestmark"]  # skips where node is missing
NOW = datetime.now().astimezone().replace(hour=15, minute=0, second=0, microsecond=0)
EXAM = "ncp-aii"


def row(item: str, outcome: str, at: datetime, mode: str = "drill") -> Answer:
    return Answer(item, 9, outcome, 1.0, mode=mode, at=stamp(at), ulid=new_ulid(at))


def goal(exam: str) -> Answer:
    day = (NOW + timedelta(days=40)).date().isoformat()
    told = {"exam": exam, "day": day, "minutes": 30}
    at = NOW - timedelta(days=30)
    return Answer("", 0, "goal", 0, told, mode="plan", at=stamp(at), ulid=new_ulid(at))


def history(course: Course, seed: int, exam: str) -> list[Answer]:
    """Three weeks of a drill with its repeats, mock exams between, and one's own cards."""
    chance = Random(seed)
    items, kept = (
        [*course.items],
        {i.id for i in course.items.values() if i.pool == "exam"},
    )
    rows = [goal(exam)] if exam else []
    longest = [21 * 24 * 60] * 60 + [6 * 60] * 30  # minutes: the last ones are of today
    times = sorted(chance.randrange(one) for one in longest)
    for minutes in reversed(times):
        at = NOW - timedelta(minutes=minutes + 3)
        item = chance.choice(items)
        mode = "exam" if item in kept or chance.random() < 0.2 else "drill"
        outcome = chance.choice(["correct", "wrong"])
        rows.append(row(item, outcome, at, mode))
        if outcome == "wrong" and mode == "drill":
            again = at + timedelta(minutes=1, seconds=chance.randrange(60))
            rows.append(row(item, "correct", again, "repeat"))
    return sorted(rows, key=lambda one: one.at)


@pytest.fixture(scope="module")
def owned(fixed: Course) -> Course:
    """The small course with cards of the learner's own, and all its items at one revision."""
    card = next(one for one in fixed.items.values() if one.kind == "card")
    cards = (
        replace(card, id=f"{MINE}deck/{n}", module=f"{MINE}deck") for n in range(4)
    )
    return replace(fixed, items={**fixed.items, **{one.id: one for one in cards}})


def in_browser(course: Course, rows: list[Answer], exam: str, since: datetime) -> Any:
    given = {
        "lines": [to_line(one) for one in rows],
        "exam": exam,
        "since": since.timestamp() * 1000,
        "now": NOW.timestamp() * 1000,
    }
    files = {"paths": exam_paths(course), "banks": listing(course)}
    (found,) = run("counts_run.mjs", {**files, "histories": [given]})
    return found


@pytest.mark.parametrize("exam", ["", EXAM])
@pytest.mark.parametrize("seed", range(4))
def test_every_surface_says_the_same(
    owned: Course, tmp_path: Path, seed: int, exam: str
) -> None:
    rows, since = history(owned, seed, exam), NOW - timedelta(days=2)
    standing = Standing(owned, rows)
    page = in_browser(owned, rows, exam, since)
    own = [id for id in owned.items if id.startswith(MINE)]
    due = due_of(standing, exam, NOW, own)
    counts = due.counts
    assert 0 < counts.due < counts.tomorrow < counts.items
    assert counts.known
    # Progress: its sum and the sums of its modules.
    progress = page["progress"]
    numbers = (counts.known, counts.due, counts.tomorrow)
    modules = progress["modules"]
    known, count = (sum(one[name] for one in modules) for name in ("known", "items"))
    assert (known, progress["due"], progress["tomorrow"]) == numbers
    assert sum(one["due"] for one in modules) == counts.due
    assert count == counts.items
    assert f"{known} of {count} items. Due today: {counts.due}." in known_line(
        due, ENGLISH
    )
    # The start page, in the browser and from Python.
    told = counts.data(due.of)
    assert page["start"] | {"newlyKnown": 0} == told | {"newlyKnown": 0}
    if exam:
        day = (NOW + timedelta(days=40)).date()
        traits, _ = planned(standing, Goal(exam, day, 30), NOW, Links(), ENGLISH)
        assert traits["counts"] == told
        assert due.of == owned.certifications[exam].code
    else:
        assert says_all(lines_without_goal(standing, NOW, ENGLISH, own), due)
    # The end of a set, in the terminal and on a page, which has no cards of one's own.
    ends = [*end_lines(session_end(standing, since, NOW), ENGLISH)]
    assert says_all(ends, due)
    assert page["end"][1] == next(due_lines(due, ENGLISH)) in ends
    assert page["end"][-1] == ends[-1]


def says_all(lines: Any, due: Any) -> bool:
    said = " ".join(" ".join(lines).split())
    return all(says in said for says in due_lines(due, ENGLISH))


def test_a_drill_of_ones_own_cards_says_what_is_due_of_the_exam(
    owned: Course, tmp_path: Path
) -> None:
    log = History(tmp_path / "history.jsonl")
    rows = [one for one in history(owned, 1, EXAM) if not one.item.startswith(MINE)]
    log.record([*rows, row(f"{MINE}deck/0", "wrong", NOW - timedelta(minutes=1))])
    own = {id: one for id, one in owned.items.items() if id.startswith(MINE)}
    session = Session(replace(owned, items=own), log, now=lambda: NOW.astimezone(UTC))
    session.counted = owned
    said = came_to(session, ENGLISH)
    due = due_of(Standing(owned, log.read().rows), EXAM, NOW, own)
    assert says_all(said, due)
    assert due.own == 1
    assert f"{due.counts.tomorrow} items of {due.of} are due by tomorrow." in said


def test_a_moment_of_the_review_says_one_number(owned: Course) -> None:
    """Eight right at first and the rest in a repeat: eight are known, and each is due once."""
    items = scope_of(owned, "").items[:12]
    rows = []
    for n, id in enumerate(items):
        at = NOW - timedelta(minutes=60 - n)
        rows.append(row(id, "correct" if n < 8 else "wrong", at))
        if n >= 8:
            later = at + timedelta(minutes=20)
            rows.append(row(id, "correct", later, "repeat"))
    rows.sort(key=lambda one: one.at)
    since = NOW - timedelta(hours=2)
    end = session_end(Standing(owned, rows), since, NOW)
    page = in_browser(owned, rows, "", since)
    assert end.known == 8
    assert end.due.counts.tomorrow == 4
    assert page["end"][:2] == [
        "8 items newly known.",
        "4 items are due by tomorrow.",
    ]
    assert page["progress"]["tomorrow"] == page["start"]["tomorrow"] == 4
    assert sum(one["known"] for one in page["progress"]["modules"]) == 8
