"""Pages cut into passages, and questions whose section is known."""

from certlab.labs.nim import passages
from certlab.labs.nim.passages import Passage, Question
from tests.real_course import whole


def test_words_keep_what_belongs_together() -> None:
    says = "Run `nvidia-smi -L`; FP8 needs CUDA 12.8."
    assert passages.tokens(says) == [
        "run",
        "nvidia-smi",
        "l",
        "fp8",
        "needs",
        "cuda",
        "12.8",
    ]


def test_windows_bring_each_word_and_none_for_nothing() -> None:
    long = Passage("m#a", "M", "1 2 3 4 5 6 7")
    cuts = passages.windows([long, Passage("m#b", "M", "8")], 4, 3)
    assert [one.text for one in cuts] == ["1 2 3 4", "4 5 6 7", "8"]
    assert {one.section for one in cuts} == {"m#a", "m#b"}
    rest = passages.windows([long], 3, 3)
    assert [one.text for one in rest] == ["1 2 3", "4 5 6", "7"]


def test_recall_counts_a_question_once() -> None:
    a, b = Passage("m#a", "M", ""), Passage("m#b", "M", "")
    asked = [Question("?", "m#a"), Question("?", "m#a"), Question("?", "m#a")]
    found = [[a, a], [b, a], []]
    assert passages.recall(found, asked, 1) == 1 / 3
    assert passages.recall(found, asked, 2) == 2 / 3


def test_each_question_of_the_course_has_its_section() -> None:
    course = whole()
    sections = passages.sections(course)
    known = {one.section for one in sections}
    for asked in (passages.named(course), passages.described(course)):
        assert len(asked) == len(course.glossary)
        assert {one.section for one in asked} <= known
    assert not any("](" in one.text or "{fact:" in one.text for one in sections)


def test_a_definition_no_longer_says_its_term() -> None:
    course = whole()
    for term, asked in zip(
        course.glossary.values(), passages.described(course), strict=True
    ):
        assert not set(passages.tokens(term.term)) & set(passages.tokens(asked.asks))
