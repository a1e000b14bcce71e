"""Runs on real ranks; each launch takes seconds, so one answers many questions."""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from certlab.errors import RankError
from certlab.labs.distributed.real import ranks
from certlab.labs.distributed.real.ranks import RankInfo
from tests.bound import BOUND


def test_every_rank_answers_in_order(
    runs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import torch.distributed.checkpoint  # which torch alone does not import

    factor = 10

    def told(info: RankInfo, one: int, *, two: int = 2) -> dict[str, Any]:
        import numpy as np
        import torch
        from torch import distributed

        total = torch.full((3,), float(info.rank))
        distributed.all_reduce(total)
        print("a line of", info.rank)  # noqa: T201 - it comes out here
        # A child in a session of its own, which no signal to a group would reach.
        subprocess.Popen(["sleep", "3600"], start_new_session=True)
        return {
            "info": info,
            "total": total,
            "sum": factor * one + two,
            "threads": torch.get_num_threads(),
            "size": distributed.get_world_size(),
            "wire": os.environ["GLOO_SOCKET_IFNAME"],
            "temporary": os.environ["TMPDIR"],
            "drawn": np.random.random(),  # noqa: NPY002 - of no seed
            "imported": "torch.distributed.checkpoint" in sys.modules,
        }

    answers = ranks.run(told, 3, 4, timeout=BOUND, threads=2)
    assert [one["info"].rank for one in answers] == [0, 1, 2]
    assert {(one["info"].size, one["size"]) for one in answers} == {(3, 3)}
    assert {one["info"].backend for one in answers} == {"gloo"}
    assert {str(one["info"].device) for one in answers} == {"cpu"}
    assert [one["total"].tolist() for one in answers] == [[3.0, 3.0, 3.0]] * 3
    assert {one["sum"] for one in answers} == {42}
    assert {one["threads"] for one in answers} == {2}
    assert {one["wire"] for one in answers} <= {"lo", "lo0"}
    assert len({one["drawn"] for one in answers}) == 3
    if not torch.cuda.is_available():  # else they are started and not forked
        assert all(one["imported"] for one in answers), "what is imported here"
    assert all(one["temporary"].startswith(str(runs)) for one in answers)
    assert capsys.readouterr().out.splitlines() == [
        f"[rank {rank}] a line of {rank}" for rank in range(3)
    ]


def test_a_rank_that_raises_is_named(runs: Path) -> None:
    def layer(number: int) -> None:
        print("looking for", number)  # noqa: T201 - the error brings it
        raise LookupError(f"no layer {number}.\nA second line.")

    def wrong(info: RankInfo) -> None:
        from torch import distributed

        if info.rank == 1:
            layer(7)
        distributed.barrier()

    with pytest.raises(RankError) as caught:
        ranks.run(wrong, 2, timeout=BOUND)
    assert str(caught.value) == "Rank 1 of 2 raised LookupError: no layer 7."
    assert caught.value.rank == 1
    assert "looking for 7" in caught.value.output[1]
    assert "A second line." in caught.value.output[1]
    shown = caught.value._render_traceback_()
    assert shown[0] == str(caught.value)
    assert any('raise LookupError(f"no layer' in line for line in shown)
    assert not any("_answer" in line for line in shown), "frames of ours are left out"


def test_a_rank_that_is_killed_is_named(
    runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As on a learner's machine: where all Pythons are told so, nothing is held back anyway.
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)

    def killed(info: RankInfo) -> None:
        from torch import distributed

        print("here", info.rank)  # noqa: T201 - the error brings it
        if info.rank == 1:
            os.kill(os.getpid(), 9)
        distributed.barrier()

    with pytest.raises(RankError) as caught:
        ranks.run(killed, 2, timeout=BOUND)
    assert str(caught.value).startswith("Rank 1 of 2 was killed by SIGKILL before it")
    assert caught.value.rank == 1
    assert "here 1" in caught.value.output[1]


def test_a_rank_that_leaves_is_named(runs: Path) -> None:
    def leaves(_: RankInfo) -> None:
        sys.exit(3)

    with pytest.raises(RankError, match=r"^Rank 0 of 1 called sys\.exit\(3\) before"):
        ranks.run(leaves, 1, timeout=BOUND)


def test_ranks_that_hang_are_named_and_ended(runs: Path) -> None:
    def hangs(info: RankInfo) -> int:
        from torch import distributed

        if info.rank == 0:
            return 1  # it calls no collective, so that the others wait for it
        distributed.all_reduce(__import__("torch").zeros(1))
        time.sleep(3600)
        return 2

    for seconds in (10, 40, 160):  # on a busy machine all take longer to start
        with pytest.raises(RankError) as caught:
            ranks.run(hangs, 2, timeout=seconds)
        if "in hangs" in caught.value.output.get(1, ""):
            break
    assert str(caught.value).startswith(
        f"Rank 1 of 2 had not answered after {seconds} s, and the run was ended;"
    )
    assert "in hangs" in caught.value.output[1], "where it hung"


def test_what_cannot_be_sent_back_is_refused(runs: Path) -> None:
    def endless(_: RankInfo) -> Any:
        return (n for n in range(3))

    says = (
        r"^Rank 0 of 1 returned a generator, which cannot be sent back \(.*\); return"
    )
    with pytest.raises(RankError, match=says):
        ranks.run(endless, 1, timeout=BOUND)


def test_nccl_without_gpus_is_refused(runs: Path) -> None:
    import torch

    if torch.cuda.device_count() >= 2:
        pytest.skip("no GPU must be there for this")
    with pytest.raises(RankError, match=r"^nccl needs a GPU for each of 2 ranks, and"):
        ranks.run(lambda _: 0, 2, timeout=BOUND, backend="nccl")
