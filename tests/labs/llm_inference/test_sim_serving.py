"""`certlab sim serving`, and the contest that `certlab bench` finds."""

import json

from certlab.labs.llm_inference import contest
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


def test_both_sides_of_the_contest_answer_alike() -> None:
    (one,) = contest.contests()
    assert (one.old.size, one.old.dtype) == (one.new.size, one.new.dtype)
