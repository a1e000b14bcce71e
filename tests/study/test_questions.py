"""Items compiled for asking: shuffled, drawn, filled in, with the key kept apart."""

import json
from dataclasses import replace

import pytest

from certlab.course import Course
from certlab.course.items.choice import Choice
from certlab.course.items.numeric import Numeric
from certlab.course.template import Values
from certlab.study.grading import grade
from certlab.study.item_tests import run_item_tests
from certlab.study.kinds import numeric
from certlab.study.kinds.numeric import working
from certlab.study.questions import Question, compile_item


def ask(course: Course, id: str, seed: int = 0) -> Question:
    return compile_item(course, course.items[id], seed)


def test_a_single_question(course: Course) -> None:
    question = ask(course, "small-warp-size")
    assert question.show["ask"] == "How many threads run together in a **warp**?"
    assert question.show["objective"] == "NCA-TEST 1.1"
    assert question.show["module"] == "Small"
    texts = {one["text"] for one in question.show["options"]}
    assert texts == {"32 threads", "16 threads", "64 threads"}
    assert question.key["correct"] == ["thirty-two"]
    assert question.feedback["explain"] == "The size is 32 threads."
    assert question.feedback["section"]["title"] == "Warps"
    assert question.feedback["sources"][0]["tier"] == "A"


def test_what_is_shown_holds_no_key(course: Course) -> None:
    for id in course.items:
        shown = json.dumps(ask(course, id).show)
        assert "correct" not in shown
        assert "why" not in shown


def test_questions_are_json(course: Course) -> None:
    for id in course.items:
        question = ask(course, id)
        parts = (question.show, question.key, question.feedback)
        assert json.loads(json.dumps(parts)) == [*parts]


def test_a_seed_gives_one_order_and_seeds_differ(course: Course) -> None:
    def order(seed: int) -> list[str]:
        return [
            one["id"] for one in ask(course, "small-warp-size", seed).show["options"]
        ]

    assert order(3) == order(3)
    assert len({tuple(order(seed)) for seed in range(40)}) == 6


def test_each_option_comes_first_about_as_often(course: Course) -> None:
    first = [
        ask(course, "small-warp-size", seed).key["options"][0] for seed in range(600)
    ]
    # A fair three-sided die stays within 200 +- 5 sigma = 200 +- 58.
    assert all(142 < first.count(id) < 258 for id in set(first))


def test_a_pinned_option_stays_last(course: Course) -> None:
    item = course.items["small-warp-size"]
    assert isinstance(item.body, Choice)
    head, *tail = item.body.options
    pinned = replace(
        item, body=replace(item.body, options=(replace(head, pin="last"), *tail))
    )
    lasts = {compile_item(course, pinned, n).key["options"][-1] for n in range(20)}
    assert lasts == {"thirty-two"}


def test_a_numeric_question(course: Course) -> None:
    found = {seed: ask(course, "small-blocks", seed) for seed in range(20)}
    drawn = {one.show["given"][0]["value"] for one in found.values()}
    assert drawn == {"1,000", "2,000"}
    one = next(one for one in found.values() if "1,000" in one.show["ask"])
    assert one.show["given"][1] == {
        "label": "Threads a block",
        "value": "256",
        "unit": "threads",
    }
    assert one.show["units"] == ["blocks"]
    assert one.show["tolerance"] == "exactly"
    assert one.show["wants"] == "in blocks, exactly"
    assert one.key["answer"] == 4
    assert one.feedback["working"] == "ceil(1,000 / 256) = 4 blocks"


def test_givens_that_belong_together_are_drawn_in_a_row(course: Course) -> None:
    item = course.items["small-blocks"]
    assert isinstance(item.body, Numeric)
    n, b = item.body.given
    pair = replace(item.body, given=(n, replace(b, choices=(256, 512), row="n")))
    apart = replace(item.body, given=(n, replace(b, choices=(256, 512))))
    for body, pairs in ((pair, {(1000, 256), (2000, 512)}), (apart, 4)):
        asked = (
            compile_item(course, replace(item, body=body), seed) for seed in range(40)
        )
        drawn = {tuple(row["value"] for row in one.show["given"]) for one in asked}
        listed = {tuple(one.values()) for one in body.variants()}
        assert drawn == {tuple(f"{x:,}" for x in row) for row in listed}
        assert pairs in (listed, len(listed))


