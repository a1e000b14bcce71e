"""GIFT out: what is written is read back, and what GIFT cannot hold is said."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certlab.course import Course
from certlab.course.items.choice import Choice
from certlab.formats import exports
from certlab.formats.drafts import Blank, Choices, Draft, Gaps, Number, Pairs
from certlab.formats.gift import read
from certlab.formats.gift_export import write
from certlab.study.questions import Question, compile_item
from tests.formats.askable import choice, questions

unhurried = settings(max_examples=200)


def back(*found: Question) -> list[Draft]:
    reading = read(write(found).data.decode())
    assert not reading.notes
    return reading.drafts


def parts(draft: Draft, kind: type) -> Any:
    assert isinstance(draft.body, kind)
    return draft.body.parts


def test_the_whole_course_is_written_and_read_back(whole: Course) -> None:
    found = exports.compiled(whole, exports.chosen(whole))
    done = write(found)
    reading = read(done.data.decode())
    left = {loss.item for loss in done.lost if loss.whole}
    written = [one for one in found if one.item not in left]
    assert done.count == len(written) == len(reading.drafts)
    assert not reading.notes
    for question, draft in zip(written, reading.drafts, strict=True):
        assert draft.about.endswith(f"title: {question.item}")
        assert question.show["ask"] in draft.ask
        if question.kind in ("single", "multi"):
            assert draft.kind == question.kind
            shown = [one["text"] for one in question.show["options"]]
            right = [
                one["id"] in question.key["correct"] for one in question.show["options"]
            ]
            whys = [
                question.feedback["whys"][one["id"]] for one in question.show["options"]
            ]
            options = parts(draft, Choices)
            assert [one.text for one in options] == shown
            assert [one.correct for one in options] == right
            assert [one.why for one in options] == whys
        elif question.kind == "match":
            assert isinstance(draft.body, Pairs)
            right = {one["id"]: one["text"] for one in question.show["right"]}
            pairs = question.feedback["pairs"]
            assert dict(draft.body.parts) == {
                one["text"]: right[pairs[one["id"]]] for one in question.show["left"]
            }
        elif question.kind == "numeric":
            assert isinstance(draft.body, Number)
            assert float(draft.body.answer) == pytest.approx(question.key["answer"])
            assert draft.body.tolerance == pytest.approx(question.key["tolerance"])
            assert [one.why for one in draft.body.parts] == [
                one["why"] for one in question.key["traps"]
            ]


@pytest.mark.parametrize("score", ["all", "each", "net"])
def test_the_score_of_a_multi_comes_back(course: Course, score: str) -> None:
    (draft,) = back(choice(["A", "B", "C", "D"], 3, score=score))
    assert isinstance(draft.body, Choices)
    assert draft.body.score == score


texts = st.text(
    st.characters(exclude_categories=["C", "Z"]) | st.sampled_from(" \\#=~{}:%[]\n"),
    min_size=1,
    max_size=20,
).filter(lambda text: text == text.strip() and "\n\n" not in text)


@unhurried
@given(ask=texts, found=st.lists(texts, min_size=2, max_size=4, unique=True), why=texts)
def test_any_choice_comes_back_as_it_was(ask: str, found: list[str], why: str) -> None:
    (draft,) = back(choice(found, 1, ask=ask, why=why))
    assert draft.ask == ask
    assert [one.text for one in parts(draft, Choices)] == found
    assert {one.why for one in parts(draft, Choices)} == {why}


def test_pairs_and_a_gap_come_back() -> None:
    found = questions("match", "gap")
    match, gap = back(*found)
    assert isinstance(match.body, Pairs)
    assert dict(match.body.parts) == {"nsys → x": "Timeline", "ncu": "Kernel"}
    assert match.body.distractors == ("Races",)
    assert "nsys -> x: It traces." in match.explain
    assert isinstance(gap.body, Gaps)
    assert [one for one in gap.body.parts if isinstance(one, Blank)] == [
        Blank(("warp", "a warp"), "By name.")
    ]


def test_what_gift_cannot_hold_is_said_by_item() -> None:
    done = write(questions())
    assert done.count == 5
    assert [(one.item, one.says) for one in done.lost if one.whole] == [
        ("mig-order", "GIFT has no ordering."),
        ("mig-cloze", "GIFT allows one gap in a question."),
        ("mig-command", "GIFT compares texts; a command line is graded by its flags."),
        (
            "mig-card",
            "GIFT has questions only; a card asks nothing that it could grade.",
        ),
    ]
    assert [(one.item, one.says) for one in done.lost if not one.whole] == [
        ("mig-multi", "how many options to pick is said, but more can be picked."),
        ("mig-multi", "picking some of the right options gives a part of the mark."),
        ("mig-numeric", "the answer counts in ms only, no unit can be chosen."),
        ("mig-match", "reasons stand together in the general feedback."),
        ("mig-match", "matching some of the entries gives a part of the mark."),
        ("mig-match", "an arrow -> in an entry is written as another sign."),
        ("mig-gap", "an article or a dash has to be typed as it is written."),
        ("mig-gap", "capitals do not count."),
    ]


def test_a_multi_with_more_right_options_than_moodle_has_weights_for() -> None:
    done = write([choice([f"Option {n}" for n in range(12)], 11)])
    assert done.count == 0
    assert done.lost[0].says.startswith("Moodle has no weight for more than 10")


GOLDEN = """\
$CATEGORY: certlab/MIG

::mig-numeric::[markdown]How long does it take?\\n\\nData\\: 3 GB\\n\\nRate\\: 2 TB/s\\n\\n\
Answer in ms, to within 1 %.{#
\t=%100%1.5:0.015
\t=%0%0.0015:1.5e-05#That is in seconds.
\t####1.5 is 3 by 2.
}
"""


def test_a_number_stands_as_moodle_reads_it() -> None:
    assert write(questions("numeric")).data.decode() == GOLDEN


def test_facts_are_filled_in(course: Course) -> None:
    item = course.items["small-warp-size"]
    text = write([compile_item(course, item, 0)]).data.decode()
    assert "=[markdown]32 threads#It has not changed." in text
    assert "fact:" not in text


def test_that_an_option_no_longer_stands_last_is_named(fixed: Course) -> None:
    item = fixed.items["cuda-warp-size"]
    assert isinstance(item.body, Choice)
    *most, last = item.body.options
    body = replace(item.body, options=(*most, replace(last, pin="last")))
    pinned = compile_item(fixed, replace(item, body=body), 0)
    assert pinned.show["pinned"] == [last.id] == [pinned.show["options"][-1]["id"]]
    (loss,) = write([pinned]).lost
    assert loss.says == "the option that stands last is shuffled among the others."
    assert write([compile_item(fixed, item, 0)]).lost == ()
