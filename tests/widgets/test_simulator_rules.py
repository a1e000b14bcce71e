"""What a page reckons without Python is what the simulators say, number for number."""

import json
import math
import random
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from certlab.app.esm import SOURCE
from certlab.drawing import quantities
from certlab.labs.distributed import collectives, pipeline
from certlab.labs.distributed.collectives import (
    PLANS,
    Collective,
    Link,
    Refusal,
    messages,
)
from certlab.labs.distributed.pipeline import SCHEDULES, Pipeline
from certlab.labs.distributed.pipeline.summary import amount
from certlab.labs.distributed.widgets import collective_state, schedule_state
from certlab.words import ENGLISH, Words, text

RUN = Path(__file__).with_name("simulators_run.mjs")
LINK = Link("", 936.25e-9, 4e11)
Case = tuple[str, dict[str, Any]]


def ran(cases: list[Case], words: Words = ENGLISH) -> list[Any]:
    """What the page's rules answer to each case, in one run of Node."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    given = {"words": words.page, "lang": words.tag, "cases": cases}
    done = subprocess.run(
        [node, RUN, SOURCE],
        input=json.dumps(given).encode(),
        capture_output=True,
        check=True,
    )
    told: list[Any] = json.loads(done.stdout)
    return told


def every_collective() -> list[Collective]:
    """Every algorithm over many numbers of ranks, with sizes that divide and that do not."""
    draw, found = random.Random(9), []
    for kind, algorithms in PLANS.items():
        for name in algorithms:
            for ranks in (1, 2, 3, 4, 5, 7, 8, 13, 16):
                if name == "halving-doubling" and ranks & (ranks - 1):
                    continue
                for count in (1, 1000, draw.randrange(1, 10**9)):
                    even = kind in ("all-gather", "reduce-scatter", "all-to-all")
                    size = max(count // ranks, 1) * ranks if even else count
                    link = replace(LINK, latency_seconds=draw.random() * 1e-5)
                    root = draw.randrange(ranks) if kind == "broadcast" else 0
                    found.append(Collective(kind, name, ranks, size, link, root))
    return found


def test_a_page_accounts_for_a_collective_as_the_simulator_does() -> None:
    every = every_collective()
    cases: list[Case] = [
        (
            "account",
            {
                "plan": messages.plan(one),
                "asked": messages.controls(one),
            },
        )
        for one in every
    ]
    for one, told in zip(every, ran(cases), strict=True):
        assert told == collective_state.costs(collectives.account(one)), one


def test_a_page_knows_who_holds_what_after_each_step() -> None:
    every = [one for one in every_collective() if one.bytes in (one.ranks, 1)]
    told = ran([("held", {"plan": messages.plan(one)}) for one in every])
    for one, states in zip(every, told, strict=True):
        found = [[[*map(int, rank)] for rank in state] for state in states]
        assert found == [rows(one, held) for held in collectives.holdings(one)], one


def rows(one: Collective, held: Any) -> list[list[int]]:
    """The simulator's chunks by row: of all-to-all a row is whom a chunk is for."""
    if one.kind != "all-to-all":
        return [[rank.get(row, 0) for row in range(one.ranks)] for rank in held]
    return [
        [
            sum(1 << (chunk // one.ranks) for chunk in rank if chunk % one.ranks == row)
            for row in range(one.ranks)
        ]
        for rank in held
    ]


@pytest.mark.parametrize("lang", ["en", "zh_TW"])
def test_a_page_says_the_sentences_of_the_simulators(lang: str) -> None:
    words = text(lang)
    every = [one for one in every_collective() if one.ranks in (1, 4, 8, 13)]
    cases: list[Case] = []
    wanted = []
    for one in every:
        done = collectives.account(one)
        steps = sorted({0, *range(1, len(done.steps) + 1, 3)})
        given = {
            "plan": messages.plan(one),
            "asked": messages.controls(one),
            "shown": collective_state.costs(done),
            "steps": steps,
        }
        cases.append(("words", given))
        said = [collectives.words(done)]
        said += [collectives.step_words(done, number) for number in steps]
        wanted.append([words.say(each) for each in said])
    for one in every_pipeline():
        done = pipeline.run(one)
        given = {
            "shown": schedule_state.drawing(done),
            "asked": schedule_state.controls(one, [one.schedule], one.chunks),
        }
        cases.append(("said", given))
        wanted.append(words.say(pipeline.words(done)))
    assert ran(cases, words) == wanted


@pytest.mark.parametrize("lang", ["en", "zh_TW"])
def test_ring_and_tree_cross_where_the_simulator_says(lang: str) -> None:
    words, cases, wanted = text(lang), [], []
    for ranks in (2, 3, 4, 8, 13, 64):
        for names in (["ring", "tree"], ["tree", "ring"], ["ring", "in-switch"]):
            one = Collective("all-reduce", "ring", ranks, 2**20, LINK)
            given = {
                "plan": messages.plan(one),
                "asked": messages.controls(one),
                "names": names,
            }
            cases.append(("crossing", given))
            at = collectives.crossover(ranks, LINK, *names)
            says = words.say(collectives.curves_words(ranks, LINK, names))
            wanted.append([at and pytest.approx(at), says])
    assert ran([(what, given) for what, given in cases], words) == wanted


def every_pipeline() -> list[Pipeline]:
    """Every schedule over many shapes and times."""
    draw, found = random.Random(7), []
    for name in SCHEDULES:
        for stages in (1, 2, 3, 4, 8):
            for micros in (1, 2, 4, 8, 12, 24):
                for chunks in (2, 3, 4) if name == "interleaved" else (1,):
                    if name == "interleaved" and micros % stages:
                        continue
                    times = draw.choice(
                        [(1.0, 1.0, 1.0), (1.0, 0.5, 0.5), (1.0, 0.7, 0.4), (3.0, 1, 9)]
                    )
                    found.append(
                        Pipeline(
                            schedule=name,
                            stages=stages,
                            micro_batches=micros,
                            chunks=chunks,
                            forward=times[0],
                            backward_input=times[1],
                            backward_weight=times[2],
                        )
                    )
    return found


def test_a_page_runs_every_schedule_as_the_simulator_does() -> None:
    every = every_pipeline()
    cases: list[Case] = [
        (
            "run",
            {
                "schedule": one.schedule,
                "asked": schedule_state.controls(one, [one.schedule], one.chunks),
            },
        )
        for one in every
    ]
    for one, told in zip(every, ran(cases), strict=True):
        assert told == schedule_state.drawing(pipeline.run(one)), one


REFUSED: list[dict[str, Any]] = [
    {"algorithm": "halving-doubling", "ranks": 6},
    {"ranks": 0},
    {"ranks": 65},
    {"ranks": 100_000},
    {"bytes": 0},
    {"bytes": -4},
    {"bytes": 2**40 + 1},
    {"kind": "all-gather", "bytes": 1001},
    {"kind": "all-gather", "algorithm": "halving-doubling", "ranks": 6, "bytes": 1001},
    {"latency": -1.0},
    {"rate": 0.0},
    {"ranks": 64},  # not refused
]
UNLAID: list[dict[str, Any]] = [
    {"schedules": []},
    {"stages": 0},
    {"micro_batches": 0},
    {"backward_input": 0.0, "backward_weight": 0.0},
    {"micro_batches": 10_000_000},
    {"micro_batches": 1000},
    {"schedules": ["interleaved"], "micro_batches": 9},
    {"schedules": ["interleaved"], "chunks": 1},
    {"schedules": ["zb-h1"], "micro_batches": 3},  # not refused
]


def collect(asked: dict[str, Any], now: Collective) -> None:
    collective_state.accounted(collective_state.requested(asked, now))


def lay_out(asked: dict[str, Any], before: dict[str, Any]) -> None:
    schedule_state.runs(*schedule_state.requested(asked, before))


def refused(act: Callable[[], object], words: Words) -> str:
    """What a refusal says; "" where there is none."""
    try:
        act()
    except Refusal as refusal:
        return words.say(refusal.says)
    return ""


@pytest.mark.parametrize("lang", ["en", "zh_TW"])
def test_a_page_refuses_what_python_refuses_in_the_same_words(lang: str) -> None:
    words, cases, wanted = text(lang), [], []
    now = Collective("all-reduce", "ring", 4, 1000, LINK)
    for asked in REFUSED:
        given = {**messages.controls(now), **asked}
        cases.append(("refusal", {"asked": given, "ranks": None}))
        wanted.append(refused(partial(collect, asked, now), words))
    before = schedule_state.controls(
        Pipeline(schedule="gpipe", stages=4, micro_batches=8), ["gpipe", "1f1b"], 2
    )
    for asked in UNLAID:
        cases.append(("unlaid", {"asked": {**before, **asked}}))
        wanted.append(refused(partial(lay_out, asked, before), words))
    assert [bool(says) for says in wanted].count(False) == 2
    assert ran(cases, words) == wanted


def test_amounts_are_rounded_and_written_as_in_python() -> None:
    draw = random.Random(3)
    values = [draw.random() * 10 ** draw.randrange(-7, 9) for _ in range(3000)]
    values += [
        168.25,
        1000.25,
        1000.75,
        0.00005,
        999.96,
        999.95,
        1e-7,
        2.5,
        0.5,
        0,
        1e6,
    ]
    values += [n / 8 for n in range(8000, 8100)] + [n / 16 for n in range(1000, 1100)]
    for value, told in zip(
        values, ran([("amounts", {"values": values})])[0], strict=True
    ):
        assert told == [
            quantities.format_result(value),
            quantities.percent(value),
            quantities.size(value),
            quantities.duration(value),
            amount(value),
        ], value
        assert math.isfinite(value)


def test_the_page_offers_the_algorithms_that_there_are() -> None:
    assert ran([("does", {})]) == [{kind: [*names] for kind, names in PLANS.items()}]
