"""What an instructor takes home: statistics, tables; and what goes in time."""

import asyncio
import csv
import io
import json
import random
import statistics as plain
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from certlab.classroom import csv_lines
from certlab.classroom.plan.syllabi import FOLDER
from certlab.classroom.service import class_settings, statistics
from certlab.classroom.service.bank import Bank
from certlab.classroom.service.responses import in_words, name_in_words
from certlab.classroom.service.statistics import ENOUGH, First
from certlab.course import Course
from certlab.course.markup import plain as plain_text
from tests.classroom.service.conftest import Class, MadeRow


def made(learners: int, items: int, *, turned: str = "") -> list[First]:
    """Learners of different skill; who is able fails the item that is turned round."""
    draw = random.Random(7)
    found = []
    for learner in range(learners):
        skill = draw.random()
        for item in range(items):
            right = draw.random() < skill
            id = f"item-{item}"
            found.append(First(f"l{learner}", id, right is not (id == turned), '"x"'))
    return found


@pytest.fixture
def bank(fixed: Course) -> Bank:
    return Bank(fixed)


def test_discrimination_leaves_the_item_itself_out(bank: Bank) -> None:
    firsts = made(40, 8, turned="item-3")
    found = {one["item"]: one for one in statistics.items(firsts, bank)}
    for item in ("item-0", "item-3"):
        here, elsewhere = [], []
        for learner in sorted({one.learner for one in firsts}):
            own = [one for one in firsts if one.learner == learner]
            here += [float(one.right) for one in own if one.item == item]
            rest = [one.right for one in own if one.item != item]
            elsewhere.append(sum(rest) / len(rest))
        wanted = plain.correlation(here, elsewhere)
        assert found[item]["discrimination"] == pytest.approx(wanted)
    assert found["item-0"]["warning"] == ""
    assert found["item-3"]["warning"].startswith(
        "Those who do well elsewhere do worse here"
    )


def test_below_thirty_there_is_a_warning_and_no_figure(bank: Bank) -> None:
    (few, *_) = statistics.items(made(ENOUGH - 1, 8), bank)
    assert (few["discrimination"], few["enough"]) == (None, False)
    assert few["warning"].startswith("Only 29 first answers")
    (enough, *_) = statistics.items(made(ENOUGH, 8), bank)
    assert enough["discrimination"] is not None
    assert enough["enough"]
    alike = [
        First(f"l{n}", f"i{m}", right=True, response='"x"')
        for n in range(40)
        for m in range(8)
    ]
    (same, *_) = statistics.items(alike, bank)
    assert (same["discrimination"], same["enough"], same["warning"]) == (
        None,
        True,
        "All answers are alike, so it separates nobody.",
    )
    (alone,) = statistics.items(made(40, 1), bank)
    assert alone["warning"] == "Too few learners have answered 5 other questions."
    assert not alone["enough"]


def test_only_first_answers_count_and_the_top_wrong_option_is_named(
    room: Class, row: MadeRow
) -> None:
    teacher = room.user("teacher", admin=True)
    wrong = {"ada": "sixteen", "bob": "sixty-four", "eve": "sixteen"}
    for name, option in wrong.items():
        later = row(at="2026-11-23T10:00:00+00:00")
        early = row(right=False, response=option)
        room.learner(name).post("api/rows", json={"rows": [later, early]})
    (item,) = teacher.get("api/items").json()
    assert (item["n"], item["right"], item["share"]) == (3, 0, 0)
    assert item["top_wrong"] == {"option": "sixteen", "text": "16 threads", "n": 2}
    assert item["discrimination"] is None
    (cells,) = csv.DictReader(io.StringIO(teacher.get("api/items.csv").text))
    assert (cells["item"], cells["top_wrong"], cells["n"]) == (
        "cuda-warp-size",
        "16 threads",
        "3",
    )
    assert cells["question"].startswith("How many")


def top(bank: Bank, item: str, *responses: object) -> Any:
    firsts = [
        First(f"l{n}", item, right=False, response=json.dumps(one))
        for n, one in enumerate(responses)
    ]
    (found,) = statistics.items(firsts, bank)
    assert found["top_wrong"].pop("text")
    return found["top_wrong"]


