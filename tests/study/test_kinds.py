"""Real items of every newer kind: they are whole, they can be asked, they hold no key."""

import json
from collections import Counter
from typing import Any

import pytest

from certlab.course import Course
from certlab.course.items import ASKABLE
from certlab.study.grading import grade
from certlab.study.item_tests import run_item_tests
from certlab.study.questions import Question, compile_item, facts_of
from tests.study.kinds import kinds

NEW = ("order", "match", "cloze", "command", "scenario")
ASKED = [id for id, item in kinds().items.items() if item.kind in ASKABLE]
SHOWN = {
    "order": {"steps"},
    "match": {"left", "right"},
    "cloze": {"text", "gaps"},
    "command": {"may"},
    "single": {"options"},
    "multi": {"options", "select"},
    # of a scenario
    "numeric": {"given", "units", "nouns", "tolerance", "within", "wants"},
}
ALWAYS = {"item", "kind", "module", "objective", "level", "ask"}


@pytest.fixture
def course() -> Course:
    return kinds()


def ask(id: str, seed: int = 0) -> Question:
    return compile_item(kinds(), kinds().items[id], seed)


def test_there_are_some_of_each() -> None:
    counts = Counter(item.kind for item in kinds().items.values())
    assert all(counts[kind] >= 3 for kind in NEW)


def test_they_pass_their_own_tests(course: Course) -> None:
    assert [str(one) for one in run_item_tests(course)] == []


# Each of these asks every item, and names all that are wrong: a test for each item would cost
# more than its question.


def test_what_is_shown_has_just_what_a_surface_needs() -> None:
    assert [id for id in ASKED if not shows_what_is_needed(ask(id))] == []


def shows_what_is_needed(question: Question) -> bool:
    show = question.show
    context = {"context"} if "context" in show else set()
    rows = [row for name in ("steps", "left", "right") for row in show.get(name, ())]
    return (
        show.keys() == ALWAYS | SHOWN[question.kind] | context
        and all(row.keys() == {"id", "text"} for row in rows)
        and all(row.keys() == {"id", "number"} for row in show.get("gaps", ()))
    )


def test_questions_are_json_and_filled_in() -> None:
    odd = []
    for id in ASKED:
        question = ask(id)
        parts = [question.show, question.key, question.feedback]
        text = json.dumps(parts)
        marks = any(mark in text for mark in ("{fact", "{calc", "{{"))
        odd += [id] if marks or json.loads(text) != parts else []
    assert odd == []


def test_a_seed_gives_one_question() -> None:
    assert [id for id in ASKED if ask(id, 7) != ask(id, 7)] == []


def right_answer(question: Question) -> Any:
    said = question.feedback
    firsts = {gap: texts[0] for gap, texts in said["accepted"].items()}
    number, _, unit = str(said["answer"]).partition(" ")
    return {
        "single": (said["correct"] or [None])[0],
        "multi": said["correct"],
        "order": said["order"],
        "match": said["pairs"],
        "cloze": firsts,
        "command": said["answer"],
        "numeric": {"number": number, "unit": unit},
    }[question.kind]


def test_the_answer_that_is_shown_afterwards_is_right() -> None:
    asked = ((id, seed, ask(id, seed)) for id in ASKED for seed in range(5))
    given = ((id, seed, grade(one.key, right_answer(one))) for id, seed, one in asked)
    assert [(id, seed) for id, seed, one in given if one.outcome != "correct"] == []


def test_each_part_that_is_graded_has_its_reason() -> None:
    without = []
    for id in ASKED:
        question = ask(id)
        if question.kind in ("match", "cloze"):
            parts = grade(question.key, right_answer(question)).parts
            whys = question.feedback["whys"]
            without += [(id, part) for part in parts if not whys[part]]
    assert without == []


def test_an_item_names_its_facts_wherever_they_stand(course: Course) -> None:
    def named(id: str) -> set[str]:
        return {fact.id for fact in facts_of(course, course.items[id])}

    assert named("mig-line-two-halves") == {"h100-80gb.mig_3g_40gb_id"}
    assert named("cuda-cloze-partial-warp") == {"warp.threads"}
    assert named("cuda-line-fat-binary") == {
        "a100.compute_capability",
        "h100.compute_capability",
    }


def test_the_kinds_that_can_be_asked_are_all_but_the_scenario(course: Course) -> None:
    assert {*NEW} - {*ASKABLE} == {"scenario"}
    with pytest.raises(NotImplementedError, match="its items are"):
        compile_item(course, course.items["mig-case-two-halves"], 0)
