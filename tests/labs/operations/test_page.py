"""The pictures of operations' page, held against the Python that the lab uses."""

import random

import pytest

from certlab.errors import CourseError
from certlab.labs.operations.activity import Job, counters
from certlab.labs.operations.history import History, Row
from certlab.labs.operations.rules import Rule, firing
from tests.page_rules import begun, called
from tests.real_course import whole

COUNTERS = "labs/operations/static/activity/counters.js"
RULE = "labs/operations/static/alertrule/rule.js"


def test_one_busy_sm_gives_full_utilisation() -> None:
    got = counters(Job(runs=1, sms=1, warps=32, tensor=0.5), sms=100, warps=64)
    assert got["utilisation"] == 1
    assert got["active"] == pytest.approx(0.01)
    assert got["occupancy"] == got["tensor"] == pytest.approx(0.005)


def test_the_page_counts_as_python_does() -> None:
    draw = random.Random(9)
    every = [
        Job(draw.random(), draw.randint(1, 132), draw.randint(1, 64), draw.random())
        for _ in range(200)
    ]
    given = [
        [
            {
                "runs": one.runs,
                "sms": one.sms,
                "warps": one.warps,
                "tensor": one.tensor,
            },
            132,
            64,
        ]
        for one in every
    ]
    for one, answer in zip(every, called(COUNTERS, "counters", given), strict=True):
        assert answer == pytest.approx(counters(one, 132, 64))


def test_a_rule_of_the_page_fires_when_the_labs_rule_does() -> None:
    draw = random.Random(10)
    cases = [
        (
            [draw.uniform(60, 95) for _ in range(60)],
            draw.randint(60, 95),
            draw.randint(0, 12),
        )
        for _ in range(200)
    ]
    answers = called(RULE, "fired", cases)
    for (readings, limit, minutes), answer in zip(cases, answers, strict=True):
        history = History()
        for minute, value in enumerate(readings):
            history.add(minute, [Row("TEMP", "node", "0", value)])
        alerts = firing([Rule("TEMP", ">", limit, minutes)], history)
        assert answer["fires"] == (alerts[0].minute if alerts else None)
        if alerts:
            assert answer["fires"] - answer["since"] == minutes


def test_the_widgets_begin_with_facts_and_the_hour_of_the_lab() -> None:
    facts = whole().facts
    begin = begun("activity runs=40")
    assert begin["sms"] == facts["h100-sxm5.sms"].value
    assert begin["values"]["runs"] == 40
    hour = begun("alertrule limit=70")
    hot, odd = hour["lines"]["hot"], hour["lines"]["odd"]
    assert hour["values"]["limit"] == 70
    assert 0 < hour["slow"] < len(hot) == len(odd)
    assert max(hour["lines"]["well"]) < min(max(hot), max(odd))


@pytest.mark.parametrize(
    "says",
    [
        "activity runs=101",
        "activity sms=-1",
        "activity colour=1",
        "alertrule limit=200",
    ],
)
def test_what_cannot_begin_is_refused(says: str) -> None:
    with pytest.raises(CourseError):
        begun(says)
