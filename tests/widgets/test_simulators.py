"""The Python side of the simulators' widgets: what a message does, and what a notebook keeps."""

import json
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from certlab import widgets
from certlab.labs.distributed import collectives, pipeline
from certlab.labs.distributed.collectives import Link, Refusal
from certlab.labs.distributed.widgets.collective import CollectiveSteps
from certlab.labs.distributed.widgets.schedule import PipelineSchedules


def ask(widget: CollectiveSteps | PipelineSchedules, **message: Any) -> None:
    """A message as the browser sends it."""
    widget._handle_custom_msg({"type": "ask", **message}, [])


def kept(widget: CollectiveSteps | PipelineSchedules) -> dict[str, Any]:
    """What a notebook keeps beside the live view."""
    found = widget._repr_mimebundle_()
    assert found is not None
    return {kind: found[0].get(kind) for kind in ("text/plain", "image/svg+xml")}


def test_a_collective_has_the_mock_up_s_figures() -> None:
    made = widgets.collective(step=2)
    assert made.asked["bytes"] == 2**28
    shown = made.shown
    assert [len(shown["steps"]), shown["sent"]] == [6, 384 * 2**20]
    assert shown["steps"][1]["elapsed"] == pytest.approx(337.4e-6, abs=1e-7)
    assert shown["algorithm_bandwidth"] == pytest.approx(265.2e9, abs=1e8)
    assert shown["bus_bandwidth"] == pytest.approx(397.8e9, abs=1e8)
    # Step 2: 0 sends chunk 3 to 1, 1 chunk 0 to 2, 2 chunk 1 to 3, 3 chunk 2 to 0.
    assert made.plan["steps"][1] == [
        [0, 1, 1, 3, 1],
        [1, 2, 1, 0, 1],
        [2, 3, 1, 1, 1],
        [3, 0, 1, 2, 1],
    ]


def test_a_control_runs_the_simulator_anew() -> None:
    made = widgets.collective(step=2)
    ask(made, bytes=2**20, latency=1e-6, rate=5e10)
    assert made.account.collective.link == Link("", 1e-6, 5e10)
    assert made.step == 2  # the same plan
    ask(made, algorithm="tree", ranks=5)
    assert (made.step, made.plan["phases"]) == (0, [["reduce", 3], ["broadcast", 3]])
    ask(made, kind="all-to-all", algorithm="direct", bytes=5000)
    wanted = collectives.account(made.account.collective)
    assert made.shown["seconds"] == wanted.seconds
    assert made.plan["parts"] == 25


