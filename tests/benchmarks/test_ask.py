"""The measure of what questions find, on questions and rankings made up here."""

from pathlib import Path

import pytest

from benchmarks.ask.measure import Question, measure, misses, questions, table
from certlab.errors import ContentError

ASKED = [
    Question("one", ("page:a#x", "fact:y"), "page"),
    Question("two", ("page:b",), "other"),
    Question("three", ("term:z",), "other"),
]
GIVEN = {"one": ["fact:y"], "two": ["lab:l", "page:b#part"], "three": ["page:a#x"]}


def test_a_question_is_answered_by_any_right_passage_and_a_page_by_its_sections() -> (
    None
):
    first, second, third = measure(ASKED, {"ours": GIVEN.__getitem__, "none": lambda _: []})  # fmt: skip
    assert (first.words, first.questions, first.shares) == ("other", 2, {"ours": 0.5, "none": 0})  # fmt: skip
    assert second.shares["ours"] == 1
    assert (third.words, third.questions) == ("all", 3)
    assert [one.ask for one, _ in misses(ASKED, GIVEN.__getitem__)] == ["three"]
    assert "| all | 3 | 67% | 0% |" in table([first, second, third])


def test_questions_are_read_and_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "questions.toml"
    with pytest.raises(ContentError, match="there are no questions"):
        questions(path)
    path.write_text('[[question]]\nask = "one"\nright = ["page:a#x", "fact:y"]\nwords = "page"\n', "utf-8")  # fmt: skip
    assert questions(path) == ASKED[:1]
