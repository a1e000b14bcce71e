"""A browser asks, remembers and orders as Python does: the same course, the same histories."""

import json
import random
import shutil
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from certlab.course import Course
from certlab.study.answers import Answer, new_ulid, stamp, to_line
from certlab.study.bank import VARIANTS, compile_bank, listing, practice
from certlab.study.easy_first import easy_first
from certlab.study.history import FILE, History
from certlab.study.memory import Memory, fold
from certlab.study.questions import compile_item
from certlab.study.session import Session
from tests import bound

HERE = Path(__file__).parent
NODE = shutil.which("node")
NOW = datetime(2027, 3, 1, 12, 34, 56, 789123, UTC)
pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")


def run(script: str, given: object) -> Any:
    """What a script of this folder makes of some JSON."""
    done = subprocess.run(
        [str(NODE), script],
        cwd=HERE,
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=True,
        timeout=bound.BOUND,
    )
    return json.loads(done.stdout)


def test_each_question_is_asked_as_python_asks_it(whole: Course) -> None:
    banks = [compile_bank(whole, module) for module in whole.modules]
    asked = run("bank_run.mjs", {"banks": banks, "variants": VARIANTS})
    items = [item for module in whole.modules for item in practice(whole, module)]
    wanted = [
        compile_item(whole, item, seed) for item in items for seed in range(VARIANTS)
    ]
    assert len(asked) == len(wanted) > 500
    for one, other in zip(asked, wanted, strict=True):
        if one["feedback"]["asked"]["seed"] == 0:  # perhaps the only variant there is
            other.feedback["asked"]["seed"] = 0
        plain = json.loads(json.dumps([other.show, other.key, other.feedback]))
        assert [one["show"], one["key"], one["feedback"]] == plain
        assert (one["item"], one["rev"]) == (other.item, other.rev)


def test_a_bank_says_little_twice(fixed: Course) -> None:
    for module in fixed.modules:
        text = json.dumps(compile_bank(fixed, module), separators=(",", ":"))
        written = (fixed.root / "quizzes" / f"{module}.toml").read_text("utf-8")
        assert len(text) < 2 * len(written)  # which names no source's title


def test_drafts_and_exam_items_stay_out(
    small: Path, problems: Callable[..., list[str]], course: Course
) -> None:
    from certlab.course import load

    assert len(compile_bank(course, "small")["items"]) == 4
    problems(
        "quizzes/small.toml",
        'pool = "practice"\nask = "Which',
        'pool = "exam"\nask = "Which',
    )
    again = load(small)
    ids = [row["item"] for row in compile_bank(again, "small")["items"]]
    assert "small-memories" not in ids
    assert [row["item"] for row in listing(again)[0]["items"]] == ids


def history(items: list[str], seed: int) -> list[Answer]:
    """A learner's answers over a year: some close together, some months apart."""
    draw = random.Random(seed)
    at = NOW - timedelta(days=400)
    rows = []
    for _ in range(draw.randrange(60, 400)):
        hours = draw.choice([0.01, 3, 11.999, 12, 12.5, 23.9, 24, 30, 100, 700])
        at += timedelta(
            hours=hours * draw.random() * 1.2, microseconds=draw.randrange(9)
        )
        if at > NOW:
            break
        outcome = draw.choice(["correct", "correct", "wrong"])
        item = draw.choice(items[: draw.choice([3, 20, len(items)])])
        rows.append(
            Answer(
                item,
                1,
                outcome,
                float(outcome == "correct"),
                at=stamp(at),
                ulid=new_ulid(at),
            )
        )
    return rows


@pytest.fixture(scope="module")
def seen(whole: Course) -> list[tuple[list[Answer], dict[str, Any]]]:
    """Histories, and what the browser's rules make of each."""
    ids = list(whole.items)
    histories = [history(ids, seed) for seed in range(40)]
    banks = [compile_bank(whole, module) for module in whole.modules]
    entries = [
        {**row, "module": bank["module"]} for bank in banks for row in bank["items"]
    ]
    lines = [[json.loads(to_line(row)) for row in rows] for rows in histories]
    resets = {id: item.reset for id, item in whole.items.items()}
    given = {"histories": lines, "entries": entries, "resets": resets}
    found = run("memory_run.mjs", {**given, "now": NOW.timestamp() * 1000})
    return list(zip(histories, found, strict=True))


def test_a_browser_remembers_as_python_does(
    seen: list[tuple[list[Answer], dict[str, Any]]],
) -> None:
    compared = 0
    for answers, browser in seen:
        memories = fold(answers)
        assert browser["known"].keys() == memories.keys()
        for item, memory in memories.items():
            check(memory, browser["known"][item])
            compared += 1
    assert compared > 500


def check(memory: Memory, other: dict[str, Any]) -> None:
    assert other["due"] == pytest.approx(memory.due.timestamp() * 1000, abs=0.01)
    assert other["stability"] == pytest.approx(memory.card.stability, rel=1e-9)
    assert other["difficulty"] == pytest.approx(memory.card.difficulty, rel=1e-9)
    assert other["recall"] == pytest.approx(memory.recall(NOW), rel=1e-9)
    assert (other["answers"], other["last"]) == (memory.answers, memory.last)


def test_a_browser_asks_in_the_order_of_a_session(
    seen: list[tuple[list[Answer], dict[str, Any]]], whole: Course, tmp_path: Path
) -> None:
    for number, (answers, browser) in enumerate(seen):
        path = tmp_path / str(number) / FILE
        path.parent.mkdir()
        path.write_text("".join(f"{to_line(row)}\n" for row in answers), "utf-8")
        session = Session(whole, History(path), count=10_000, now=lambda: NOW)
        assert browser["order"] == [one.item for one in session.questions]


def test_a_revision_that_resets_forgets_in_both(whole: Course) -> None:
    row = Answer(
        "mig-max-instances", 1, "correct", 1, at=stamp(NOW), ulid=new_ulid(NOW)
    )
    given = {"histories": [[json.loads(to_line(row))]], "entries": [], "now": 0}
    (before,) = run("memory_run.mjs", {**given, "resets": {row.item: 1}})
    (after,) = run("memory_run.mjs", {**given, "resets": {row.item: 2}})
    assert list(before["known"]) == [row.item]
    assert after["known"] == {}
    assert fold([row], {row.item: 2}) == {}


def test_somebody_new_begins_with_the_same_easy_one(whole: Course) -> None:
    items = [one for one in whole.items.values() if one.kind in ("numeric", "single")]
    for some in (items, items[::-1], [one for one in items if one.kind == "numeric"]):
        rows = [
            {"item": one.id, "kind": one.kind, "show": {"level": one.level}}
            for one in some
        ]
        moved = run("easy_first_run.mjs", rows)
        assert moved == [one.id for one in easy_first(some)]