@pytest.mark.parametrize(
    ("message", "says"),
    [
        ({"algorithm": "halving-doubling", "ranks": 6}, "use 4 or 8 ranks"),
        ({"bytes": 0}, "0 bytes moves nothing"),
        ({"ranks": 100}, "At most 64 ranks can be drawn, not 100"),
        ({"ranks": 0}, "0 ranks cannot be simulated"),
        ({"kind": "all-gather", "bytes": 1001}, "use 1,000 or 1,004"),
        (
            {"kind": "all-to-all", "algorithm": "tree"},
            "A tree is not used for all-to-all",
        ),
        ({"rate": 0.0}, "a bandwidth above 0"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    message: dict[str, Any], says: str
) -> None:
    made = widgets.collective(step=3)
    before = (made.asked, made.plan, made.shown, made.step)
    ask(made, **message)
    assert says in made.refusal["text"]
    assert (made.asked, made.plan, made.shown, made.step) == before
    first = made.refusal["n"]
    ask(made, **message)
    assert made.refusal["n"] > first  # the same one again is news
    ask(made, ranks=4)
    assert made.refusal == {}


@pytest.mark.parametrize(
    "message",
    [
        {"ranks": "8"},
        {"ranks": None},
        {"ranks": True},
        {"bytes": 1.5},
        {"latency": "1"},
        {"sparkle": 3},
    ],
)
def test_a_message_that_makes_no_sense_breaks_nothing(message: dict[str, Any]) -> None:
    made, rows = widgets.collective(), widgets.schedule()
    before = (made.asked, rows.asked)
    ask(made, **message)
    ask(rows, **message, stages=[3], schedules="gpipe", forward="2")
    made._handle_custom_msg({}, [])
    rows._handle_custom_msg({"type": "dance"}, [])
    assert (made.asked, rows.asked) == before


def test_a_step_stays_within_the_collective() -> None:
    made = widgets.collective()
    made.set_state({"step": 99})
    assert made.step == made.last == 7
    made.set_state({"step": -3})
    assert made.step == 0
    with pytest.raises(Refusal, match="There is no step 8; choose one from 0 to 6"):
        widgets.collective(step=8)
    with pytest.raises(
        Refusal, match="There is no link nvlink9; choose one of h100-node"
    ):
        widgets.collective(link="nvlink9")


def test_the_output_of_a_notebook_is_the_picture_of_its_step() -> None:
    made = widgets.collective(ranks=8, algorithm="halving-doubling", step=2)
    found = kept(made)
    assert found == kept(
        widgets.collective(ranks=8, algorithm="halving-doubling", step=2)
    )
    assert found["image/svg+xml"] == collectives.draw.svg(made.account, 2)
    assert found["text/plain"].startswith(
        "CollectiveSteps: Step 2 of 6, reduce-scatter"
    )
    ET.fromstring(found["image/svg+xml"])
    made.step = made.last
    assert kept(made)["text/plain"].startswith("CollectiveSteps: all-reduce of 256 MiB")
    assert kept(widgets.collective(ranks=9))["image/svg+xml"] is None


def test_the_largest_picture_is_a_small_message() -> None:
    """A changed control is answered while somebody waits."""
    for kind, name in (("all-reduce", "ring"), ("all-to-all", "halving-doubling")):
        made = widgets.collective(kind, name, 64, 2**24)
        assert len(json.dumps(made.plan) + json.dumps(made.shown)) < 200_000


def test_schedules_have_the_mock_up_s_figures() -> None:
    made = widgets.schedule(follow=2)
    assert [run["length"] for run in made.shown] == [33, 33, 28.5]
    assert [run["peaks"] for run in made.shown][1:] == [
        [4, 3, 2, 1],
        [5.5, 4.5, 3.5, 2.5],
    ]
    assert [run["exact"] for run in made.shown] == [
        ["3 / 11", "3 / 8"],
        ["3 / 11", "3 / 8"],
        ["3 / 19", "3 / 16"],
    ]
    assert kept(made)["image/svg+xml"] == pipeline.draw.svg(made.runs, 2)
    assert kept(made)["text/plain"].count("The bubble is") == 3


def test_a_control_runs_the_schedules_anew() -> None:
    made = widgets.schedule("1f1b", "zb-h1", follow=7)
    ask(made, stages=2, micro_batches=4, backward_input=0.5, backward_weight=0.5)
    assert [run.pipeline.stages for run in made.runs] == [2, 2]
    assert (made.asked["backward_input"], made.follow) == (0.5, -1)
    ask(made, schedules=["naive", "interleaved"], chunks=3)
    assert [run["schedule"] for run in made.shown] == ["naive", "interleaved"]
    assert made.shown[1]["chunks"] == 3
    ask(made, schedules=[])
    assert made.refusal["text"] == "No schedule is chosen; choose at least one."
    ask(made, stages=3)
    assert (
        "4 micro-batches are not a multiple of 3 stages; use 3 or 6"
        in made.refusal["text"]
    )
    assert made.asked["stages"] == 2


def test_where_a_formula_does_not_hold_none_is_shown() -> None:
    few = widgets.schedule("zb-h1", "gpipe", stages=4, micro_batches=2)
    assert [bool(run["exact"]) for run in few.shown] == [False, True]


@pytest.mark.parametrize("lang", ["en", "zh_TW"])
def test_a_refusal_is_said_in_the_widget_s_language(lang: str) -> None:
    made = widgets.collective(lang=lang)
    ask(made, bytes=0)
    english = "A message of 0 bytes moves nothing; give at least 1 byte."
    assert (made.refusal["text"] == english) is (lang == "en")
