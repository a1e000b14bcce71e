"""jupyterquiz's JSON: what its questions become, and what is wrong with a file."""

import json
from typing import Any

import pytest

from certlab.errors import ContentError
from certlab.formats.drafts import Blank, Choices, Gaps, Number, Option, Reading, Trap
from certlab.formats.jupyterquiz import read

CHOICE = {
    "question": "Which memory do the threads of a block share?",
    "type": "multiple_choice",
    "answers": [
        {"answer": "Shared memory", "correct": True, "feedback": "By name."},
        {"answer": "Registers", "correct": False, "feedback": "Each thread's own."},
    ],
}
NUMBER = {
    "question": "How many TB/s?",
    "type": "numeric",
    "precision": 3,
    "answers": [
        {"type": "value", "value": 3.35, "correct": True, "feedback": "Of the SXM5."},
        {"type": "value", "value": 2, "correct": False, "feedback": "An A100."},
        {"type": "range", "range": [10, 20], "correct": False, "feedback": "Bits?"},
        {"type": "default", "feedback": "See the table."},
    ],
}
WORDS = {
    "question": "What is a group of 32 threads called?",
    "type": "string",
    "answers": [
        {"answer": "warp", "correct": True, "feedback": "Yes.", "fuzzy_threshold": 0.8},
        {"answer": "a warp", "correct": True},
        {"answer": "wave", "correct": False, "feedback": "Elsewhere."},
    ],
}


def of(*rows: Any) -> Reading:
    return read(json.dumps(rows), "quiz.json")


def changed(reading: Reading) -> list[str]:
    return [one.says for one in reading.notes if not one.lost]


def refused(**more: Any) -> str:
    reading = of({**CHOICE, **more})
    assert not reading.drafts
    return reading.notes[-1].says


def test_a_choice_keeps_its_feedback_as_reasons() -> None:
    reading = of(CHOICE)
    (draft,) = reading.drafts
    assert (draft.where, draft.kind, draft.ask) == (
        "question 1", "single", CHOICE["question"],
    )  # fmt: skip
    assert draft.body == Choices(
        (
            Option("Shared memory", True, "By name."),
            Option("Registers", False, "Each thread's own."),
        )
    )
    assert not reading.notes


def test_many_choices_are_a_multi_and_one_right_one_a_single() -> None:
    answers = [{"answer": text, "correct": text != "C"} for text in "ABC"]
    (both,) = of({**CHOICE, "type": "many_choice", "answers": answers}).drafts
    assert both.kind == "multi"
    (one,) = of({**CHOICE, "type": "many_choice"}).drafts
    assert one.kind == "single"


def test_several_right_ones_of_which_one_is_enough_are_refused() -> None:
    answers = [{"answer": text, "correct": True} for text in "AB"]
    assert "one of them is enough" in refused(answers=answers)


def test_code_stands_below_the_words_or_in_line() -> None:
    row = {**CHOICE, "code": "x = 1\ny = 2\n"}
    row["answers"] = [
        {"code": "f(x)", "correct": True},
        {"answer": "This:", "code": "g`x`", "correct": False},
    ]
    (draft,) = of(row).drafts
    assert draft.ask.endswith("share?\n\n```\nx = 1\ny = 2\n```")
    assert [one.text for one in draft.body.parts] == ["`f(x)`", "This: ``g`x```"]


def test_a_number_takes_precision_as_tolerance_and_wrong_values_as_traps() -> None:
    reading = of(NUMBER)
    (draft,) = reading.drafts
    # Three digits that count: 3.345 rounds to it, half a step of 0.01 away.
    assert draft.body == Number("3.35", 0.001493, (Trap("2", "An A100."),))
    assert draft.explain == "Of the SXM5.\n\nSee the table."
    assert changed(reading) == [
        "the feedback for any other answer is now explain.",
        "a wrong range with its feedback is left out.",
        "its precision is now a tolerance of 0.149 %.",
    ]


def test_a_right_range_is_its_middle_with_a_tolerance() -> None:
    dusty = of({**NUMBER, "answers": [{"range": [0.1, 0.3], "correct": True}]})
    assert dusty.drafts[0].body == Number("0.2", 0.5)
    answers = [{"range": [90, 110], "correct": True}]
    (draft,) = of({**NUMBER, "answers": answers}).drafts
    assert draft.body == Number("100", 0.1)
    reading = of({**NUMBER, "answers": [{"range": [-1, 1], "correct": True}]})
    assert "tolerance is larger" in reading.notes[0].says


