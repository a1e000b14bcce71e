"""Chrome's trace format: what is read, what it adds up to, what is refused."""

import json
from pathlib import Path

import pytest

from certlab.course import Course
from certlab.errors import CourseError
from certlab.labs.cuda import chrome_trace
from certlab.labs.cuda.streams import draw

CAPTURE = Path(__file__).parents[3] / "content" / "captures" / "torch-training.json"


def event(name: str, ts: float, dur: float, **more: object) -> dict[str, object]:
    return {
        "ph": "X",
        "name": name,
        "cat": "cpu_op",
        "pid": 1,
        "tid": 2,
        "ts": ts,
        "dur": dur,
        **more,
    }


def test_times_become_seconds_from_the_first_event() -> None:
    rows = [
        event("b", 2_000_500, 250),
        event("a", 2_000_000, 1_000),
        {"ph": "M", "name": "process"},
    ]
    for data in ({"traceEvents": rows}, rows):  # the format has both
        one, other = chrome_trace.read(json.dumps(data))
        assert (one.name, one.start, one.end) == ("a", 0, pytest.approx(0.001))
        assert (other.name, other.start) == ("b", pytest.approx(0.0005))
        assert other.seconds == pytest.approx(0.00025)
        assert one.thread == "1 2"


def test_an_event_holds_another_of_its_thread() -> None:
    rows = [
        event("a", 0, 10),
        event("b", 2, 3),
        event("c", 8, 5),
        event("d", 1, 1, tid=9),
    ]
    by = {one.name: one for one in chrome_trace.read(json.dumps(rows))}
    assert by["a"].holds(by["b"])
    assert not by["a"].holds(by["c"])
    assert not by["a"].holds(by["d"])
    names = [one.name for one in chrome_trace.outermost(by.values())]
    assert names == ["a", "d", "c"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no Chrome trace"),
        ("{}", "no Chrome trace"),
        ("[1]", "no Chrome trace"),
        ('{"traceEvents": 5}', "no Chrome trace"),
        ('[{"ph": "X", "dur": 1}]', "no Chrome trace"),
        ('[{"ph": "X", "dur": "long", "ts": 0}]', "no Chrome trace"),
        ("[]", "holds no complete event"),
        ('[{"ph": "B", "ts": 0}]', "holds no complete event"),
    ],
)
def test_other_texts_are_refused(text: str, says: str) -> None:
    with pytest.raises(CourseError, match=says):
        chrome_trace.read(text)


def test_the_capture_is_whole_and_says_how_it_was_made() -> None:
    text = CAPTURE.read_text("utf-8")
    made = json.loads(text)["made"]
    assert set(made) == {"at", "command", "machine", "python", "torch"}
    events = chrome_trace.read(text)
    steps = [one for one in events if one.name.startswith("step ")]
    assert len(steps) == 3
    for step in steps:
        parts = [one for one in events if step.holds(one) and one.name in PARTS]
        assert [one.name for one in parts] == ["data", "forward", "backward", "update"]
        assert sum(one.seconds for one in parts) <= step.seconds
        assert parts[0].seconds > step.seconds / 2  # what the lab has learners find


def test_a_trace_is_drawn_as_a_timeline() -> None:
    events = chrome_trace.read(CAPTURE.read_text("utf-8"))
    ops = chrome_trace.outermost(one for one in events if one.category == "cpu_op")
    parts = [one for one in events if one.name in ("data", "forward")]
    lanes = chrome_trace.timeline({"parts": parts, "operators": ops})
    assert lanes.engines == ("parts", "operators")
    assert len(lanes.spans) == len(parts) + len(ops)
    assert "<svg" in draw.svg(lanes)


SAYS = (
    "Three steps. In each of them the range data fills most of the time, and while it "
    "lasts the lane of operators is empty."
)
PARTS = ("data", "forward", "backward", "update")


def test_the_pages_figure_is_drawn_from_the_capture() -> None:
    path = CAPTURE.parents[1] / "figures" / "cuda-torch-timeline.svg"
    drawn = chrome_trace.figure(
        CAPTURE.read_text("utf-8"), PARTS, SAYS, "{fact:torch-capture.whole}"
    )
    assert path.read_text("utf-8") == drawn + "\n"


def test_the_pages_numbers_are_those_of_the_capture(whole: Course) -> None:
    events = chrome_trace.read(CAPTURE.read_text("utf-8"))
    (step,) = [one for one in events if one.name == "step 2"]
    (data,) = [one for one in events if one.name == "data" and step.holds(one)]
    facts = whole.facts
    end = max(one.end for one in events if one.name in PARTS)
    assert facts["torch-capture.whole"].value == round(end * 1e3, 1)
    assert facts["torch-capture.step"].value == round(step.seconds * 1e3, 1)
    assert facts["torch-capture.data"].value == round(data.seconds * 1e3, 1)
