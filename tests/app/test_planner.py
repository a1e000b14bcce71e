"""The plan of a day: what is no goal is refused and changes nothing, what is one is planned."""

from datetime import UTC, datetime, timedelta, timezone, tzinfo
from pathlib import Path
from typing import Any

import pytest

from certlab.course import Course
from certlab.day.planner import Planner, zone_of
from certlab.day.start_page import Links
from certlab.errors import CourseError
from certlab.study.answers import Answer
from certlab.study.history import FILE, History


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
        ({"exam": "ncp-gen"}, "There is no exam ncp-gen; did you mean NCP-GENL"),
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
    assert planned.cached_plan()["holds"]


@pytest.mark.parametrize("days", [0, 1, 3650])
def test_a_day_that_is_near_or_far_is_planned(
    days: int, whole: Course, tmp_path: Path
) -> None:
    planner = planner_of(whole, tmp_path)
    planner.take(good(days))
    state = planner.today()
    assert (state["phase"], state["goal"]["left"]) == ("today", days)
    assert state["tasks"]


CALIFORNIA, UTC_PLUS = timezone(timedelta(hours=-8)), timezone(timedelta(hours=14))


class Clock:
    """A machine's clock, on UTC as in a container, which a test sets."""

    def __init__(self, at: str) -> None:
        self.at = at

    def __call__(self) -> datetime:
        return datetime.fromisoformat(self.at).replace(tzinfo=UTC)


def lists(planner: Planner) -> list[str]:
    """The days of the lists that were made, in their order."""
    rows = planner.history.read().rows
    return [row.more["day"] for row in rows if row.outcome == "today"]


@pytest.fixture
def far(fixed: Course, tmp_path: Path) -> tuple[Planner, Clock]:
    """A planner on a machine on UTC, with a goal, at 15:30 of a learner in California."""
    clock = Clock("2026-11-26T23:30:00")
    planner = planner_of(fixed, tmp_path)
    planner.clock = clock
    planner.take({"exam": "ncp-aii", "day": "2026-12-20", "minutes": 30}, CALIFORNIA)
    return planner, clock


def test_the_next_list_comes_at_the_learners_own_midnight(
    far: tuple[Planner, Clock],
) -> None:
    planner, clock = far
    first = planner.today(CALIFORNIA)
    assert (first["today"], first["goal"]["left"]) == ("2026-11-26", 24)
    for clock.at in ("2026-11-27T00:30:00", "2026-11-27T07:59:59"):
        assert planner.cached_plan(CALIFORNIA)["holds"]
        again = planner.today(CALIFORNIA)
        assert (again["today"], again["goal"]["left"]) == ("2026-11-26", 24)
    assert lists(planner) == ["2026-11-26"]
    clock.at = "2026-11-27T08:00:00"
    before = planner.cached_plan(CALIFORNIA)  # what needs no plan
    assert (before["today"], before["holds"]) == ("2026-11-27", False)
    assert before["unplanned"]
    assert planner.today(CALIFORNIA)["today"] == "2026-11-27"
    assert lists(planner) == ["2026-11-26", "2026-11-27"]


def test_a_plan_of_earlier_asks_nothing_that_was_answered_since(
    far: tuple[Planner, Clock],
) -> None:
    """What else it says stands until the next plan; that of another goal does not."""
    planner, clock = far
    plan = planner.today(CALIFORNIA)
    first = next(one for one in plan["tasks"] if one["items"] and one["kind"] == "new")
    item = first["items"][0]
    clock.at = "2026-11-26T23:40:00"
    planner.history.append(Answer(item, 1, "wrong", 0.0), clock())
    known = planner.cached_plan(CALIFORNIA)
    assert (known["holds"], known["unplanned"]) == (False, False)
    assert item not in [id for one in known["tasks"] for id in one["items"]]
    assert [one["count"] for one in known["tasks"]] == [
        one["count"] for one in plan["tasks"]
    ]
    assert known["outlook"] == plan["outlook"]
    clock.at = "2026-11-26T23:50:00"
    planner.take({"exam": "ncp-aii", "day": "2026-12-21", "minutes": 45}, CALIFORNIA)
    changed = planner.cached_plan(CALIFORNIA)
    assert (changed["holds"], changed["goal"]["minutes"]) == (False, 45)
    assert "outlook" not in changed
    planner.take({"remove": True}, CALIFORNIA)
    assert planner.cached_plan(CALIFORNIA) == {}


def test_surfaces_of_two_zones_make_each_day_one_list_and_lose_none(
    far: tuple[Planner, Clock],
) -> None:
    """A browser in California, another on Kiritimati, and the machine's own terminal."""
    planner, clock = far
    zones: list[tzinfo | None] = [CALIFORNIA, None, UTC_PLUS]
    for hour in range(48):
        at = datetime.fromisoformat("2026-11-26T12:30:00") + timedelta(hours=hour)
        clock.at = at.isoformat()
        days = [planner.today(zone)["today"] for zone in zones]
        own = [at.replace(tzinfo=UTC).astimezone(zone or UTC) for zone in zones]
        assert days == [f"{one:%Y-%m-%d}" for one in own]
    made = lists(planner)
    assert len(set(made)) == len(made) >= 3


@pytest.mark.parametrize(
    ("said", "minutes"),
    [
        *(("-480", -480), ("0", 0), ("840", 840), ("-840", -840), (330, 330)),
        *(("841", None), ("-841", None), ("", None), (None, None), ("x", None)),
        *(("1e3", None), ("9" * 5000, None), ("America/Los_Angeles", None), ([], None)),
    ],
)
def test_an_offset_that_cannot_be_is_not_heeded(
    said: object, minutes: int | None
) -> None:
    zone = zone_of(said)
    found = zone.utcoffset(None) if zone else None
    assert found == (None if minutes is None else timedelta(minutes=minutes))
