"""Streams by their laws, by formulas of others, and by what is refused."""

import itertools
from collections import defaultdict
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certlab.errors import CourseError
from certlab.labs.cuda.streams import (
    Copy,
    Device,
    Kernel,
    Record,
    Timeline,
    Wait,
    Work,
    draw,
    pipeline,
    run,
)

SECONDS = st.sampled_from([0.5, 1.0, 1.5, 2.0, 4.0, 7.0])
NAMES = st.sampled_from(["1", "2", "3", "default"])
WORK = st.one_of(
    st.builds(
        Copy, NAMES, st.sampled_from(["in", "out"]), SECONDS, pinned=st.booleans()
    ),
    st.builds(Kernel, NAMES, SECONDS),
)
DEVICES = st.builds(Device, st.sampled_from([1, 2]))


def overlapping(timeline: Timeline, key: str) -> list[tuple[str, str]]:
    """Pairs that run at the same time although they share an engine or a stream."""
    found, by = [], defaultdict(list)
    for span in timeline.spans:
        by[getattr(span, key)].append(span)
    for spans in by.values():
        spans.sort(key=lambda one: one.start)
        pairs = itertools.pairwise(spans)
        found += [(a.name, b.name) for a, b in pairs if b.start < a.end]
    return found


@given(DEVICES, st.lists(WORK, max_size=14))
def test_laws_of_any_work(device: Device, work: list[Work]) -> None:
    timeline = run(device, work)
    assert len(timeline.spans) == len(work)
    assert overlapping(timeline, "engine") == []
    assert overlapping(timeline, "stream") == []
    by_stream = defaultdict(float)
    for span in timeline.spans:
        assert span.start >= span.queued
        by_stream[span.stream] += span.seconds
    # Never faster than the busiest engine or stream, never slower than one by one.
    least = max([*map(timeline.busy, timeline.engines), *by_stream.values()], default=0)
    assert least - 1e-9 <= timeline.seconds <= timeline.serial + 1e-9


@given(DEVICES, st.lists(WORK, max_size=10))
def test_a_stream_keeps_its_order(device: Device, work: list[Work]) -> None:
    ends: dict[str, float] = defaultdict(float)
    for span in run(device, work).spans:
        assert span.start >= ends[span.stream]
        ends[span.stream] = span.end


@given(DEVICES, st.lists(WORK, max_size=10))
def test_in_one_stream_nothing_overlaps(device: Device, work: list[Work]) -> None:
    same = [
        Kernel("1", one.seconds)
        if isinstance(one, Kernel)
        else Copy("1", one.way, one.seconds)
        for one in work
        if isinstance(one, Copy | Kernel)
    ]
    timeline = run(device, same)
    assert timeline.seconds == pytest.approx(timeline.serial)


@given(st.integers(1, 9), SECONDS, SECONDS, SECONDS)
def test_enough_streams_reach_the_pipelines_formula(
    chunks: int, a: float, b: float, c: float
) -> None:
    """Fill, then the slowest stage for every further chunk."""
    found = run(Device(2), pipeline(chunks, chunks, a * chunks, b * chunks, c * chunks))
    assert found.seconds == pytest.approx(a + b + c + (chunks - 1) * max(a, b, c))


@given(st.integers(1, 8), st.integers(1, 4), SECONDS, SECONDS, SECONDS)
def test_a_second_copy_engine_and_free_launches_never_hurt_a_pipeline(
    chunks: int, streams: int, a: float, b: float, c: float
) -> None:
    calls = pipeline(chunks, streams, a, b, c)
    two, one = run(Device(2), calls).seconds, run(Device(1), calls).seconds
    assert two <= one + 1e-9
    assert run(Device(2, launch_seconds=0.01), calls).seconds >= two - 1e-9


def test_work_for_the_same_engine_is_taken_as_it_was_queued() -> None:
    timeline = run(
        Device(), [Kernel("1", 2, "a"), Kernel("2", 1, "b"), Kernel("1", 1, "c")]
    )
    assert [(one.name, one.start) for one in timeline.spans] == [
        ("a", 0),
        ("b", 2),
        ("c", 3),
    ]


