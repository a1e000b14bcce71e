"""The plan of a day: what is no goal is refused and changes nothing, what is one is planned."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from certlab.app.planner import Planner
from certlab.course import Course
from certlab.errors import CourseError
from certlab.study.history import FILE, History
from certlab.study.start_page import Links


def day(ahead: int) -> str:
    """That many days from now; a run that goes past midnight asks again."""
    return (datetime.now().astimezone().date() + timedelta(ahead)).isoformat()


def good(ahead: int = 23) -> dict[str, Any]:
    return {"exam": "ncp-aii", "day": day(ahead), "minutes": 20}


def planner_of(course: Course, folder: Path) -> Planner:
    return Planner(History(folder / FILE), Links(), "lab", load=lambda: course)


@pytest.fixture(scope="module")
def planned(tmp_path_factory: pytest.TempPathFactory, whole: Course) -> Planner:
    """One with a goal, planned once: a plan takes seconds, a refusal none."""
    planner = planner_of(whole, tmp_path_factory.mktemp("goal"))
    planner.take(good())
    assert planner.today()["phase"] == "today"
    return planner


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({"day": "2026-11-01"}, " has passed; give the day of"),
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
    told: dict[str, Any], says: str, planned: Planner
) -> None:
    before = planned.history.path.read_bytes()
    with pytest.raises(CourseError) as refused:
        planned.take({**good(), **told})
    said = str(refused.value)
    assert says in said
    assert said.count("\n") == 0
    assert planned.history.path.read_bytes() == before
    assert planned.known()["holds"]


@pytest.mark.parametrize("days", [0, 1, 3650])
def test_a_day_that_is_near_or_far_is_planned(
    days: int, whole: Course, tmp_path: Path
) -> None:
    planner = planner_of(whole, tmp_path)
    planner.take(good(days))
    state = planner.today()
    assert (state["phase"], state["goal"]["left"]) == ("today", days)
    assert state["tasks"]
