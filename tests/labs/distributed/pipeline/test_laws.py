"""Laws of schedules, whatever the numbers."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from certlab.labs.distributed import pipeline
from certlab.labs.distributed.pipeline import SCHEDULES, Pipeline

# Quarters add up without rounding, so that times can be compared exactly.
quarters = st.integers(1, 12).map(lambda n: n / 4)


@st.composite
def pipelines(draw: st.DrawFn, names: tuple[str, ...] = SCHEDULES) -> Pipeline:
    name = draw(st.sampled_from(names))
    stages = draw(st.integers(1, 6))
    chunks = draw(st.sampled_from((2, 4))) if name == "interleaved" else 1
    micros = draw(st.integers(1, 12))
    if name == "interleaved":
        micros = stages * draw(st.integers(1, 3))
    times = draw(st.tuples(quarters, quarters, quarters))
    return Pipeline(
        schedule=name,
        stages=stages,
        micro_batches=micros,
        chunks=chunks,
        forward=times[0],
        backward_input=times[1],
        backward_weight=times[2],
    )


@given(pipelines())
def test_every_piece_is_done_once_and_no_stage_does_two_at_a_time(
    one: Pipeline,
) -> None:
    done = pipeline.run(one)
    kinds = "FBW" if one.splits_backward else "FB"
    wanted = {
        (kind, micro, chunk)
        for kind in kinds
        for micro in range(one.micro_batches)
        for chunk in range(one.chunks)
    }
    for spans in done.stages:
        assert {span[:3] for span in spans} == wanted
        assert len(spans) == len(wanted)
        for before, after in pairwise(spans):
            assert before.end <= after.start


@given(pipelines())
def test_nothing_begins_before_its_input_is_there(one: Pipeline) -> None:
    ends = {
        (span.kind, span.micro, span.chunk * one.stages + stage): span
        for stage, spans in enumerate(pipeline.run(one).stages)
        for span in spans
    }
    last = one.stages * one.chunks - 1
    for (kind, micro, part), span in ends.items():
        needs = {
            "F": [("F", micro, part - 1)] * (part > 0),
            "B": [("F", micro, part), ("B", micro, part + 1)][: 1 + (part < last)],
            "W": [("B", micro, part)],
        }[kind]
        for need in needs:
            assert ends[need].end <= span.start


@given(pipelines())
def test_work_and_waiting_are_the_whole_time(one: Pipeline) -> None:
    done = pipeline.run(one)
    for spans, idle in zip(done.stages, done.idle, strict=True):
        assert sum(span.end - span.start for span in spans) == one.ideal
        assert idle == done.bubble == done.length - one.ideal
    assert 0 <= done.share_of_total < 1
    # The two shares tell the same bubble of two wholes.
    assert abs(
        done.share_of_total * (1 + done.share_of_ideal) - done.share_of_ideal
    ) < (1e-12)


@given(pipelines(("naive", "gpipe", "1f1b", "interleaved")))
def test_the_bubble_is_the_formula_s(one: Pipeline) -> None:
    done = pipeline.run(one)
    assert done.bubble == pipeline.bubble_time(one)
    assert pipeline.formula_holds(done)
    total, ideal = pipeline.shares(one)
    assert abs(float(total) - done.share_of_total) < 1e-9
    assert abs(float(ideal) - done.share_of_ideal) < 1e-9


@given(pipelines(("zb-h1",)))
def test_zb_h1_s_formula_and_where_it_ends(one: Pipeline) -> None:
    done = pipeline.run(one)
    if one.micro_batches >= one.stages:
        assert done.bubble == pipeline.bubble_time(one)
    else:
        assert done.bubble >= pipeline.bubble_time(one)


@given(st.integers(1, 8), st.integers(1, 20))
def test_both_shares_of_gpipe_and_1f1b(p: int, m: int) -> None:
    for name in ("gpipe", "1f1b"):
        total, ideal = pipeline.shares(
            Pipeline(schedule=name, stages=p, micro_batches=m)
        )
        assert total * (m + p - 1) == p - 1
        assert ideal * m == p - 1


@given(pipelines())
def test_peaks(one: Pipeline) -> None:
    """The first stage holds what `in_flight` says; nobody holds more than all."""
    done = pipeline.run(one)
    held = pipeline.in_flight(one.schedule, one.stages, one.micro_batches, one.chunks)
    assert done.peaks[0] == held
    assert max(done.peaks) <= one.micro_batches


@given(pipelines(("1f1b",)))
def test_1f1b_holds_one_less_a_stage(one: Pipeline) -> None:
    assert list(pipeline.run(one).peaks) == [
        min(one.stages - stage, one.micro_batches) for stage in range(one.stages)
    ]
