"""Cards of the learner's own decks among the reviews that a day shows."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from certlab.course import Course
from certlab.course.items import Item
from certlab.day.own_cards import MOST, OwnDecks, add_own_cards
from certlab.study.answers import Answer, stamp
from certlab.study.own_decks import NEW_A_DAY
from certlab.words import ENGLISH

NOW = datetime(2026, 11, 23, 9, tzinfo=UTC)


def write(folder: Path, count: int, back: str = "It.") -> OwnDecks:
    path = folder / "decks" / "net.json"
    path.parent.mkdir(exist_ok=True)
    cards = [
        {"guid": f"q{n}", "rev": 1, "kind": "card", "ask": f"{n}?", "back": back}
        for n in range(count)
    ]
    path.write_text(json.dumps({"name": "My/net", "cards": cards}), "utf-8")
    return OwnDecks(folder)


def row(n: int, ago: timedelta) -> Answer:
    at = stamp(NOW - ago)
    return Answer(f"mine/net/q{n}", 1, "correct", 1.0, at=at, ulid=f"{n}-{ago}")


def review(count: int, done: int) -> dict[str, Any]:
    items = [f"c{n}" for n in range(count - done)]
    task = {"kind": "review", "items": items, "count": count, "done": done}
    task |= {"minutes": 1.0, "planned": 2.0, "parts": [], "state": "left"}
    return task


def added(
    own: dict[str, Item], rows: list[Answer], *tasks: dict[str, Any]
) -> list[dict[str, Any]]:
    found = [*tasks]
    add_own_cards(found, own, rows, NOW, ENGLISH)
    return found


def test_they_join_the_reviews_that_are_left(course: Course, tmp_path: Path) -> None:
    own = write(tmp_path, 2).read(course)
    (one,) = added(own, [], review(3, 1))
    assert (one["count"], one["done"]) == (5, 1)
    assert one["items"] == ["c0", "c1", *own]
    assert one["minutes"] > 1
    assert one["parts"] == [{"name": "My/net", "count": 2}]


def test_where_no_review_is_left_they_are_one_and_the_first(
    course: Course, tmp_path: Path
) -> None:
    own = write(tmp_path, 2).read(course)
    page = {"kind": "page", "count": 1, "done": 0}
    first, *_ = added(own, [], page, review(3, 3))
    assert first["items"] == [*own]
    assert first["why"]


def test_what_was_asked_today_is_ticked_and_not_asked_again(
    course: Course, tmp_path: Path
) -> None:
    own = write(tmp_path, 2).read(course)
    rows = [row(0, timedelta(hours=1))]
    (one,) = added(own, rows)
    assert (one["count"], one["done"], one["items"]) == (2, 1, ["mine/net/q1"])
    rows.append(row(1, timedelta(minutes=5)))
    (one,) = added(own, rows)
    assert (one["state"], one["items"], one["minutes"]) == ("done", [], 0)


def test_a_day_has_a_few_new_ones_and_no_more_than_the_most(
    course: Course, tmp_path: Path
) -> None:
    own = write(tmp_path, 3 * MOST).read(course)
    assert len(added(own, [])[0]["items"]) == NEW_A_DAY
    old = [row(n, timedelta(days=400)) for n in range(2 * MOST)]
    assert len(added(own, old)[0]["items"]) == MOST
    assert added({}, old) == []


def test_a_deck_is_read_again_when_its_file_is_another_one(
    course: Course, tmp_path: Path
) -> None:
    decks = write(tmp_path, 1)
    assert decks.stamp()
    before = decks.read(course)
    assert decks.read(course) is before
    write(tmp_path, 1, "It is another.")
    (item,) = decks.read(course).values()
    assert getattr(item.body, "back") == "It is another."  # noqa: B009 -- of its kind only
    (tmp_path / "decks" / "net.json").unlink()
    assert decks.read(course) == {}
