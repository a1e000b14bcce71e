"""Where answers were predicted badly, the day goes by what is due, says so, and comes back."""

import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from certlab.course import Course
from certlab.day.daily_list import daily_list, open_list
from certlab.day.due_first import predicted
from certlab.day.over_time import progress_data
from certlab.day.plain.predicted_words import predicted_lines
from certlab.day.today import Today, serving, today
from certlab.planner.calibration import ENOUGH, Calibration, Decile
from certlab.planner.goal import Goal
from certlab.planner.reasons import predicted_so, unpredicted
from certlab.study.answers import Answer, new_ulid, stamp
from certlab.study.history import History
from certlab.study.questions import MINE
from certlab.study.standing import Standing
from certlab.words import ENGLISH, text

NOW = datetime(2026, 11, 21, 18, tzinfo=UTC)
GOAL = Goal("ncp-aii", NOW.date() + timedelta(6), 30)
BAD, GOOD = Calibration((), bad=True), Calibration((), bad=False)


def answer(item: str, days: float, outcome: str = "correct", **more: object) -> Answer:
    at = NOW - timedelta(days=days)
    row = Answer(item, 1, outcome, float(outcome == "correct"))
    return replace(row, at=stamp(at), ulid=new_ulid(at), **more)  # type: ignore[arg-type]  # each test gives its own


def by_time(rows: Iterable[Answer]) -> list[Answer]:
    return sorted(rows, key=lambda row: row.at)


def drilled(ids: Iterable[str], *, flips: bool, days: int = 24) -> list[Answer]:
    """Each item every other day: right when it came before, or by a coin."""
    rng = Random(1)
    return by_time(
        answer(id, day, "correct" if not flips or rng.random() < 0.5 else "wrong")
        for n, id in enumerate(ids)
        for day in range(days - n % 4, 0, -2)
    )


