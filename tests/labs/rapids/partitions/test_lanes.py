"""The chart of a run: what it draws, and that it says what colours mean."""

from xml.etree import ElementTree as ET

import matplotlib as mpl
import pytest

from certlab.compute import chart
from certlab.labs.rapids.real.partitions import lanes
from certlab.labs.rapids.real.partitions.run import COMPUTE, DISK, TRANSFER, Run, Span


def run(*spans: Span, seconds: float = 2.0) -> Run:
    return Run(None, seconds, spans, 0, 2)


SMALL = run(
    Span(0, "read_parquet", "r-0", COMPUTE, 0.0, 0.5),
    Span(1, "read_parquet", "r-1", COMPUTE, 0.1, 0.4),
    Span(1, "taskshuffle", "t-1", TRANSFER, 0.5, 0.9),
    Span(1, "taskshuffle", "t-1", COMPUTE, 0.9, 1.0),
    Span(1, "window", "w-1", COMPUTE, 1.0, 2.0),
    Span(0, "window", "w-0", DISK, 1.0, 1.1),
)


@pytest.fixture
def axes():
    mpl.use("svg")
    from matplotlib.figure import Figure

    return Figure().subplots()


@pytest.mark.parametrize(
    ("task", "kind"),
    [
        ("read_parquet", "read"),
        ("read_parquet-blockwisemerge", "read"),
        ("read_parquet-operation", "read"),
        ("split-taskshuffle", "cut apart"),
        ("group-taskshuffle", "cut apart"),
        ("taskshuffle", "put together"),
        ("window", "on each partition"),
        ("sum-tree", "on each partition"),
    ],
)
def test_a_task_is_drawn_as_what_it_does(task: str, kind: str) -> None:
    assert lanes.kind(task) == kind


def test_every_worker_has_a_row_and_every_colour_a_word(axes) -> None:
    lanes.lanes(axes, SMALL, kinds={"window": "history"})
    names = [one.get_text() for one in axes.get_yticklabels()]
    assert names == ["worker 0", "worker 1"]
    legend = {one.get_text() for one in axes.get_legend().get_texts()}
    assert legend == {
        *("read", "put together", "history"),
        *("waits for another's data", "goes to disk"),
    }
    colours = [one.get_facecolor() for one in axes.get_legend().get_patches()]
    assert len({tuple(one) for one in colours}) == len(legend)


def test_the_line_stands_where_all_would_be_busy(axes) -> None:
    lanes.lanes(axes, SMALL)
    (line,) = axes.findobj(lambda one: one.get_gid() == "limit")
    assert line.get_xdata()[0] == pytest.approx((0.5 + 0.3 + 0.1 + 1.0) / 2)


def test_the_chart_is_one_that_the_course_takes(axes) -> None:
    lanes.lanes(axes, SMALL)
    axes.set_title("A run")
    words = "Two rows of bars over time, one for each of the two workers, in colours."
    found = chart.picture(axes.figure, words)
    text = "".join(ET.fromstring(found.svg).itertext())
    for word in ("worker 1", "time since the call (s)", "always busy, 0.9 s", "read"):
        assert word in text


def test_bars_that_touch_are_one_and_none_is_lost() -> None:
    times = [(0.0, 0.5), (0.5, 1.0), (1.5, 1.6), (1.55, 1.58)]
    assert lanes._joined(times, 0.01) == [(0.0, 1.0), (1.5, pytest.approx(0.1))]


def test_a_run_without_a_task_is_drawn(axes) -> None:
    lanes.lanes(axes, run())
    assert len(axes.get_yticklabels()) == 2
