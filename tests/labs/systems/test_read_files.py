"""`certlab read` on the outputs of tests/vectors/systems, and on any text at all."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certlab.errors import CourseError
from certlab.labs.systems import topology
from certlab.labs.systems.topology import nccl_log
from tests.command_line import certlab

pytestmark = pytest.mark.usefixtures("read_once")

FOLDER = Path("tests/vectors/systems").resolve()
CASES = tomllib.loads((FOLDER / "outputs.toml").read_text("utf-8"))["case"]


def test_every_file_has_its_row() -> None:
    files = sorted(path.name for path in FOLDER.glob("*.txt"))
    assert [case["file"] for case in CASES] == files


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["file"])
def test_what_a_file_is_told(case: dict[str, Any]) -> None:
    run = certlab("read", str(FOLDER / case["file"]))
    if "refused" in case:
        assert run.returncode == 1
        assert case["refused"] in run.stderr
        assert len(run.stderr.splitlines()) == 1
        return
    assert run.returncode == 0, run.stderr
    rows = [line for line in run.stdout.splitlines() if line.startswith("- problem")]
    assert [row.split(":")[0] for row in rows] == [
        f"- problem, {rule}" for rule in case["problems"]
    ]
    for part in case["says"]:
        assert part in run.stdout
    for part in case.get("not", ()):
        assert part not in run.stdout


PIECES = st.sampled_from(
    [
        *(
            "GPU0",
            "GPU1",
            "X",
            "NV12",
            "SYS",
            "PIX",
            "CNS",
            "\t",
            "  ",
            "\n",
            "NIC0: mlx5_0",
        ),
        *("GPU 0: A (UUID: GPU-0)", "Link 0: 25 GB/s", "Link 1: <inactive>", "NVML: x"),
        *(
            "CA 'mlx5_0'",
            "\tPort 1:",
            "State: Active",
            "Physical state: LinkUp",
            "Rate: 4",
        ),
        *(
            "Number of ports: 2",
            "a:1:2 [0] NCCL INFO ",
            "NCCL WARN ",
            "NCCL version 2.4.7",
        ),
        *(
            "Channel 00/0 : ",
            "Ring 00 : ",
            "0[0] -> ",
            "8[0] ",
            "[send] ",
            "via NET/IB/0",
        ),
        *("via P2P/IPC", "NCCL_IB_HCA set to x", "NCCL_DEBUG set by environment to 1."),
        *(
            '{"log":"',
            '\\n","s":1}',
            "\\",
            '"',
            "│",
            "[0]mlx5_0:1/IB",
            "NET/IB : Using ",
        ),
        *("ibpanic: failed", "Trees [0] 1/-1/-1->0->7", "comm 0x1 rank 0 nranks 2"),
    ]
)


@given(st.lists(PIECES | st.text(max_size=5), max_size=40).map("".join))
@settings(deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    for kind in (None, *topology.KINDS):
        try:
            parts, left_out = topology.parts(text, kind)
        except CourseError:
            continue
        for part in parts:
            topology.told(part, topology.Context({}, {}))
        assert all("\n" not in one.says for one in left_out)


@given(st.lists(st.sampled_from(["node-a", "node-b"]), min_size=1, max_size=6))
def test_messages_of_one_line_are_those_of_several(hosts: list[str]) -> None:
    said = [
        f"{host}:1:2 [0] NCCL INFO Channel 0{n}/0 : {n}[0] -> 8[0] [send] via NET/IB/{n}"
        for n, host in enumerate(hosts)
    ]
    framed = "\n".join(f"│ {one}   │" for one in said)
    pairs = nccl_log.read("\n".join(said)).between()
    assert len(pairs) == len(hosts)
    assert nccl_log.read(" ".join(said)).between() == pairs
    assert nccl_log.read(framed).between() == pairs
