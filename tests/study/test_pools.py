"""Nothing but a mock exam ever offers an item of the exam pool."""

from pathlib import Path

import pytest

from certlab.app.assets import write_assets
from certlab.app.pages.questions import questions_page
from certlab.course import Course
from certlab.course.items import ASKABLE, Item
from certlab.formats.exports import chosen
from certlab.study.bank import compile_bank, listing, practice
from certlab.study.history import History
from certlab.study.session import Session

MANY = 10_000


@pytest.fixture(scope="module")
def kept(whole: Course) -> set[str]:
    """Items of the exam pool that could be asked."""
    items = [one for one in whole.items.values() if one.pool == "exam"]
    found = {one.id for one in items if one.kind in ASKABLE}
    assert found, "without an exam item nothing is shown here"
    return found


@pytest.fixture(scope="module")
def others(whole: Course) -> set[str]:
    """The practice items that are asked."""
    return {
        one.id
        for one in whole.items.values()
        if one.kind in ASKABLE and (one.pool, one.status) == ("practice", "reviewed")
    }


def test_no_session_asks_one(whole: Course, others: set[str], tmp_path: Path) -> None:
    history = History(tmp_path / "history.jsonl")

    def asked(**options: str) -> set[str]:
        session = Session(whole, history, count=MANY, **options)  # type: ignore[arg-type]  # texts only, for module or exam
        return {question.item for question in session.questions}

    assert asked() == others
    assert set().union(*(asked(module=one) for one in whole.modules)) == others
    exams = {code for id in others for code in codes(whole.items[id])}
    assert set().union(*(asked(exam=code) for code in exams)) == others


def codes(item: Item) -> set[str]:
    """The exams an item serves."""
    return {one.partition(".")[0] for one in (item.objective, *item.also)}


def test_no_bank_of_practice_holds_one(whole: Course, others: set[str]) -> None:
    practised = {one.id for module in whole.modules for one in practice(whole, module)}
    listed = {row["item"] for module in listing(whole) for row in module["items"]}
    banks = [compile_bank(whole, module) for module in whole.modules]
    compiled = {row["item"] for bank in banks for row in bank["items"]}
    exported = {one.id for one in chosen(whole)}
    assert practised == listed == compiled == exported == others


def test_no_page_of_questions_holds_one(whole: Course, kept: set[str]) -> None:
    for page in whole.modules.values():
        text = questions_page(whole, page)
        assert 'class="asked"' in text
        assert {id for id in kept if f'id="{id}"' in text} == set()


def test_the_site_has_them_in_the_banks_of_exams_alone(
    whole: Course, kept: set[str], tmp_path: Path
) -> None:
    folder = tmp_path / write_assets(whole, tmp_path)
    holding: dict[str, set[str]] = {}
    for path in (folder / "banks").rglob("*.json"):
        text = path.read_text("utf-8")
        if path.name.startswith("last-"):  # ids alone: what was answered of them counts
            assert '"ask"' not in text
            continue
        holding[path.name] = {id for id in kept if f'"{id}"' in text}
    for name, ids in holding.items():
        exams = name == "exams.json" or name.endswith("-exams.json")
        assert exams or ids == set(), name
    assert set().union(*holding.values()) == kept
