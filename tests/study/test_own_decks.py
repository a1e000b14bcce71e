"""A learner's own decks: what of them is read, what is asked, and what knows nothing of them."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from certlab.course import Course
from certlab.course.items import Item
from certlab.day.today import serving
from certlab.readiness import readiness
from certlab.study.history import History
from certlab.study.own_decks import NEW_A_DAY, own_items, waiting
from certlab.study.questions import compile_item
from certlab.study.session import Session
from certlab.study.standing import Standing

NOW = datetime(2026, 11, 23, 9, tzinfo=UTC)
GIVEN = ("known", "forgotten", "known")
Write = Callable[..., dict[str, Item]]


def card(guid: str, **more: object) -> dict[str, object]:
    front = {"guid": guid, "rev": 1, "kind": "card", "ask": f"What is {guid}?"}
    return front | {"back": "It is that."} | more


@pytest.fixture
def write(tmp_path: Path, course: Course) -> Write:
    def deck(*cards: dict[str, object], name: str = "net") -> dict[str, Item]:
        path = tmp_path / "decks" / f"{name}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps({"name": "My net", "cards": cards}), "utf-8")
        return own_items(tmp_path, course)[0]

    return deck


def session(course: Course, folder: Path, **options: object) -> Session:
    history = History(folder / "history.jsonl")
    return Session(course, history, now=lambda: NOW, **options)  # type: ignore[arg-type]  # each test passes its own


def test_a_workspace_without_decks_has_no_cards(course: Course, tmp_path: Path) -> None:
    assert own_items(tmp_path, course) == ({}, ())


def test_a_card_says_whose_it_is_and_names_nothing_of_the_course(
    course: Course, tmp_path: Path, write: Write
) -> None:
    own = write(card("a/b"))
    (question,) = session(replace(course, items=own), tmp_path).questions
    assert question.item == "mine/net/a/b"
    assert question.show["deck"] == "My net"
    assert question.feedback["section"] is None
    assert question.feedback["sources"] == []


def test_reasons_need_not_be_given(
    course: Course, tmp_path: Path, write: Write
) -> None:
    options = [
        {"id": "a", "text": "A", "correct": True, "why": ""},
        {"id": "b", "text": "B", "why": ""},
    ]
    sides = {
        "left": [{"id": "l1", "text": "1"}, {"id": "l2", "text": "2"}],
        "right": [{"id": "r1", "text": "I"}, {"id": "r2", "text": "II"}],
        "pairs": {"l1": "r1", "l2": "r2"},
        "whys": {"l1": "", "l2": ""},
    }
    trap = [{"answer": "3", "why": ""}]
    gaps = [{"id": "g", "accept": ["x"], "why": ""}]
    own = write(
        card("1", kind="single", option=options),
        card("2", kind="match", **sides),
        card("3", kind="numeric", answer="4", tolerance=0.0, trap=trap),
        card("4", kind="cloze", text="An {{g}}.", blank=gaps),
    )
    asked = session(replace(course, items=own), tmp_path).questions
    assert sorted(one.kind for one in asked) == ["cloze", "match", "numeric", "single"]


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", "3", '{"name": "x"}', '{"name": "x", "cards": [3]}'),
        pytest.param("[" * 100_000, id="too_deep"),  # ends the Python of a browser
    ],
)
def test_a_broken_deck_is_one_sentence_and_the_others_are_asked(
    course: Course, tmp_path: Path, write: Write, text: str
) -> None:
    write(card("a"))
    broken = tmp_path / "decks" / "broken.json"
    broken.write_text(text, "utf-8")
    own, (says,) = own_items(tmp_path, course)
    assert [*own] == ["mine/net/a"]
    assert says == (
        f"{broken}: this deck cannot be read; move it to another folder, then import "
        f"the deck again."
    )


def test_a_card_that_cannot_be_asked_is_named_and_the_others_are_asked(
    course: Course, tmp_path: Path, write: Write
) -> None:
    own = write(card("a", back=3), card("b"), card("c", kind="scenario"))
    assert [*own] == ["mine/net/b"]
    (says,) = own_items(tmp_path, course)[1]
    assert "the card mine/net/a cannot be asked (back is 3;" in says


@pytest.mark.parametrize(
    "more",
    [
        {"ask": "{fact:nowhere}"},
        {"back": "{calc:9**9**9**9}"},
        {"kind": "numeric", "answer": "1 / 0", "tolerance": 0.0},
    ],
    ids=["fact", "power", "answer"],
)
def test_a_card_that_names_what_is_not_there_is_named(
    course: Course, tmp_path: Path, write: Write, more: dict[str, object]
) -> None:
    own = write(card("a", **more), card("b"))
    assert [*own] == ["mine/net/b"]
    (says,) = own_items(tmp_path, course)[1]
    assert "the card mine/net/a cannot be asked (" in says


KINDS = [
    {"kind": "single", "option": [{"id": "x", "text": "X", "correct": True, "why": ""},
                                  {"id": "y", "text": "Y", "why": ""}]},
    {"kind": "numeric", "answer": "5", "tolerance": 0.1, "trap": [{"answer": "7", "why": ""}]},
    {"kind": "cloze", "text": "A {{g}} b", "blank": [{"id": "g", "accept": ["x"], "why": ""}]},
    {"kind": "match", "left": [{"id": "a", "text": "A"}, {"id": "b", "text": "B"}],
     "right": [{"id": "c", "text": "C"}, {"id": "d", "text": "D"}],
     "pairs": {"a": "c", "b": "d"}, "whys": {"a": "", "b": ""}},
    {"kind": "card", "explain": "So."},
]  # fmt: skip
ODD = [None, 5, -1, 1e999, True, "", [], {}, [5], ["a"], {"a": 5}, [[]], [{}], "{fact:nope}",
       "{calc:1/0}", "{given:x}", "{{g}}", "{{", "$x$", "\x1b[31m", "\ud800", "a" * 30_000, 2**70,
       "9**9**9", "(" * 5000, [{"id": 5, "text": 5}]]  # fmt: skip


def mutants(value: object) -> Iterator[object]:
    """The same with an odd value in each of its places, one at a time."""
    yield from ODD
    if isinstance(value, dict):
        for name, part in value.items():
            yield from (value | {name: one} for one in mutants(part))
    elif isinstance(value, list):
        for n, part in enumerate(value):
            yield from ([*value[:n], one, *value[n + 1 :]] for one in mutants(part))


def test_a_card_of_any_shape_is_asked_or_named(
    course: Course, tmp_path: Path, write: Write
) -> None:
    rows = [{"rev": 1, "ask": "A?", **({"back": "B"} if "explain" in one else {}), **one}
            for one in KINDS]  # fmt: skip
    odd = [one for row in rows for one in mutants(row) if isinstance(one, dict)]
    own = write(*({**one, "guid": str(n)} for n, one in enumerate([*rows, *odd])))
    assert {f"mine/net/{n}" for n in range(len(rows))} <= own.keys()
    assert len(own) < len(odd)
    asked = [compile_item(course, one, 0) for one in own.values()]
    assert len(asked) == len(own)


def test_what_is_due_comes_up_by_itself_and_a_few_new_ones_a_day(
    course: Course, tmp_path: Path, write: Write
) -> None:
    own = write(*(card(f"{n:02}") for n in range(NEW_A_DAY + 5)))
    ids = [*own]
    assert waiting(own, (), NOW) == ids[:NEW_A_DAY]
    drill = session(replace(course, items=own), tmp_path, count=3)
    for question, known in zip(drill.questions, GIVEN, strict=True):
        drill.answer(question, known)
    answers = drill.history.read().answers
    assert waiting(own, answers, NOW) == ids[3:NEW_A_DAY]
    later = NOW + timedelta(days=60)
    asked = waiting(own, answers, later)
    assert set(asked[:3]) == set(ids[:3])
    assert asked[3:] == ids[3 : NEW_A_DAY + 3]


def test_cards_that_come_along_count_and_follow_the_courses(
    course: Course, tmp_path: Path, write: Write
) -> None:
    own = write(card("a"), card("b"))
    both = replace(course, items={**course.items, **own})
    asked = [
        one.item for one in session(both, tmp_path, count=3, along=[*own]).questions
    ]
    assert asked[1:] == [*own]
    assert asked[0] in course.items


def test_their_answers_change_no_readiness_and_serve_no_exam(
    course: Course, tmp_path: Path, write: Write
) -> None:
    own = write(card("a"), card("b"))
    both = replace(course, items={**course.items, **own})
    exam = next(iter(course.certifications))
    before = readiness(Standing(course, ()), exam, None, NOW)
    drill = session(replace(course, items=own), tmp_path)
    for question in drill.questions:
        drill.answer(question, "known")
    rows = drill.history.read().rows
    assert readiness(Standing(course, rows), exam, None, NOW) == before
    assert serving(both, exam) == serving(course, exam)


def test_the_same_card_is_remembered_after_an_edit(
    course: Course, tmp_path: Path, write: Write
) -> None:
    drill = session(replace(course, items=write(card("a"))), tmp_path)
    drill.answer(drill.questions[0], "known")
    own = write(card("a", rev=2, back="It is this."))
    later = session(replace(course, items=own), tmp_path)
    assert later.tally() == {"due": 0, "new": 0, "ahead": 1}