COUNTED = [
    ("How many whole requests fit?", "", 0, ["whole", "requests", "fit"]),
    ("At which step does the run stop?", "", 0, ["step", "does", "the", "run"]),
    ("What is the chance?", "", 0.01, ["%"]),
    ("How many GPUs are there?", "GPUs", 0.01, ["gpus", "are", "there"]),
    ("How many GB are there?", "GB", 0.01, []),
]


@pytest.mark.parametrize(("asks", "unit", "tolerance", "nouns"), COUNTED)
def test_what_is_counted_may_stand_with_the_number(
    course: Course, asks: str, unit: str, tolerance: float, nouns: list[str]
) -> None:
    item = course.items["small-blocks"]
    assert isinstance(item.body, Numeric)
    body = replace(item.body, unit=unit, tolerance=tolerance)
    one = compile_item(course, replace(item, ask=asks, body=body), 0)
    assert one.show["nouns"] == one.key["nouns"] == nouns


@pytest.mark.parametrize("names", [("n", "b"), ("N", "B"), ("N_1", "b2"), ("é", "Ω")])
def test_a_working_shows_values_whatever_their_names_are(
    course: Course, names: tuple[str, str]
) -> None:
    body = course.items["small-blocks"].body
    assert isinstance(body, Numeric)
    formula = f"ceil({names[0]} / {names[1]}) + 1e3"
    given = dict(zip(names, (1000, 256), strict=True))
    shown = working(replace(body, answer=formula), Values({}, given), "1,004 blocks")
    assert shown == "ceil(1,000 / 256) + 1e3 = 1,004 blocks"


def test_the_check_refuses_a_working_with_a_name_in_it(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numeric, "format_number", lambda _: "n")
    says = [one.says for one in run_item_tests(course) if one.id == "small-blocks"]
    assert any("shows the name n, not its value" in one for one in says)


WANTS = [
    ("blocks", 0, "in blocks, exactly"),
    ("", 0.01, "as a plain number, to within 1 %"),
    ("TFLOPS", 0.005, "with its unit, to within 0.5 %"),
    ("x", 0.07, "as a multiple (×), to within 7 %"),
]


@pytest.mark.parametrize(("unit", "tolerance", "words"), WANTS)
def test_unit_and_tolerance_are_said_in_words(
    course: Course, unit: str, tolerance: float, words: str
) -> None:
    item = course.items["small-blocks"]
    assert isinstance(item.body, Numeric)
    body = replace(item.body, unit=unit, tolerance=tolerance)
    question = compile_item(course, replace(item, body=body), 0)
    assert question.show["wants"] == words
    assert words.endswith(f", {question.show['tolerance']}")


PART = [("all", 0.0, ""), ("each", 0.5, "Right: 1 of 2 options."), ("net", 0.0, "")]


@pytest.mark.parametrize(("rule", "score", "say"), PART)
def test_a_multi_right_in_part_scores_by_the_rule_it_names(
    course: Course, rule: str, score: float, say: str
) -> None:
    item = course.items["small-memories"]
    assert isinstance(item.body, Choice)
    assert item.body.score == "all"
    ruled = replace(item, body=replace(item.body, score=rule))
    question = compile_item(course, ruled, 0)
    verdict = grade(question.key, ["shared", "registers"])
    assert (verdict.outcome, verdict.score) == ("wrong", score)
    assert say in verdict.say
    assert grade(question.key, ["barrier", "shared"]).outcome == "correct"


def test_what_was_and_what_is_take_facts_too(course: Course) -> None:
    item = replace(
        course.items["small-card"], exam_era="16", current="{fact:warp.threads}"
    )
    feedback = compile_item(course, item, 0).feedback
    assert (feedback["exam_era"], feedback["current"]) == ("16", "32 threads")


def test_a_card_keeps_its_back_back(course: Course) -> None:
    question = ask(course, "small-card")
    assert question.feedback["back"] == "32 threads"
    assert "32" not in json.dumps(question.show)


def test_every_item_of_the_course_can_be_asked(whole: Course) -> None:
    asked = [item for item in whole.items.values() if item.kind != "scenario"]
    for item in asked:
        for seed in range(3):
            question = compile_item(whole, item, seed)
            assert "{fact" not in json.dumps([question.show, question.feedback])
