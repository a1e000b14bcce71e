"""The pictures of storage's pages, held against the Python that the labs use."""

import random
from math import inf

import pytest

from certlab.errors import CourseError
from certlab.labs.storage import Plan, lost, young
from certlab.labs.storage.need import Level, busy, given, wanted
from certlab.labs.storage.page import levels
from tests.page_rules import begun, called
from tests.real_course import whole

INTERVAL = "labs/storage/static/interval/interval.js"
NEED = "labs/storage/static/readneed/need.js"


def test_the_page_finds_youngs_interval_and_what_is_lost() -> None:
    draw = random.Random(5)
    every = [
        (draw.uniform(0.5, 2000), draw.uniform(600, 1e7), draw.uniform(60, 7200))
        for _ in range(200)
    ]
    best = called(INTERVAL, "young", [one[:2] for one in every])
    shares = called(INTERVAL, "lost", every)
    for (save, between, interval), at, share in zip(every, best, shares, strict=True):
        plan = Plan(save, between)
        assert at == pytest.approx(young(plan))
        assert share["all"] == pytest.approx(lost(plan, interval))
        assert share["saving"] + share["failing"] == pytest.approx(share["all"])


def test_the_page_reckons_reading_as_python_does() -> None:
    draw = random.Random(6)
    every = [
        (
            8 * draw.randint(1, 32),
            draw.uniform(0, 5000),
            draw.uniform(1, 1000),
            Level(draw.uniform(1, 50), draw.uniform(10, 200)),
        )
        for _ in range(200)
    ]
    answers = called(
        NEED,
        "reading",
        [
            [
                {"gpus": gpus, "samples": samples, "kilobytes": kilobytes},
                {"system": level.system, "unit": level.unit},
            ]
            for gpus, samples, kilobytes, level in every
        ],
    )
    for (gpus, samples, kilobytes, level), answer in zip(every, answers, strict=True):
        assert answer["wanted"] == pytest.approx(wanted(gpus, samples, kilobytes))
        assert answer["given"] == pytest.approx(given(gpus, level))
        assert answer["busy"] == pytest.approx(busy(gpus, samples, kilobytes, level))


def test_a_unit_gives_no_more_than_it_has() -> None:
    level = Level(system=4, unit=15)
    assert given(8, level) == 4
    assert given(256, level) == 15
    assert busy(32, 2500, 600, level) == pytest.approx(15 / 48)
    assert busy(32, 0, 600, level) == 1


def test_the_widgets_begin_with_settings_and_facts() -> None:
    facts = whole().facts
    begin = begun("readneed systems=2 level=best")
    assert begin["values"]["systems"] == 2
    assert (
        begin["levels"]["best"]["unit"]
        == facts["storage-guideline.unit_read_best"].value
    )
    assert levels(whole())["good"].system < levels(whole())["best"].system < inf
    assert begun("interval minutes=30")["minutes"] == 30


@pytest.mark.parametrize(
    "says",
    [
        "interval hours=1",
        "interval write=0",
        "readneed level=splendid",
        "readneed systems=33",
        "readneed colour=1",
    ],
)
def test_what_cannot_begin_is_refused(says: str) -> None:
    with pytest.raises(CourseError):
        begun(says)
