"""The streams of the page run as the simulator runs them."""

import itertools
import re
from typing import Any

import pytest

from certlab.course.render import render_figure
from certlab.errors import CourseError
from certlab.labs.cuda import page
from certlab.labs.cuda.streams import Device, draw, pipeline, run
from tests.page_rules import begun, called
from tests.real_course import whole

TIMES = [0.008, 0.012, 0.008]


def every() -> list[dict[str, Any]]:
    """What the page's controls can ask for, and another order of the calls."""
    names = ("chunks", "streams", "engines", "pinned", "breadth")
    ways = itertools.product(
        (1, 2, 3, 4, 7, 16), (1, 2, 3, 8), (1, 2), (True, False), (True, False)
    )
    uneven = [0.003, 0.011, 0.02]
    return [
        {**dict(zip(names, way, strict=True)), "times": times}
        for way in ways
        for times in (TIMES, uneven)
    ]


def test_a_page_runs_chunks_as_the_simulator() -> None:
    asked = every()
    for one, told in zip(
        asked,
        called(
            "labs/cuda/static/streams/streams.js", "timeline", [[one] for one in asked]
        ),
        strict=True,
    ):
        work = pipeline(
            one["chunks"],
            one["streams"],
            *one["times"],
            breadth=one["breadth"],
            pinned=one["pinned"],
        )
        done = run(Device(copy_engines=one["engines"]), work)
        assert told["engines"] == [*done.engines]
        assert told["seconds"] == pytest.approx(done.seconds)
        assert told["serial"] == pytest.approx(done.serial)
        assert told["busy"] == {
            engine: pytest.approx(done.busy(engine)) for engine in done.engines
        }
        found = [(span["stream"], span["engine"]) for span in told["spans"]]
        assert found == [(span.stream, span.engine) for span in done.spans]
        for span, wanted in zip(told["spans"], done.spans, strict=True):
            assert span["start"] == pytest.approx(wanted.start, abs=1e-12)
            assert span["end"] == pytest.approx(wanted.end)


def test_the_figure_is_what_the_simulator_draws() -> None:
    figure = whole().figures["cuda-streams"]
    begin = page.BEGINS["streams"](whole(), figure.live[1])
    work = pipeline(begin["chunks"], begin["streams"], *begin["times"])
    drawn = draw.svg(run(Device(copy_engines=begin["engines"]), work))
    svg = render_figure(whole(), figure)
    assert _marks(svg) == _marks(drawn)


def _marks(svg: str) -> list[str]:
    """What is drawn, without the root, the description and the tips, which no page has."""
    bare = re.sub("<title>[^<]*</title></rect>", "</rect>", svg)
    return [line for line in bare.splitlines() if not re.search("<svg |<desc>", line)]


@pytest.mark.parametrize(
    "says",
    ["streams chunks=0", "streams streams=9", "streams engines=3", "streams a=1"],
)
def test_what_cannot_begin_is_refused(says: str) -> None:
    with pytest.raises(CourseError):
        begun(says)
