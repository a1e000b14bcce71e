"""The start page's goal, told by messages as a browser sends them: nonsense changes nothing."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from certlab.course import Course
from certlab.study.history import History
from certlab.study.questions import Question
from certlab.study.session import Session
from certlab.widgets.start import Start
from tests.widgets.test_deck import tell

TODAY = datetime.now().astimezone().date()
GOOD = {"exam": "ncp-aii", "day": (TODAY + timedelta(23)).isoformat(), "minutes": 20}


class Heard(Start):
    """Keeps what it says to the browser."""

    def __init__(self, course: Course, history: History, **more: Any) -> None:
        self.said: list[str] = []
        super().__init__(course, history, **more)

    def send(self, content: Any, buffers: Any = None) -> None:  # noqa: ARG002 -- as ipywidgets calls it
        self.said.append(content["say"])


def correct(question: Question) -> set[str]:
    return {*question.key["correct"]}


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "workspace" / "history.jsonl")


@pytest.fixture(scope="module")
def has_goal(tmp_path_factory: pytest.TempPathFactory, whole: Course) -> Heard:
    """A start page with a goal, planned once: a plan takes seconds, a refusal none."""
    path = tmp_path_factory.mktemp("goal") / "workspace" / "history.jsonl"
    widget = Heard(whole, History(path))
    tell(widget, "goal", **GOOD)
    assert (widget.phase, widget.said) == ("today", [])
    return widget


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({"day": (TODAY - timedelta(1)).isoformat()}, " has passed; give the day of"),
        ({"day": "9999-01-01"}, "9999-01-01 is more than ten years off; give a nearer"),
        ({"day": "2026-02-30"}, "Choose your exam date."),
        ({"day": None}, "Choose your exam date."),
        ({"minutes": 0}, "0 minutes a day: give 1 to 720."),
        ({"minutes": -1}, "-1 minutes a day: give 1 to 720."),
        ({"minutes": 10**9}, "1000000000 minutes a day: give 1 to 720."),
        ({"minutes": 2.5}, "Give whole minutes a day."),
        ({"minutes": "many"}, "Give whole minutes a day."),
        ({"minutes": None}, "Give whole minutes a day."),
        ({"exam": "ncp-ai"}, "There is no exam ncp-ai; did you mean NCP-A"),
        ({"exam": None}, "Choose your exam."),
    ],
)
def test_it_is_refused_in_one_sentence_and_the_goal_stays(
    told: dict[str, Any], says: str, has_goal: Heard
) -> None:
    goal, before = has_goal.goal, has_goal._history.path.read_bytes()
    has_goal.said.clear()
    tell(has_goal, "change")
    tell(has_goal, "goal", **{**GOOD, **told})
    (said,) = has_goal.said
    assert says in said
    assert said.count("\n") == 0
    assert has_goal.phase == "goal"
    assert (has_goal.goal, has_goal._history.path.read_bytes()) == (goal, before)


def test_after_a_refusal_the_way_back_leads_to_todays_work(has_goal: Heard) -> None:
    tell(has_goal, "change")
    tell(has_goal, "goal", **{**GOOD, "minutes": 0})
    assert has_goal.phase == "goal"
    tell(has_goal, "home")
    assert has_goal.phase == "today"


@pytest.mark.parametrize("days", [0, 1, 3650])
def test_a_day_that_is_near_or_far_is_planned(
    days: int, whole: Course, history: History
) -> None:
    widget = Heard(whole, history)
    tell(widget, "goal", **GOOD | {"day": (TODAY + timedelta(days)).isoformat()})
    assert (widget.phase, widget.goal["left"]) == ("today", days)
    assert widget.tasks


def test_what_was_wrong_earlier_today_comes_again_in_todays_work(
    whole: Course, history: History
) -> None:
    earlier = Session(whole, history, exam="NCP-AII", kinds=["single"], count=1)
    (question,) = earlier.questions
    earlier.answer(
        question, next(iter(set(question.key["options"]) - correct(question)))
    )
    later = datetime.now().astimezone() + timedelta(minutes=30)
    widget = Heard(whole, history, now=lambda: later)
    tell(widget, "goal", **GOOD)
    place = next(n for n, task in enumerate(widget._tasks) if task.items)
    assert question.item not in widget._tasks[place].items
    tell(widget, "task", place=place)
    assert widget._session is not None
    again = [one.item for one in widget._session.repeats()]
    assert question.item in again