def test_an_event_makes_one_stream_wait_for_another() -> None:
    work = [
        Kernel("1", 3, "make"),
        Record("1", "made"),
        Kernel("1", 4, "more"),
        Wait("2", "made"),
        Copy("2", "out", 1, "take"),
    ]
    spans = {one.name: one for one in run(Device(), work).spans}
    assert spans["take"].start == 3  # not 0, and not 7
    without = [one for one in work if not isinstance(one, Wait)]
    assert {s.name: s.start for s in run(Device(), without).spans}["take"] == 0


def test_a_wait_holds_for_all_that_follows_in_the_stream() -> None:
    work = [
        Kernel("1", 5),
        Record("1", "e"),
        Wait("2", "e"),
        Copy("2", "in", 1),
        Copy("2", "out", 1),
    ]
    assert [one.start for one in run(Device(), work).spans] == [0, 5, 6]


def test_an_event_that_nobody_recorded_is_refused() -> None:
    with pytest.raises(
        CourseError, match="waits for event e, which no call before it has recorded"
    ):
        run(Device(), [Wait("2", "e"), Kernel("2", 1), Record("1", "e")])


def test_the_default_stream_waits_for_all_and_all_for_it() -> None:
    work = [Copy("1", "in", 2), Kernel("default", 3), Copy("2", "out", 1)]
    assert [one.start for one in run(Device(), work).spans] == [0, 2, 5]
    other = [Copy("1", "in", 2), Kernel("3", 3), Copy("2", "out", 1)]
    assert [one.start for one in run(Device(), other).spans] == [0, 0, 0]


def test_pageable_memory_holds_the_host_and_with_it_the_overlap() -> None:
    times = (8.0, 8.0, 8.0)
    pinned = run(Device(), pipeline(4, 4, *times))
    pageable = run(Device(), pipeline(4, 4, *times, pinned=False))
    assert pinned.host == 0
    assert pinned.seconds == 12
    assert pageable.seconds == pageable.serial == 24
    assert pageable.host == 24


def test_what_the_host_needs_to_queue_can_be_all_there_is() -> None:
    timeline = run(Device(launch_seconds=1), [Kernel("1", 0.25) for _ in range(5)])
    assert timeline.seconds == 5.25
    assert timeline.host == 5


def test_with_one_copy_engine_the_order_of_the_calls_matters() -> None:
    depth = run(Device(1), pipeline(4, 3, 4, 4, 4)).seconds
    breadth = run(Device(1), pipeline(4, 3, 4, 4, 4, breadth=True)).seconds
    assert (depth, breadth) == (8, 9)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Kernel("1", 0), "takes 0 s; give a time above 0"),
        (lambda: Kernel("1", -1, "k"), "k takes -1 s"),
        (lambda: Copy("1", "in", float("nan")), "takes nan s"),
        (lambda: Copy("1", "up", 1), 'goes "in" or "out", not "up"'),
        (lambda: Device(3), "1 or 2 copy engines"),
        (lambda: Device(launch_seconds=-1), "takes 0 s or more"),
        (lambda: pipeline(0, 1, 1, 1, 1), "at least one chunk"),
        (lambda: run(Device(), [Kernel("1", 1)] * 301), "too many to draw"),
    ],
)
def test_what_makes_no_sense_is_refused(make, says) -> None:
    with pytest.raises(CourseError, match=says):
        make()


def test_the_picture_says_what_the_words_say() -> None:
    timeline = run(Device(), pipeline(4, 2, 0.004, 0.006, 0.002))
    root = ET.fromstring(draw.svg(timeline))
    texts = ["".join(one.itertext()) for one in root.iter()]
    assert draw.words(timeline) in texts
    assert draw.words(timeline).startswith("12 pieces of work in 2 streams: ")
    assert "one after another 12 ms" in draw.words(timeline)
    bars = [one for one in root.iter() if one.tag.endswith("rect") and len(one)]
    assert len(bars) == 12
    assert draw.words(run(Device(), [])) == "Nothing was queued."
    ET.fromstring(draw.svg(run(Device(), [])))