@pytest.fixture
def is_bad(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("certlab.day.today.predicted", lambda *_: BAD)


def ids_of(whole: Course) -> list[str]:
    return [one.id for one in serving(whole, GOAL.exam)]


def reviews(found: Today) -> list[str]:
    return [id for task in found.tasks if task.kind == "review" for id in task.items]


@pytest.mark.usefixtures("is_bad")
def test_what_is_due_comes_first_and_nothing_is_forecast(whole: Course) -> None:
    due, later, *_ = ids_of(whole)
    rows = [answer(due, 9, "wrong"), answer(later, 1), answer(later, 0.5)]
    found = today(Standing(whole, by_time(rows)), GOAL, NOW)
    assert reviews(found) == [due]
    assert found.says[0] == unpredicted()
    assert found.forecast is None
    assert found.expects is None
    review, page, new, *_ = found.tasks
    assert review.why.startswith("They are due")
    assert (page.kind, new.kind) == ("page", "new")
    assert {whole.items[id].module for id in new.items} == {page.opens}
    assert sum(task.minutes for task in found.tasks) <= GOAL.minutes + 0.1
    assert not any("%" in task.why for task in (review, new))


@pytest.mark.usefixtures("is_bad")
def test_the_least_known_is_reviewed_where_minutes_are_few(whole: Course) -> None:
    ids = ids_of(whole)
    rows = [answer(id, 9 + n) for n, id in enumerate(ids)]
    short = replace(GOAL, minutes=2)
    found = today(Standing(whole, by_time(rows)), short, NOW)
    some = reviews(found)
    assert some
    assert len(some) < len(ids)
    longest_ago = ids[::-1]  # all were right once, so these are the least known
    assert set(some) <= set(longest_ago[: 2 * len(some)])


@pytest.mark.usefixtures("is_bad")
def test_a_day_on_which_nothing_is_due_is_enough(whole: Course) -> None:
    ids = ids_of(whole)
    rows = [answer(id, day) for id in ids for day in (8, 4, 0.6)]
    labs = [one.id for lab in whole.labs.values() for one in lab.exercises]
    rows += [answer(id, 3, mode="exercise") for id in labs]
    found = today(Standing(whole, by_time(rows)), GOAL, NOW)
    assert reviews(found) == []
    assert found.tasks == ()
    assert found.enough


@pytest.mark.usefixtures("is_bad")
def test_what_was_answered_a_moment_ago_is_not_asked_again(whole: Course) -> None:
    first, second, *_ = ids_of(whole)
    rows = [answer(one, 9, "wrong") for one in (first, second)]
    rows.append(answer(first, 0.01, "wrong"))
    assert reviews(today(Standing(whole, by_time(rows)), GOAL, NOW)) == [second]


@pytest.mark.usefixtures("is_bad")
def test_the_list_is_kept_and_read_like_any_other(
    whole: Course, tmp_path: Path
) -> None:
    history = History(tmp_path / "history.jsonl")
    history.append(answer(ids_of(whole)[0], 9, "wrong"), NOW - timedelta(days=9))
    row = open_list(whole, history, GOAL, NOW)
    assert row is not None
    assert json.loads(json.dumps(row.more))["expected"] is None
    listed = daily_list(Standing(whole, history.read().rows), GOAL, NOW.date())
    assert listed is not None
    assert listed.says[0] == unpredicted()
    assert text("zh_TW").say(listed.says[0]) != unpredicted()
    assert listed.expects is None


@pytest.mark.usefixtures("is_bad")
def test_after_the_exam_and_without_items_it_is_as_ever(whole: Course) -> None:
    over = replace(GOAL, day=NOW.date() - timedelta(1))
    rows = [answer(ids_of(whole)[0], 9, "wrong")]
    assert unpredicted() not in today(Standing(whole, rows), over, NOW).says


def test_a_coin_loses_the_plan_and_who_knows_keeps_it(whole: Course) -> None:
    ids = ids_of(whole)[:20]
    coin = Standing(whole, drilled(ids, flips=True))
    knows = Standing(whole, drilled(ids, flips=False))
    assert today(coin, GOAL, NOW).says[0] == unpredicted()
    found = today(knows, GOAL, NOW)
    assert unpredicted() not in found.says
    assert found.forecast is not None


def test_it_is_judged_once_a_day_and_says_nothing_of_few(whole: Course) -> None:
    ids = ids_of(whole)[:20]
    rows = drilled(ids, flips=True)
    told = predicted(Standing(whole, rows), NOW)
    assert told is not None
    assert told.bad
    today_too = [*rows, *(answer(id, 0.1) for id in ids)]
    assert predicted(Standing(whole, today_too), NOW) == told
    assert predicted(Standing(whole, []), NOW) is None
    assert predicted(Standing(whole, rows[:ENOUGH]), NOW) is None
    assert predicted(Standing(whole, rows), NOW + timedelta(days=60)) is None


def test_cards_count_and_own_cards_and_exercises_do_not(whole: Course) -> None:
    cards = [one.id for one in whole.items.values() if one.kind == "card"]
    rows = by_time(
        answer(id, day + n / 2) for day in range(1, 27) for n, id in enumerate(cards)
    )
    assert len(rows) > ENOUGH + len(cards)
    own = [replace(row, item=f"{MINE}{row.item}") for row in rows]
    solved = [replace(row, mode="exercise") for row in rows]
    told = [predicted(Standing(whole, some), NOW) for some in (rows, own, solved)]
    assert told[0] is not None
    assert told[1:] == [None, None]


def test_bad_rows_change_nothing(whole: Course) -> None:
    """Of items that are gone, of before a reset, of a clock that was ahead, and double."""
    ids = ids_of(whole)[:20]
    rows = drilled(ids, flips=False)
    told = predicted(Standing(whole, rows), NOW)
    gone = [answer("no-such-item", day) for day in range(1, 20)]
    ahead = [answer(id, -400, "wrong") for id in ids]
    double = rows[-3:]
    found = predicted(Standing(whole, by_time([*rows, *gone, *ahead, *double])), NOW)
    assert found is not None
    assert told is not None
    counted = [sum(one.count for one in each.deciles) for each in (told, found)]
    assert counted[0] == counted[1]
    assert found.bad == told.bad
    stale = [replace(row, rev=-1) for row in rows]
    assert predicted(Standing(whole, stale), NOW) is None


FOUND = Calibration((Decile(90, 60, 57, 0.94), Decile(80, 49, 41, 0.86)), bad=False)


@pytest.mark.parametrize("lang", ["en", "zh_TW"])
def test_the_table_says_what_was_expected_and_what_was_known(lang: str) -> None:
    words = ENGLISH if lang == "en" else text(lang)
    title, _, first, second, *says = predicted_lines(FOUND, words)
    assert title
    for line, figures in ((first, "95"), (second, "84")):
        assert figures in line
    assert "41" in second
    assert "49" in second
    assert " ".join("".join(says).split())
    assert [*predicted_lines(None, words)] == []


def test_what_follows_is_said(whole: Course) -> None:
    lines = " ".join(
        " ".join(predicted_lines(replace(FOUND, bad=True), ENGLISH)).split()
    )
    assert predicted_so(bad=True) in lines
    ids = ids_of(whole)[:20]
    standing = Standing(whole, drilled(ids, flips=False))
    told = progress_data(standing, GOAL, NOW, ENGLISH, {})["predicted"]
    assert told["says"] == predicted_so(bad=False)
    assert sum(one["count"] for one in told["deciles"]) >= ENOUGH
    assert (
        progress_data(Standing(whole, []), GOAL, NOW, ENGLISH, {})["predicted"] is None
    )
