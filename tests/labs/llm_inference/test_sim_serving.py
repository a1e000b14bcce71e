"""`certlab sim serving`, and the contest that `certlab bench` finds."""

import json
from dataclasses import replace

import pytest

from certlab.bench.trial import run
from certlab.labs.llm_inference import contest
from certlab.labs.llm_inference.cost import Linear
from certlab.labs.llm_inference.real import contest as real
from tests.command_line import certlab


def test_three_ways_to_serve_one_trace() -> None:
    done = certlab("sim", "serving", "--requests", "40", "--json")
    static, in_flight, chunked = json.loads(done.stdout)
    assert done.returncode == 0
    assert static["TTFT ms"] > in_flight["TTFT ms"]
    assert chunked["batching"] == "chunked"


def test_a_prompt_longer_than_the_cache_is_one_sentence() -> None:
    done = certlab("sim", "serving", "--requests", "5", "--blocks", "4")
    assert done.returncode == 1
    assert "give the cache more blocks" in done.stderr


def test_long_prompts_are_served_as_long_as_they_are() -> None:
    """The in-flight server takes the longest of them whole, so each takes its time."""
    ways = {}
    for median in ("2000", "20000"):
        words = ("--requests", "20", "--prompt", median, "--a-second", "0.01", "--json")
        _static, ways[median], _chunked = json.loads(
            certlab("sim", "serving", *words).stdout
        )
    assert ways["20000"]["TTFT ms"] > 9 * ways["2000"]["TTFT ms"]


def test_answers_of_one_token_have_no_pace() -> None:
    words = ("sim", "serving", "--requests", "1", "--output", "1")
    rows = json.loads(certlab(*words, "--json").stdout)
    assert [row["TPOT ms"] for row in rows] == [None] * 3
    assert certlab(*words).stdout.count(" - ") == 3


def test_both_sides_of_each_contest_answer_alike() -> None:
    for one in contest.contests():
        assert (one.old.size, one.old.dtype) == (one.new.size, one.new.dtype)


def test_the_simulated_ratio_is_the_one_of_passes_where_each_costs_the_same() -> None:
    one = next(one for one in contest.contests() if one.measures == "simulated")
    paper = replace(one, make=lambda: real.simulated(Linear(2.0), lambda: None))
    found = run(paper, ["engine"], 0)
    assert found.old
    assert found.new
    lengths = [request.output for request in real.trace()]
    batches = max(lengths[: real.SLOTS]) + max(lengths[real.SLOTS :])
    assert found.old.value == pytest.approx(2e-3 * batches)
    assert max(lengths) <= found.new.value / 2e-3 < batches