def test_the_part_that_most_have_wrong_is_named(bank: Bank) -> None:
    gaps = {"capability": "9.0", "virtual": "SASS", "compiler": "driver"}
    other = {**gaps, "compiler": "linker"}
    wrong = {"option": "virtual: SASS", "n": 2}
    assert top(bank, "cuda-cloze-binaries", gaps, other) == wrong
    steps = ["ci", "gi", "mode"]
    wrong = {"option": "ci > gi > mode", "n": 2}
    assert top(bank, "mig-order-first-use", steps, steps) == wrong
    question = bank.question("mig-match-options", 0)
    assert question is not None
    pairs = question.key["pairs"]
    (left, _), (_, swapped), *_ = pairs.items()
    wrong = {"option": f"{left}: {swapped}", "n": 2}
    assert top(bank, "mig-match-options", *[{**pairs, left: swapped}] * 2) == wrong


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\uff1d", " ="])
def test_a_cell_that_a_spreadsheet_would_run_is_text(sign: str) -> None:
    assert csv_lines.safe(f"{sign}1+1") == f"'{sign}1+1"
    assert csv_lines.safe("plain = text") == "plain = text"
    assert csv_lines.safe(-1) == -1


def test_the_table_of_answers(room: Class, row: MadeRow) -> None:
    teacher, eve = room.user("teacher", admin=True), room.user("eve")
    eve.post("api/join", json={"nickname": '=HYPERLINK("http://x","y")'})
    one = row("cuda-warp-size", response='a,"b"\nc')
    eve.post("api/rows", json={"rows": [one]})
    answer = teacher.get("api/export.csv")
    assert answer.headers["content-disposition"].startswith("attachment")
    (cells,) = csv.DictReader(io.StringIO(answer.text))
    assert cells["nickname"].startswith("'=HYPERLINK")
    assert (cells["ulid"], cells["item"], cells["outcome"]) == (
        one["ulid"],
        "cuda-warp-size",
        "correct",
    )
    assert cells["response"] == 'a,"b"\nc'
    assert cells["response_json"] == '"a,\\"b\\"\\nc"'
    assert [*cells][:9] == [
        *("learner", "nickname", "ulid", "at", "item", "rev", "outcome", "score"),
        "response",
    ]


def test_each_row_says_what_was_asked_and_what_was_answered(
    room: Class, row: MadeRow, fixed: Course
) -> None:
    teacher, ada = room.user("teacher", admin=True), room.learner("ada")
    (exercise,) = fixed.labs["mig/10_slices"].exercises
    sent = [
        row("cuda-warp-size", right=False, response="sixteen"),
        row("gone-item", response="a"),
        {**row(exercise.id, response=None), "exercise": exercise.id},
    ]
    assert ada.post("api/rows", json={"rows": sent}).status_code == 200
    table = csv.DictReader(io.StringIO(teacher.get("api/export.csv").text))
    by_item = {cells["item"]: cells for cells in table}
    item = fixed.items["cuda-warp-size"]
    one = by_item["cuda-warp-size"]
    assert (one["question"], one["response"]) == (plain_text(item.ask), "16 threads")
    place = Bank(fixed).places[item.objective]
    assert (one["objective"], one["domain"]) == place
    tried = by_item[exercise.id]
    assert (tried["response"], tried["domain"]) == ("", "")
    assert exercise.id in tried["question"]


@pytest.mark.parametrize(
    ("item", "response", "says"),
    [
        ("cuda-warp-size", "gone", "gone"),
        ("cuda-warp-size", ["odd"], '["odd"]'),
        ("cuda-warp-size", "\ud800", "?"),
        ("cuda-cloze-binaries", {"capability": "9.0", "virtual": "PTX"}, "gap 1: 9.0; gap 2: PTX"),
        ("", {"a": "ü"}, '{"a": "ü"}'),
        ("cuda-warp-size", None, ""),
    ],
)  # fmt: skip
def test_a_response_in_words(item: str, response: Any, says: str, bank: Bank) -> None:
    assert in_words(bank.question(item, 0), response) == says


