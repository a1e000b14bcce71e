"""What a notebook stores as its first question is what the page deals; and what comes again."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from certlab.course import Course
from certlab.course.items import ASKABLE
from certlab.course.markup import plain
from certlab.course.notebook import source
from certlab.day.session_end import end_lines, session_end
from certlab.study.answers import Answer, new_ulid, stamp, to_line
from certlab.study.bank import compile_bank
from certlab.study.counts import scope_listing
from certlab.study.example import ASKS
from certlab.study.history import History
from certlab.study.session import Session
from certlab.study.standing import Standing
from certlab.words import ENGLISH
from tests.widgets.test_stored_rules import NODE, run

pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")


def deal(course: Course, *items: str, **more: Any) -> list[list[dict[str, Any]]]:
    banks = [compile_bank(course, module) for module in course.modules]
    given = {"banks": banks, "kinds": ASKABLE, "count": 10, "items": items, "rows": []}
    found: list[list[dict[str, Any]]] = run("deal_run.mjs", given | more)
    return found


def stored(course: Course) -> list[tuple[str, str]]:
    """The id that each quiz notebook names, and the text that it stores."""
    found = []
    for one in course.notebooks.values():
        for cell in json.loads(one.path.read_text("utf-8"))["cells"]:
            if 'shows="' in source(cell):
                id = source(cell).split('shows="')[1].partition('"')[0]
                text = "".join(cell["outputs"][0]["data"]["text/plain"])
                found.append((id, text))
    return found


def test_the_page_deals_what_a_notebook_stores(whole: Course) -> None:
    pairs = stored(whole)
    assert pairs
    for id, text in pairs:
        ((first,), *_) = deal(whole, id)
        options = [
            f"  {n}. {plain(one['text'])}"
            for n, one in enumerate(first.get("options", []), 1)
        ]
        asked = f"{ASKS[first['kind']]} {plain(first['ask'])}"
        assert text.partition("\n\n")[2] == "\n".join([asked, *options])


def test_what_was_wrong_earlier_today_comes_again_if_it_is_of_the_exam(
    bank: Course,
) -> None:
    items = ("small-card", "small-card-two", "small-card-three", "small-card-four")
    cards = [id for id in items if id in bank.items]
    earlier = datetime.now(UTC) - timedelta(minutes=30)
    row = {"at": stamp(earlier), "ulid": new_ulid(earlier)}
    wrong = to_line(Answer("small-warp-size", 1, "wrong", 0.0, **row))
    for exam, again in (("nca-test", ["small-warp-size"]), ("ncp-none", [])):
        _, after, _ = deal(bank, *cards, rows=[json.loads(wrong)], exam=exam)
        assert [one["item"] for one in after[len(cards) :]] == again


@pytest.mark.parametrize("forgotten", [(0, 1, 2, 3, 4, 5), (0, 3), (5,), ()])
def test_what_is_left_of_what_comes_again_never_grows(
    bank: Course, tmp_path: Path, forgotten: tuple[int, ...]
) -> None:
    card = bank.items["small-card"]
    cards = {f"{card.id}-{n}": replace(card, id=f"{card.id}-{n}") for n in range(6)}
    course = replace(bank, items={**bank.items, **cards})
    given = ["forgotten" if n in forgotten else "known" for n in range(6)]
    given += ["forgotten", "known", "forgotten"] * 4
    session = Session(course, History(tmp_path / "history.jsonl"), items=[*cards])
    questions, left = list(session.questions), []
    for n, response in enumerate(given):
        if n == len(questions):
            break
        session.answer(questions[n], response)
        if n + 1 == len(questions):
            questions += session.repeats()
        left.append(session.left(len(questions) - n - 1))
    _, asked, found = deal(course, *cards, responses=given)
    assert [one["item"] for one in asked] == [one.item for one in questions]
    assert found == left
    assert left[5:] == sorted(left[5:], reverse=True)


def test_a_set_comes_to_what_python_says(bank: Course) -> None:
    now = datetime.now().astimezone()
    items = list(bank.items)
    sets, wanted = [], []
    for seed in range(12):
        chance = Random(seed)
        rows = []
        for _ in range(chance.randrange(30)):
            then = now - timedelta(hours=chance.randrange(24 * 9))
            outcome = chance.choice(["correct", "wrong"])
            more = {"at": stamp(then), "ulid": new_ulid(then)}
            rows.append(Answer(chance.choice(items), 1, outcome, 1.0, **more))
        since = now - timedelta(hours=chance.randrange(60))
        end = session_end(Standing(bank, rows), since, now)
        wanted.append([*end_lines(end, ENGLISH)])
        plain_rows = [json.loads(to_line(row)) for row in rows]
        times = {"since": since.timestamp() * 1000, "now": now.timestamp() * 1000}
        more = {"resets": {}, "scope": scope_listing(bank, "")}
        sets.append([plain_rows, times | more])
    assert run("end_run.mjs", sets) == wanted
    assert len({tuple(one) for one in wanted}) > 6
