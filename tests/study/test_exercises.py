"""Checks of exercises: three sentences, and a row when something changed."""

from collections.abc import Iterator

import pytest

from certlab.course.workspace import find
from certlab.labs.mig.refusal import INSUFFICIENT, Refusal
from certlab.study.exercises import (
    MIME,
    NOT_ATTEMPTED,
    check,
    check_claims,
    check_value,
)
from certlab.study.history import FILE, History

CASES = [((2, 3), 6, "two times three"), ((0, 9), 0, "zero")]


def outcomes() -> list[str]:
    return [one.outcome for one in History(find() / FILE).read().answers]


def test_a_stub_is_not_attempted_and_not_recorded() -> None:
    assert check("ex-a", lambda _a, _b: None, CASES) == NOT_ATTEMPTED
    assert check_value("ex-a", None, 3) == NOT_ATTEMPTED
    assert check_claims("ex-a", False, [(False, "x")]) == NOT_ATTEMPTED
    assert outcomes() == []


def test_a_right_function_is_correct_and_recorded_once() -> None:
    for _ in range(3):
        assert repr(check("ex-a", lambda a, b: a * b, CASES)) == "Correct."
    assert outcomes() == ["correct"]


def test_a_wrong_one_gets_the_hint() -> None:
    assert repr(check("ex-a", lambda a, b: a + b, CASES)) == "Not yet: two times three"
    check("ex-a", lambda a, b: a * b, CASES)
    assert outcomes() == ["wrong", "correct"]


def test_what_the_learners_code_raises_is_told() -> None:
    def broken(a: int, b: int) -> int:
        return a // 0

    says = repr(check("ex-a", broken, CASES))
    assert says.startswith("Not yet: it raised ZeroDivisionError")


def test_a_line_that_nvidia_smi_refuses_is_no_programming_error() -> None:
    def refused(a: int, b: int) -> int:
        raise Refusal("No room.", INSUFFICIENT)

    says = repr(check("ex-a", refused, CASES))
    assert says == "Not yet: nvidia-smi would refuse this: No room."


ROWS = [(6, "two times three"), (2.5, "half of five"), ("never", "it never does")]


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        ([None, None, None], NOT_ATTEMPTED.says),
        ([6, 2.5, "never"], "Correct."),
        ((6.0, 2.51, " Never "), "Correct."),
        ([6, 2.4, "never"], "Not yet: row 2: half of five"),
        ([6.05, 2.5, "never"], "Not yet: row 1: two times three"),
        ([6, None, "never"], "Not yet: row 2 has no answer yet."),
        ([6, "2.5 GB", "never"], "Not yet: row 2: half of five"),
        ([6, 2.5, 0], "Not yet: row 3: it never does"),
        ([6, 2.5], "Not yet: the list has a place for each row of the table, 3 in all."),
        (6, "Not yet: the list has a place for each row of the table, 3 in all."),
        (lambda a, b: a * b, "Correct."),
        (lambda a, b: a + b, "Not yet: two times three"),
    ],
)  # fmt: skip
def test_a_table_is_filled_in_or_a_function_is_written(
    answers: object, says: str
) -> None:
    assert repr(check("ex-a", answers, CASES, ROWS)) == says


def test_several_answers_in_a_row_stand_in_any_kind_of_list() -> None:
    rows = [((8, "P2P"), "look again")]
    assert repr(check("ex-a", [[8, "p2p"]], CASES, rows)) == "Correct."
    for wrong in ([8], [8, "SHM"], "8 P2P", 8):
        assert repr(check("ex-a", [wrong], CASES, rows)) == "Not yet: row 1: look again"


@pytest.mark.parametrize(
    ("value", "outcome"),
    [
        (100.5, "correct"),
        (98, "wrong"),
        ("abc", "wrong"),
        (True, "wrong"),
        (10**400, "wrong"),
    ],
)
def test_a_value_within_its_tolerance(value: object, outcome: str) -> None:
    assert check_value("ex-a", value, 100.0, tolerance=0.01).outcome == outcome


def test_claims_are_checked_in_order() -> None:
    found = check_claims(
        "ex-a", True, [(True, "one"), (False, "two"), (False, "three")]
    )
    assert repr(found) == "Not yet: two"


def test_a_notebook_also_gets_what_a_card_is_drawn_from() -> None:
    assert NOT_ATTEMPTED._repr_mimebundle_() == {"text/plain": NOT_ATTEMPTED.says}
    wrong = [check("ex-tries", lambda a, b: a + b, CASES) for _ in range(2)]
    bundles = [one._repr_mimebundle_() for one in wrong]
    assert [one["text/plain"] for one in bundles] == ["Not yet: two times three"] * 2
    assert [one[MIME]["wrong"] for one in bundles] == [1, 2]
    assert bundles[1][MIME] == {
        "exercise": "ex-tries",
        "outcome": "wrong",
        "wrong": 2,
        "says": "Not yet: two times three",
    }
    right = check("ex-tries", lambda a, b: a * b, CASES)._repr_mimebundle_()
    assert (right[MIME]["outcome"], right[MIME]["wrong"]) == ("correct", 2)


def test_a_loop_that_was_stopped_is_one_sentence_and_no_answer() -> None:
    def endless(a: int, b: int) -> int:
        raise KeyboardInterrupt

    found = check("ex-a", endless, CASES)
    assert found.outcome == "invalid"
    assert repr(found).startswith("Stopped before it ended: look in your function")


def test_claims_that_run_the_learners_code_may_be_stopped_too() -> None:
    def claims() -> Iterator[tuple[bool, str]]:
        yield True, "this holds"
        raise KeyboardInterrupt

    found = check_claims("ex-stopped", True, claims())
    assert repr(found).startswith("Stopped before it ended")
    assert outcomes() == []


@pytest.mark.usefixtures("full_disk")
def test_a_disk_that_is_full_does_not_hide_the_result() -> None:
    says = repr(check_value("ex-a", 1, 1.0))
    assert says.startswith("Correct. (Not recorded. ")