def test_parts_are_said_by_their_texts(bank: Bank) -> None:
    match = bank.question("mig-match-options", 0)
    assert match is not None
    said = in_words(match, match.key["pairs"])
    left, right = (
        {one["id"]: plain_text(one["text"]) for one in match.show[side]}
        for side in ("left", "right")
    )
    pairs = match.key["pairs"].items()
    assert said == "; ".join(f"{left[one]} → {right[other]}" for one, other in pairs)
    (first, *_) = pairs
    assert name_in_words(match, ": ".join(first)) == said.split("; ")[0]
    order = bank.question("mig-order-first-use", 0)
    assert order is not None
    steps = [one["id"] for one in order.show["steps"]]
    said = in_words(order, steps)
    assert said == " > ".join(plain_text(one["text"]) for one in order.show["steps"])
    assert name_in_words(order, " > ".join(steps)) == said
    number = {"number": "1,024", "unit": "GB"}
    numeric = next(one for one in bank.course.items.values() if one.kind == "numeric")
    assert in_words(bank.question(numeric.id, 0), number) == "1,024 GB"


def test_one_learner_is_reset_and_may_join_again(room: Class, row: MadeRow) -> None:
    teacher, ada, bob = (
        room.user("teacher", admin=True),
        room.learner("ada"),
        room.learner("bob"),
    )
    for one in (ada, bob):
        one.post("api/rows", json={"rows": [row()]})
    ids = {
        one["nickname"]: one["id"] for one in teacher.get("api/map").json()["learners"]
    }
    assert teacher.post("api/reset", json={"learner": ids["ada"]}).status_code == 200
    assert ada.get("api/class").json()["joined"] is False
    assert ada.get("api/mine").text == ""
    assert len(bob.get("api/mine").text.splitlines()) == 1
    assert ada.post("api/join", json={"nickname": "ada"}).status_code == 200
    assert teacher.post("api/reset", json={"learner": ids["ada"]}).status_code == 404


def counts(teacher: Any) -> dict[str, int]:
    """Rows that are kept of each learner."""
    found = teacher.get("api/map").json()
    names = {one["id"]: one["nickname"] for one in found["learners"]}
    kept = {names[learner]: n for learner, _, n, _ in found["cells"]}
    return {name: kept.get(name, 0) for name in names.values()}


def test_what_is_older_than_the_class_keeps_it_goes(room: Class, row: MadeRow) -> None:
    teacher, ada, bob = (
        room.user("teacher", admin=True),
        room.learner("ada"),
        room.learner("bob"),
    )
    ada.post("api/rows", json={"rows": [row()]})
    bob.post("api/rows", json={"rows": [row()]})
    room.clock.on(days=20)
    ada.post("api/rows", json={"rows": [row()]})
    assert counts(teacher) == {"ada": 2, "bob": 1}
    assert teacher.post("api/settings", json={"kept_days": 20}).json() == {
        "kept_days": 20
    }
    assert counts(teacher) == {"ada": 2, "bob": 1}  # to the very second
    room.clock.now += timedelta(seconds=1)
    teacher.post("api/settings", json={"kept_days": 20})
    assert counts(teacher) == {"ada": 1}
    assert bob.get("api/class").json()["joined"] is False
    assert ada.get("api/class").json()["kept_days"] == 20


@pytest.mark.parametrize("days", [0, -1, 3651, 1.5, "30", None, True])
def test_a_number_of_days_that_is_none(shared: Class, days: object) -> None:
    teacher = shared.user("teacher", admin=True)
    assert teacher.post("api/settings", json={"kept_days": days}).status_code == 400
    assert teacher.get("api/class").json()["kept_days"] == 30


@pytest.mark.parametrize(
    ("begun_with", "told"),
    [("warps", "A day of warps"), ("removed", "removed"), ("", None)],
)
def test_a_plan_is_told_by_its_title(
    room: Class, tmp_path: Path, begun_with: str, told: str | None
) -> None:
    (tmp_path / FOLDER).mkdir(parents=True)
    plan = 'title = "A day of warps"\naudience = "All"\n'
    (tmp_path / FOLDER / "warps.toml").write_text(plan, "utf-8")
    bank = room.service.bank
    bank.course = replace(bank.course, root=tmp_path)
    begin = partial(
        class_settings.begin, name="GPUs on Monday", syllabus=begun_with, days=None
    )
    asyncio.run(room.service.writer.run(begin))  # a second writer would find it locked
    about = room.user("teacher", admin=True).get("api/class").json()
    assert about["syllabus"] == told
