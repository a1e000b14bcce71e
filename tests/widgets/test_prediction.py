"""A prediction: what it takes, what it refuses, and what stands beside the measurement."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certlab import widgets
from certlab.study.answers import Answer
from certlab.study.history import History
from certlab.widgets.how_far import how_far
from certlab.widgets.prediction import Prediction
from certlab.words import ENGLISH
from tests.widgets.test_app_part import ask

OPTIONS = ("fits", "does not fit")


def rows(history: History) -> Prediction:
    made = {"A": "one", "B": "two"}
    return Prediction(history, "small-fits", "Do they fit?", rows=made, options=OPTIONS)


def number(history: History) -> Prediction:
    return Prediction(history, "small-sent", "How many go over a link?", unit="MiB")


def test_unanswered_it_says_so_and_goes_on(history: History) -> None:
    guess = rows(history)
    says = "Prediction: Do they fit?\n  A  one\n  B  two\nno prediction yet"
    assert repr(guess) == says
    assert guess.answer is None
    open_yet = guess.compare({"A": "fits", "B": "does not fit"})
    told = "no prediction yet\nA: measured fits\nB: measured does not fit"
    assert (repr(open_yet), open_yet.rows, guess.compared) == (told, [], {})
    assert repr(number(history).compare(36)).endswith("yet\nmeasured 36 MiB")
    assert not history.path.exists()


def test_rows_stand_beside_what_was_measured(history: History) -> None:
    guess = rows(history)
    ask(guess, "predict", answer={"A": "fits", "B": "fits"})
    assert guess.answer == {"A": "fits", "B": "fits"}
    measured = {"A": "fits", "B": "does not fit"}
    found = guess.compare(measured, why={"A": "It has room.", "B": "It is full."})
    assert repr(found).splitlines() == [
        "A: You predicted fits and measured fits: as predicted.",
        (
            "B: You predicted fits and measured does not fit: not as predicted. It is "
            "full."
        ),
    ]


def test_a_number_is_right_within_a_tolerance_and_else_says_how_far(
    history: History,
) -> None:
    guess = number(history)
    ask(guess, "predict", answer={"": 12})
    assert guess.answer == 12
    near = "You predicted 12 MiB and measured 12.6 MiB: as predicted."
    assert repr(guess.compare(12.6)) == near
    far = "You predicted 12 MiB and measured 36 MiB: 3 times your number. Three over."
    assert repr(guess.compare(36, why="Three over.")) == far
    exact = guess.compare(12.6, within=0)
    assert repr(exact).endswith("5 % above your number.")


def test_a_reason_for_all_rows_is_said_once_and_only_where_one_differs(
    history: History,
) -> None:
    guess = rows(history)
    ask(guess, "predict", answer={"A": "fits", "B": "fits"})
    found = guess.compare({"A": "fits", "B": "does not fit"}, why="One is full.")
    assert repr(found).endswith("not as predicted.\nOne is full.")
    assert guess.compare({"A": "fits", "B": "fits"}, why="x").compared["why"] == ""


def test_the_prediction_has_its_comparison_until_something_else_is_predicted(
    history: History,
) -> None:
    guess = rows(history)
    said = {"A": "fits", "B": "fits"}
    ask(guess, "predict", answer=said)
    first = guess.compare({"A": "fits", "B": "does not fit"})
    assert guess.compared == first.compared
    assert first.above == guess.model_id
    again = guess.compare({"A": "fits", "B": "does not fit"})
    assert again.compared["turn"] > first.compared["turn"]
    ask(
        guess, "predict", answer=dict(said)
    )  # a page that is drawn again tells it again
    assert guess.compared == again.compared
    ask(guess, "predict", answer=said | {"B": "does not fit"})
    assert guess.compared == {}
    assert again.rows  # what stands below stays about what was said then


@pytest.mark.parametrize(
    ("said", "measured", "unit", "says"),
    [
        (12, 18, "MiB", "50 % above your number"),
        (12, 12.05, "MiB", "0.42 % above your number"),
        (13, 10, "MiB", "23 % below your number"),
        (10, 19.9, "", "99 % above your number"),
        (10, 20, "", "2 times your number"),
        (10, 5, "", "your number is 2 times as large"),
        (100, 26, "times", "your number is 3.8 times as large"),
        (100, 3.1, "ms", "your number is 32 times as large"),
        (3e12, 2, "", "your number is 1,500,000,000,000 times as large"),
        (1e-9, 3e-6, "s", "3,000 times your number"),
        (-2, -3, "", "50 % below your number"),
        (-3, -2, "", "33 % above your number"),
        (-2, 2, "", "not as predicted"),
        (0, 5, "", "not as predicted"),
        (5, 0, "", "not as predicted"),
        (30, 45, "%", "15 percentage points above your number"),
        (90, 0, "%", "90 percentage points below your number"),
        (0, 0.4, "%", "0.4 percentage points above your number"),
    ],
)
def test_how_far_is_said_as_one_reads_it(
    said: float, measured: float, unit: str, says: str, history: History
) -> None:
    guess = Prediction(history, "small-sent", "How many?", unit=unit)
    ask(guess, "predict", answer={"": said})
    (row,) = guess.compare(measured, within=0).rows
    assert (row["verdict"], row["right"]) == (says, False)


@given(st.floats(1e-9, 1e9), st.floats(1e-9, 1e9))
def test_no_verdict_has_a_ratio_below_two_or_a_percentage_from_a_hundred(
    said: float, value: float
) -> None:
    says = how_far(said, value, "MiB", ENGLISH)
    number = float(re.sub(r"[^\d.]", "", says))
    assert number >= 2 if "times" in says else number <= 100, says


@pytest.mark.parametrize(
    ("make", "answer", "says"),
    [
        (rows, {"A": "fits"}, "Also predict B."),
        (rows, {}, "First answer A, B."),
        (rows, {"A": "fits", "B": "perhaps"}, "Choose one of the options."),
        (rows, {"A": True, "B": "fits"}, "Choose one of the options."),
        (number, {"": "many"}, "Enter a number, such as 1024 or 1,024.5 or 3e8."),
        (number, {"": True}, "Enter a number, such as 1024 or 1,024.5 or 3e8."),
        (number, "12", "Enter a number, such as 1024 or 1,024.5 or 3e8."),
    ],
)
def test_another_type_is_refused_in_a_sentence_and_nothing_is_lost(
    make: Any, answer: Any, says: str, history: History
) -> None:
    guess = make(history)
    good = {"A": "fits", "B": "fits"} if make is rows else {"": 3}
    ask(guess, "predict", answer=good)
    assert ask(guess, "predict", answer=answer)["refused"] == says
    assert guess.given == good


def test_an_author_who_measures_another_thing_hears_of_it(history: History) -> None:
    with pytest.raises(ValueError, match=r"small-fits: Also predict B\."):
        rows(history).compare({"A": "fits"})


def test_what_was_predicted_before_a_restart_stands_in_it(history: History) -> None:
    good = {"A": "fits", "B": "does not fit"}
    history.append(Answer("small-fits", 1, "predicted", 0, response=good))
    assert rows(history).answer == good
    other = Answer("small-fits", 1, "predicted", 0, response={"A": 3})  # older edition
    history.append(other)
    assert rows(history).answer is None
    history.path.write_bytes(b"\xff\n")
    assert rows(history).answer is None


def test_a_prediction_counts_nowhere_as_an_answer(history: History) -> None:
    history.append(Answer("small-sent", 1, "predicted", 0, response={"": 3}))
    assert history.read().answers == ()


def test_one_call_makes_it_of_the_workspace(tmp_path: Path) -> None:
    guess = widgets.prediction("small-sent", "How many?", workspace=tmp_path)
    bundle = guess._repr_mimebundle_()
    assert bundle is not None
    assert bundle[0]["text/plain"] == "Prediction: How many?\nno prediction yet"
