import pytest

from certlab.labs.fine_tuning import tasks
from certlab.labs.nemo import stories


@pytest.mark.parametrize(
    ("whole", "short"),
    [
        ("Answer: Ana is in the park.", "Answer: The park."),
        ("Answer: Ana has the hat.", "Answer: Ana."),
        ("Answer: The hat is red.", "Answer: The red hat."),
        ("Answer: The story does not say.", "Answer: The story does not say."),
    ],
)
def test_an_answer_has_one_brief_form(whole: str, short: str) -> None:
    assert tasks.shortened(whole) == short


def test_plain_examples_are_texts_of_the_grammar() -> None:
    for one in tasks.plain(1, 50):
        assert stories.accepts(one.prompt + one.answer)


def test_brief_examples_ask_the_same() -> None:
    asked = [one.prompt for one in tasks.plain(1, 50)]
    assert [one.prompt for one in tasks.brief(1, 50)] == asked


def test_a_pair_holds_two_right_answers_of_which_the_brief_one_is_preferred() -> None:
    for pair in tasks.pairs(1, 30):
        assert stories.accepts(pair.prompt + pair.rejected)
        assert tasks.form_of(pair.chosen) == "brief"
        assert tasks.form_of(pair.rejected) == "whole"


@pytest.mark.parametrize(
    "answer", ["Answer: The the ring.", "Answer.", "Answer: Ana is in the hat.", ""]
)
def test_what_has_neither_form_is_broken(answer: str) -> None:
    assert tasks.form_of(answer) == "broken"
