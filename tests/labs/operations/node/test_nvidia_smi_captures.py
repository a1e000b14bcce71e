"""What nvidia-smi prints of the worlds of its captures, byte by byte after the masks named here."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from certlab.labs.operations.node import machine, shell
from certlab.labs.operations.node.gpus import Gpu, Remap
from certlab.labs.operations.node.state import Node, Package, Process, World

CAPTURES = Path("content/captures/node")
IDLE = datetime(2026, 7, 14, 8, 12, 38, tzinfo=UTC)

# What the world has no state for, by what stands before it in `-q`: the tool's own number of a GPU, two readings of
# power at two moments, and, under load, heat that had not settled and memory of the driver for each program.
PDI = r"GPU PDI +: "
POWER = r"(Average|Instantaneous) Power Draw +: "
UNSETTLED = r"GPU T.Limit Temp +: "
CONTEXTS = r"(Used|Free) +: "

LOAD = (
    Process(11327, "root", "/root/tools/memhog", (7,), 2566),
    Process(11328, "root", "/root/tools/memhog", (7,), 1542),
    Process(11345, "root", "./gpu_burn", (7,), 15690, load=1.0),
)


def world(processes: tuple[Process, ...] = (), seconds: float = 0) -> World:
    """The virtual machine of the captures, at 08:12:38 and so many seconds."""
    of = machine.parts()
    of = {
        **of,
        "started": IDLE,
        "inlet": 33,
        "heat": {**of["heat"], "work": 18, "memory_work": 7},
        "watts": {
            **of["watts"],
            "idle": 69.85 - 2 / 3,
            "memory_idle": 43.19,
            "memory_work": 42.64,
        },
        "board": {
            **of["board"],
            "virtualization": "Pass-Through",
            "link_gen_host": "N/A",
            "replays": "9",
        },
    }
    gpu = Gpu(
        slot=7,
        bus="0000:00:09.0",
        serial="0000000000000",
        uuid="GPU-00000000-0000-0000-0000-000000000000",
    )
    node = Node(
        "node-a",
        (gpu,),
        packages={name: Package(version) for name, version in of["packages"].items()},
        modules={"nvidia": of["driver"]},
        processes=processes,
    )
    return World(seed=1, machine=of, nodes={"node-a": node}, t=seconds)


def printed(of: World, line: str) -> str:
    """What it prints; the line of all fields is longer than the shell takes."""
    done = shell.command(of, "node-a", line.split(), None)
    assert not done.exit, done.text
    return done.text + "\n"


def captured(id: str) -> str:
    return (CAPTURES / f"{id}.txt").read_text("utf-8")


def masked(text: str, *before: str) -> str:
    for pattern in before:
        text = re.sub(f"({pattern})\\S+", r"\1<masked>", text)
    return text


def test_the_summary_is_the_tools() -> None:
    assert printed(world(), "nvidia-smi") == captured("nvidia-smi-idle")
    of = world(LOAD, 15)
    power, memory = r"P0 +(?=\d+W)", r"\| +(?=\d+MiB /)"
    assert masked(printed(of, "nvidia-smi"), power, memory) == masked(
        captured("nvidia-smi-load"), power, memory
    )


def test_mig_mode_is_drawn_as_the_tool_draws_it() -> None:
    """The capture has MIG devices, and power and memory of them; up to the first of them."""
    of = world()
    gpu = replace(of.nodes["node-a"].gpus[0], mig=True)
    ours = printed(of.with_node("node-a", gpus=(gpu,)), "nvidia-smi")
    theirs = captured("nvidia-smi-mig")
    ours = ours.replace("08:12:38", "09:00:26")
    readings = re.compile(r" +\d+(C|W /|MiB /)")
    assert readings.sub(" <n>", ours.partition("|  No MIG")[0]) == readings.sub(
        " <n>", theirs.partition("|  0    2 ")[0]
    )
    last = "| Processes:"
    assert ours.partition(last)[2] == theirs.partition(last)[2]


@pytest.mark.parametrize(
    ("line", "id"),
    [
        ("nvidia-smi -L", "list"),
        ("nvidia-smi nvlink -s", "nvlink-s"),
        ("nvidia-smi --version", "version"),
        ("nvidia-smi -h", "h"),
        ("nvidia-smi --help-query-gpu", "help-query-gpu"),
        ("nvidia-smi --help-query-compute-apps", "help-query-compute-apps"),
    ],
)
def test_lists_and_help_are_the_tools(line: str, id: str) -> None:
    assert printed(world(), line) == captured(f"nvidia-smi-{id}")


def test_the_whole_query_is_the_tools() -> None:
    idle = (PDI, POWER)
    assert masked(printed(world(), "nvidia-smi -q"), *idle) == masked(
        captured("nvidia-smi-q-idle"), *idle
    )
    load = (PDI, POWER, UNSETTLED, CONTEXTS)
    assert masked(printed(world(LOAD, 15), "nvidia-smi -q"), *load) == masked(
        captured("nvidia-smi-q-load"), *load
    )


# Fields whose value the world does not have at that moment, as above.
_MOMENT = {"power.draw", "power.draw.average", "power.draw.instant"}
_WARMING = {
    "temperature.gpu.tlimit",
    "temperature.memory",
    "memory.used",
    "memory.free",
}


@pytest.mark.parametrize("state", ["idle", "load"])
def test_every_field_of_the_selective_query_is_the_tools(state: str) -> None:
    head, values = captured(f"nvidia-smi-query-gpu-{state}").splitlines()
    names = [name.partition(" ")[0] for name in head.split(", ")]
    of = world() if state == "idle" else world(LOAD, 15)
    of = replace(of, t=of.t + (0.696 if state == "idle" else 0.353))
    line = f"nvidia-smi --query-gpu={','.join(names)} --format=csv"
    ours_head, ours = printed(of, line).splitlines()
    assert ours_head == head
    hidden = _MOMENT | (_WARMING if state == "load" else set())
    pairs = zip(names, values.split(", "), ours.split(", "), strict=True)
    assert [(n, a, b) for n, a, b in pairs if a != b and n not in hidden] == []


def test_processes_are_the_tools() -> None:
    names = "timestamp,gpu_name,gpu_bus_id,gpu_serial,gpu_uuid,pid,process_name,used_gpu_memory"
    line = f"nvidia-smi --query-compute-apps={names} --format=csv"
    of = world(LOAD, 15.5)
    assert printed(of, line) == captured("nvidia-smi-query-compute-apps-load")


def test_a_field_has_the_names_of_the_help() -> None:
    help = captured("nvidia-smi-help-query-gpu")
    lines = re.findall(r'^"[a-z].+', help, re.MULTILINE)
    names = [re.findall(r'"([^"]+)"', line) for line in lines]
    assert len(names) > 200
    for first, *others in names:
        for name in others:
            query = "nvidia-smi --query-gpu={} --format=csv"
            of = world()
            assert printed(of, query.format(name)) == printed(of, query.format(first))


def test_a_selection_is_laid_out_as_the_tool_lays_it_out() -> None:
    """535 draws its columns narrower and knows fewer rows; what it has stands in its order."""
    ours = printed(world(), "nvidia-smi -q -d ECC,PERFORMANCE,TEMPERATURE,POWER")
    theirs = captured("nvidia-smi-q-d")
    rows = [re.sub(r" +:.*", "", line) for line in ours.splitlines()]
    seen = [
        # The one reading of 535 is the average of 590, which has an instantaneous one beside it.
        re.sub(r" +:.*", "", line).replace("    Power Draw", "    Average Power Draw")
        for line in theirs.replace("00000000:04:00.0", "00000000:00:09.0").splitlines()
    ]
    of_590 = {
        "    Clocks Event Reasons Counters",
        "        SW Power Capping",
        "        HW Thermal Slowdown",
        "        HW Power Braking",
        "        Channel Repair Pending",
        "        TPC Repair Pending",
        "        Unrepairable Memory",
        "        Instantaneous Power Draw",
        "    GPU Memory Power Readings ",
    }
    at = iter(rows)
    assert [row for row in seen if row not in at] == []  # a subsequence
    more = [row for row in rows if row not in seen]
    assert {*more} <= of_590


def test_a_pending_row_reads_as_it_did_for_others() -> None:
    of = world()
    gpu = replace(
        of.nodes["node-a"].gpus[0],
        bus="0000:55:00.0",
        remap=Remap(uncorrected=1, pending=True),
    )
    of = of.with_node("node-a", gpus=(gpu,))
    of = replace(
        of, machine={**of.machine, "traffic": {**of.machine["traffic"], "banks": 512}}
    )
    text = printed(of, "nvidia-smi -i 0 -q -d ROW_REMAPPER")
    assert text.partition("\nGPU ")[2] == captured("nvidia-smi-row-remapper")[4:] + "\n"


def _values(text: str) -> Iterator[str]:
    """The values of the rows of `-q`, in their order."""
    for line in text.splitlines():
        name, sign, value = line.partition(" : ")
        if sign and name.strip() not in ("EDPp Multiplier", "Unrepairable Memory"):
            yield value.strip()


# Elements of the XML that the text has no row for.
_ONLY_XML = {
    "mig_devices",
    "power_state",
    "supported_gpu_target_temp",
    "retired_pagelist",
    "accounted_processes",
    "pending_retirement",
}


def _elements(of: ET.Element) -> Iterator[str]:
    for one in of:
        if one.tag in _ONLY_XML:
            continue
        if len(one):
            yield from _elements(one)
        else:
            yield (one.text or "").strip()


# Where 580 says another kind of thing of its machine: memory that host and GPU share, the last flush of its log,
# atomics, clocks that 590 no longer tells, and processes.
_OTHERWISE = [
    ("None", "HMM"),
    ("N/A", "2026/08/20 14:59:03.740"),
    ("N/A", "93088 us"),
    ("FETCHADD_32 FETCHADD_64 SWAP_32 SWAP_64 CAS_32 CAS_64", "N/A"),
    ("Requested functionality has been deprecated", "1980 MHz"),
    ("Requested functionality has been deprecated", "2619 MHz"),
    ("Requested functionality has been deprecated", "1980 MHz"),
    ("Requested functionality has been deprecated", "2619 MHz"),
    ("None", ""),
]


def test_the_xml_of_another_driver_has_the_same_rows() -> None:
    """580 on one of eight H100, read as a second opinion on what stands where."""
    log = ET.parse(CAPTURES / "nvidia-smi-q-x.xml").getroot()
    gpu = log.find("gpu")
    assert gpu is not None
    theirs = [*_elements(gpu)]
    text = printed(world(), "nvidia-smi -q").partition("\nGPU ")[2]
    ours = [*_values(text)]
    assert len(ours) == len(theirs)
    kinds = [(_kind(a), _kind(b)) for a, b in zip(ours, theirs, strict=True)]
    differ = [n for n, (a, b) in enumerate(kinds) if a != b]
    assert [(ours[n], theirs[n]) for n in differ] == _OTHERWISE


def _kind(value: str) -> str:
    """A value without its numbers, so that what is left says which row it is."""
    return re.sub(r"0x[0-9A-Fa-f]+|[0-9A-F]{2,}|\d", "", value)
