"""Same-day repeats: soon, few, and gone by the morning."""

from benchmarks.simulate.policies.steps import Steps


def test_a_wrong_answer_comes_back_after_its_minutes() -> None:
    steps: Steps[str] = Steps(minutes=10, most=2)
    steps.saw("a", 0, right=False)
    assert steps.due(9) is None
    assert steps.due(10) == "a"
    assert steps.last() == "a"


def test_a_right_answer_ends_it() -> None:
    steps: Steps[str] = Steps()
    steps.saw("a", 0, right=False)
    steps.saw("a", 10, right=True)
    assert steps.last() is None


def test_no_item_comes_back_more_often_than_it_may() -> None:
    steps: Steps[str] = Steps(minutes=1, most=2)
    for minute in range(3):
        steps.saw("a", minute, right=False)
    assert steps.last() is None
    steps.clear()
    steps.saw("a", 0, right=False)
    assert steps.last() == "a"


def test_who_has_waited_longest_comes_first() -> None:
    steps: Steps[str] = Steps(minutes=5)
    steps.saw("a", 1, right=False)
    steps.saw("b", 0, right=False)
    assert steps.due(6) == "b"