def test_words_are_a_gap_to_fill() -> None:
    reading = of(WORDS)
    (draft,) = reading.drafts
    assert draft.body == Gaps((Blank(("warp", "a warp"), "Yes."),))
    assert changed(reading) == [
        "wrong answers with their feedback are left out.",
        "almost right spellings no longer count; add them.",
    ]


def test_every_field_that_is_left_out_is_said() -> None:
    reading = of({**CHOICE, "answer_cols": 2, "colour": "red"})
    assert changed(reading) == [
        "answer_cols is about layout and is left out.",
        "colour is not known and is left out.",
    ]


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"type": "essay"}, "its type 'essay' is not known."),
        ({"type": ["numeric"]}, "its type ['numeric'] is not known."),
        ({"question": 7}, "its question is not text."),
        ({"answers": "A"}, "its answers are not a list of tables."),
        ({"answers": [1]}, "its answers are not a list of tables."),
        ({"answers": []}, "it has fewer than two options."),
        ({"type": "numeric"}, "no right value or range is given in numbers."),
        ({"type": "string", "answers": []}, "a gap has no answer."),
    ],
)
def test_a_question_that_does_not_fit_is_refused_and_the_rest_read(
    more: dict[str, Any], says: str
) -> None:
    reading = of({**CHOICE, **more}, CHOICE)
    assert [one.where for one in reading.drafts] == ["question 2"]
    assert [one.says for one in reading.notes if one.lost] == [says]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[\n{,}]", "quiz.json: line 2 is not valid JSON"),
        ("", "quiz.json: line 1 is not valid JSON"),
        ('{"question": 1}', "quiz.json: is not a list of questions"),
        ("[" * 200_000, "quiz.json: is nested too deep"),
        ("[NaN]", "quiz.json: holds a number that cannot be read"),
        ("[" + "9" * 5000 + "]", "quiz.json: holds a number that cannot be read"),
    ],
)
def test_a_broken_file_is_refused_in_a_sentence(text: str, says: str) -> None:
    with pytest.raises(ContentError) as caught:
        read(text, "quiz.json")
    assert str(caught.value).startswith(says)
    assert str(caught.value).endswith((".", "?"))


def test_a_row_that_is_no_table_is_refused() -> None:
    assert of(CHOICE, 7).notes[0].says == "it is not a table of fields."


def test_numbers_beyond_all_bounds_are_refused() -> None:
    reading = read('[{"question": "?", "type": "numeric", "answers":'
                   ' [{"value": 1e999, "correct": true}]}]')  # fmt: skip
    assert not reading.drafts


def test_scripts_stay_text() -> None:
    evil = '<script>alert(1)</script><img src=x onerror="f()">'
    (draft,) = of({**CHOICE, "question": evil}).drafts
    assert draft.ask == evil


def test_texts_are_shown_as_html_and_code_is_not() -> None:
    answers = [
        {
            "answer": "<b>GPUs</b> &amp; jobs",
            "correct": True,
            "feedback": "By <i>id</i>.",
        },
        {"answer": "", "code": "ls <b>", "correct": False},
    ]
    asked = {
        "question": "What does <code>nvidia-smi</code><br>print?",
        "answers": answers,
    }
    reading = of({**CHOICE, **asked, "code": "a &lt; b"})
    (draft,) = reading.drafts
    assert draft.ask == "What does `nvidia-smi`\nprint? `a &lt; b`"
    assert draft.body == Choices(
        (Option("**GPUs** & jobs", True, "By *id*."), Option("`ls <b>`", False))
    )
    told = of({**CHOICE, "question": "See <a href='x'>this</a>."})
    assert changed(told) == ["<a> stays in the text as it is written."]


def test_what_is_typed_stays_as_it_is() -> None:
    answers = [{"answer": "<b>", "correct": True, "feedback": "<b>Yes</b>"}]
    (draft,) = of({**WORDS, "answers": answers}).drafts
    assert draft.body == Gaps((Blank(("<b>",), "**Yes**"),))


def test_a_wrong_number_that_counts_as_right_is_left_out() -> None:
    answers = [
        {"value": 100, "correct": True},
        {"value": 100.4, "correct": False, "feedback": "Rounded."},
        {"value": 90, "correct": False, "feedback": "Not yet."},
    ]
    reading = of({**NUMBER, "precision": 3, "answers": answers})
    assert reading.drafts[0].body == Number("100", 0.005, (Trap("90", "Not yet."),))
    assert "a wrong number that counts as right is left out." in changed(reading)
