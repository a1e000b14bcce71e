"""Batches pass by pass: a trace worked out by hand, another simulator, laws, refusals."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.serving import rate, with_simpy
from certlab.errors import Refusal
from certlab.labs.llm_inference import draw
from certlab.labs.llm_inference.batching import Server, simulate
from certlab.labs.llm_inference.cost import Linear, Roofline
from certlab.labs.llm_inference.engine import Engine
from certlab.labs.llm_inference.film import film
from certlab.labs.llm_inference.requests import EIGHT, Request, drawn
from tests.page_rules import called

IN_BLOCKS = Engine(chunk=4, blocks=16, block=4)


def test_eight_requests_as_they_were_drawn_by_hand() -> None:
    static, paged = (
        simulate(EIGHT, Engine("static", chunk=4)),
        simulate(EIGHT, IN_BLOCKS),
    )
    assert (static.milliseconds, paged.milliseconds) == (850, 675)
    assert (static.ttft, paged.ttft) == (225, 100)
    assert (round(static.at_work, 3), round(paged.at_work, 3)) == (0.625, 0.806)
    assert (paged.preemptions, paged.reread) == (1, 9)


def test_the_cache_when_a_request_is_thrown_out() -> None:
    frame = film(EIGHT, IN_BLOCKS).at(375)
    assert {n + 1: len(held) for n, held in frame.held.items()} == {2: 6, 5: 5, 7: 3}
    assert {n + 1: tokens for n, tokens in frame.tokens.items()} == {
        2: 22,
        5: 17,
        7: 11,
    }
    assert frame.waiting == (7,)


def test_what_simpy_says_of_the_same_trace() -> None:
    trace = drawn(5, 300, gap=15, prompt=100, output=20)
    ours = simulate(trace, rate.ENGINE).outcomes
    theirs = with_simpy.simulate(trace, rate.ENGINE)
    for one, (first, last) in zip(ours, theirs, strict=True):
        assert one.first == pytest.approx(first)
        assert one.last == pytest.approx(last)


requests = st.lists(
    st.builds(
        Request,
        st.integers(0, 300).map(float),
        st.integers(1, 20),
        st.integers(1, 20),
    ),
    min_size=1,
    max_size=12,
).map(lambda found: tuple(sorted(found, key=lambda one: one.arrival)))
engines = st.builds(
    Engine,
    st.sampled_from(["static", "in-flight"]),
    slots=st.integers(1, 5),
    budget=st.integers(20, 60),
    chunk=st.sampled_from([None, 1, 3, 8]),
    blocks=st.sampled_from([None, 10, 14, 40]),
    block=st.just(4),
    watermark=st.integers(0, 3),
    cost=st.just(Linear(10.0, prompt_token=0.5, sequence=1.0, token_held=0.01)),
)


@given(requests, engines)
def test_every_request_is_served_and_gives_everything_back(
    trace: tuple[Request, ...], engine: Engine
) -> None:
    seen: list[Server] = []
    run = simulate(trace, engine, seen.append)
    server = seen[-1]
    for one in run.outcomes:
        assert one.arrival < one.first <= one.last <= run.milliseconds
    assert server._context == 0
    if server.blocks:
        assert server.blocks.free == engine.blocks


@given(requests, engines)
def test_what_is_held_fits_at_every_pass(
    trace: tuple[Request, ...], engine: Engine
) -> None:
    for frame in film(trace, engine).frames:
        assert sum(row is not None for row in frame.rows) <= engine.slots
        blocks = [block for held in frame.held.values() for block in held]
        assert len(blocks) == len(set(blocks)) <= (engine.blocks or 0)
        for request, held in frame.held.items():
            assert frame.tokens[request] <= len(held) * engine.block


def test_a_long_prompt_in_chunks_leaves_short_passes() -> None:
    trace = (*(Request(0, 10, 50) for _ in range(4)), Request(100, 500, 5))
    cost = Linear(10.0, prompt_token=1.0)
    passes = {}
    for chunk in (None, 50):
        starts = [
            one.start
            for one in film(trace, Engine(slots=8, chunk=chunk, cost=cost)).frames
        ]
        passes[chunk] = max(b - a for a, b in pairwise(starts[1:]))
    assert passes[50] == 60
    assert passes[None] == 510


def test_a_roofline_pass_is_the_longer_of_reading_and_computing() -> None:
    card = Roofline(16, 131_072, 16e9, bandwidth=3350, peak=989)
    assert card.milliseconds(0, 0, 1, 0) == pytest.approx(4.776, abs=1e-3)
    assert card.milliseconds(1, 2000, 0, 2000) == pytest.approx(32.36, abs=0.01)


@pytest.mark.parametrize(
    ("trace", "engine", "says"),
    [
        (
            (Request(0, 60, 10),),
            Engine(blocks=16, block=4),
            "give the cache more blocks",
        ),
        ((Request(0, 60, 10),), Engine(budget=50), "read prompts in chunks"),
        ((Request(0, 0, 10),), Engine(), "at least one of each"),
        (EIGHT, Engine(slots=0), "at least one slot"),
    ],
)
def test_what_can_never_be_served_is_refused(
    trace: tuple[Request, ...], engine: Engine, says: str
) -> None:
    with pytest.raises(Refusal, match=says):
        simulate(trace, engine)


def test_pictures_say_in_words_what_they_show() -> None:
    shown = film(EIGHT, IN_BLOCKS)
    assert "1 pre-emption" in draw.timeline(shown)
    assert "14 of 16 blocks are held (R2 6, R5 5, R7 3)" in draw.blocks(shown, 375)


@pytest.mark.parametrize("joins", ["static", "in-flight"])
def test_the_page_reckons_what_the_simulator_does(joins: str) -> None:
    traces = [EIGHT, drawn(1, 9, gap=60, prompt=8, output=9, most=20)]
    asked = [
        (trace, slots, blocks)
        for trace in traces
        for slots in (1, 4, 6)
        for blocks in (11, 16, 30)
    ]
    given = [
        [
            {
                "requests": [[one.arrival, one.prompt, one.output] for one in trace],
                "joins": joins,
                "slots": slots,
                "blocks": blocks,
                "block": 4,
                "chunk": 4,
                "ms": 25,
            }
        ]
        for trace, slots, blocks in asked
    ]
    pages = called("labs/llm_inference/static/batching/batches.js", "film", given)
    for (trace, slots, blocks), page in zip(asked, pages, strict=True):
        engine = Engine(joins, slots=slots, chunk=4, blocks=blocks, block=4)  # type: ignore[arg-type]  # from a list of both
        shown = film(trace, engine)
        assert page["milliseconds"] == pytest.approx(shown.run.milliseconds)
        assert page["ttft"] == pytest.approx(shown.run.ttft)
        assert page["atWork"] == pytest.approx(shown.run.at_work)
        assert page["preemptions"] == shown.run.preemptions
        for frame, seen in zip(shown.frames, page["frames"], strict=True):
            assert seen["rows"] == [row and [*row] for row in frame.rows]
            assert seen["waiting"] == [*frame.waiting]
            assert seen["held"] == [
                [n, [*frame.held[n]], tokens] for n, tokens in frame.tokens.items()
            ]
