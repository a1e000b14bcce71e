"""Somebody's very first question is easy, in the terminal and in a browser alike."""

from pathlib import Path

from certlab.course import Course
from certlab.study.answers import Answer
from certlab.study.easy_first import easy_first
from certlab.study.history import History
from certlab.study.session import Session

NEW = [
    "cuda-grid-size",
    "cuda-card-warp",
    "cuda-library-for-two-of-four",
    "cuda-cc-h100",
]


def test_a_question_to_recall_comes_before_a_calculation(fixed: Course) -> None:
    items = [fixed.items[id] for id in NEW]
    asked = [one.id for one in easy_first(items)]
    assert asked == [NEW[3], *NEW[:3]]
    assert [one.id for one in easy_first(items[:3])] == [NEW[2], *NEW[:2]]
    assert easy_first(items[:2]) == items[:2]  # nothing easier is there


def test_only_who_has_answered_nothing_begins_with_it(
    fixed: Course, tmp_path: Path
) -> None:
    history = History(tmp_path / "history.jsonl")

    def first() -> str:
        items = Session(fixed, history, kinds=("numeric", "single")).questions
        return items[0].item

    new = first()
    assert fixed.items[new].kind == "single"
    history.append(Answer(new, 1, "correct", 1.0))
    assert first() != new
