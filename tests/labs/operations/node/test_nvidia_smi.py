"""What nvidia-smi does with a line: its driver first, the GPUs that it names, what it refuses."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from certlab.labs.operations.node import faults, laws, machine, power, shell, units
from certlab.labs.operations.node.answer import UNKNOWN
from certlab.labs.operations.node.commands import commands
from certlab.labs.operations.node.evidence import analogies
from certlab.labs.operations.node.gpus import Errors, Remap
from certlab.labs.operations.node.schedulers import Job
from certlab.labs.operations.node.state import Fault, Process, World

HOST = "node-a"


@pytest.fixture
def world() -> World:
    return machine.healthy(1)


def run(world: World, line: str) -> shell.Printed:
    return shell.run(world, HOST, line)


def struck(world: World, fault: str, slot: int = 0) -> World:
    return faults.strike(world, Fault(fault, HOST, slot))


# The driver comes first (law 18).


@pytest.mark.parametrize(
    ("fault", "exit"), [("module-missing", 9), ("library-version", 18)]
)
def test_without_a_driver_every_line_says_so(
    world: World, fault: str, exit: int
) -> None:
    broken = struck(world, fault)
    wanted = laws.cannot_start(broken.nodes[HOST])
    assert wanted
    assert wanted.exit == exit
    for words in ("", "-L", "--nonsense", "-i 99", "topo -m", "--help-query-gpu", "-r"):
        done = run(broken, f"nvidia-smi {words}")
        assert (done.text, done.exit) == (wanted.text, exit)
    assert run(broken, "nvidia-smi -h").exit == 0


def test_only_systems_have_it(world: World) -> None:
    assert shell.run(world, "head", "nvidia-smi").exit == 127


# Which GPUs a line is about.


def test_a_gpu_goes_by_index_uuid_serial_and_address(world: World) -> None:
    gpu = world.nodes[HOST].gpu(3)
    wanted = run(world, "nvidia-smi -L -i 2").text
    assert gpu.uuid in wanted
    assert "\n" not in wanted
    for name in (gpu.uuid, gpu.serial, gpu.bus, f"0000{gpu.bus.upper()}"):
        assert run(world, f"nvidia-smi -L --id={name}").text == wanted
    both = run(world, "nvidia-smi -L -i 7,2").text.splitlines()
    assert both[0] == wanted
    assert len(both) == 2
    for wrong in ("8", "0,99", "GPU-0"):
        nobody = run(world, f"nvidia-smi -q -i {wrong}")
        assert (nobody.text, nobody.exit) == ("No devices were found", 6)


def test_a_lost_gpu_keeps_its_number_until_the_driver_is_loaded_anew(
    world: World,
) -> None:
    broken = struck(world, "off-bus", 5)
    lost = "Unable to determine the device handle for GPU4: 0000:9D:00.0: Unknown Error"
    table = run(broken, "nvidia-smi")
    assert table.exit == 0
    assert table.text.startswith(f"{lost}\n")
    rows = [
        line.split()[1]
        for line in table.text.splitlines()
        if "H100" in line and "Error" not in line
    ]
    assert rows == ["0", "1", "2", "3", "5", "6", "7"]
    assert run(broken, "nvidia-smi -L").text.splitlines()[4].startswith("Unable")
    alone = run(broken, "nvidia-smi -i 4")
    assert (alone.text, alone.exit) == (f"{lost}\nNo devices were found", 6)
    assert "Unable" not in run(broken, "nvidia-smi -q -i 5").text

    booted = run(power.reboot(broken, HOST), "sleep 600").world
    listed = run(booted, "nvidia-smi -L").text
    assert "Unable" not in listed
    assert [line[:5] for line in listed.splitlines()] == [f"GPU {n}" for n in range(7)]


def test_a_gpu_without_a_seat_is_absent_and_the_others_move_up(world: World) -> None:
    text = run(struck(world, "not-seated", 5), "nvidia-smi topo -m").text
    assert len([line for line in text.splitlines() if line.startswith("GPU")]) == 7
    assert "GPU7" not in text
    assert "GPU6" in text


def test_topo_is_the_matrix_of_the_system(world: World) -> None:
    captured = Path("content/captures/systems/topo-hgx-h100.txt").read_text("utf-8")
    for theirs, ours in world.machine["affinity"].items():  # a DGX has other processors
        captured = captured.replace(theirs.ljust(16), ours.ljust(16))
    assert run(world, "nvidia-smi topo -m").text == captured.removesuffix("\n")
    wrong = run(world, "nvidia-smi topo -m -i 0")
    assert wrong.text.startswith("The -i command line argument must be used")


# Queries.


def test_a_query_has_header_and_units_unless_told(world: World) -> None:
    line = "nvidia-smi --query-gpu=index,memory.total,fan.speed --format=csv"
    head, first, *_ = run(world, f"{line} -i 0").text.splitlines()
    assert (head, first) == (
        "index, memory.total [MiB], fan.speed [%]",
        "0, 81559 MiB, [N/A]",
    )
    assert run(world, f"{line},noheader,nounits -i 0").text == "0, 81559, [N/A]"
    spaced = line.replace("=", " ")
    assert run(world, f"{spaced} -i 0").text == f"{head}\n{first}"


@pytest.mark.parametrize(
    ("words", "says", "exit"),
    [
        (
            "--query-gpu=watts --format=csv",
            'Field "watts" is not a valid field to query.\n',
            2,
        ),
        (
            "--format=csv",
            "Invalid combination of input arguments. Please run 'nvidia-smi -h' for help.",
            2,
        ),
        (
            "--query-gpu=index",
            "\"--format=\" switch is missing. Please run 'nvidia-smi -h' for help.",
            2,
        ),
    ],
)
def test_a_wrong_line_is_refused_in_the_tools_words(
    world: World, words: str, says: str, exit: int
) -> None:
    done = run(world, f"nvidia-smi {words}")
    assert (done.text, done.exit) == (says, exit)


@pytest.mark.parametrize(
    "words",
    [
        "dmon",
        "-pl 300",
        "nvlink -e",
        "-lgc 1000",
        "-x -q",
        "-q -q",
        "-i",
        "-pm maybe",
        "-mig 2",
        "-q -d NONSENSE",
        "--query-gpu=index --format=xml",
        "--list-gpus=1",
        "nvlink -s --status",
    ],
)
def test_what_we_do_not_do_is_said_to_be_ours_and_does_nothing(
    world: World, words: str
) -> None:
    done = run(world, f"nvidia-smi {words}")
    assert done.exit == UNKNOWN
    assert done.text.startswith("[certlab]")
    assert done.world == world


def test_a_selection_shows_what_it_names_and_whether_it_was_seen(world: World) -> None:
    seen = run(world, "nvidia-smi -q -d row_remapper,ECC -i 0")
    assert "Bank Remap" in seen.text
    assert "Product Name" not in seen.text
    guessed = run(world, "nvidia-smi -q -d CLOCK -i 0")
    weak = analogies()
    assert not weak & {*seen.forms}
    assert weak & {*guessed.forms}


def test_processes_stand_in_every_list_of_them(world: World) -> None:
    assert world.slurm
    job = Job(4711, "train", "ada", 4, 9000, (HOST,), "RUNNING", started=-60)
    world = replace(world, slurm=replace(world.slurm, jobs=(job,)))
    apps = run(
        world, "nvidia-smi --query-compute-apps=pid,used_memory --format=csv,noheader"
    )
    assert len(apps.text.splitlines()) == 4
    for row in apps.text.splitlines():
        pid, mib = row.removesuffix(" MiB").split(", ")
        assert f"{mib}MiB" in run(world, "nvidia-smi").text
        assert (
            f"Process ID                        : {pid}"
            in run(world, "nvidia-smi -q").text
        )


def test_a_long_name_breaks_no_table(world: World) -> None:
    one = Process(7, "ada", "/home/ada/" + "very/" * 20 + "train.py", (1,), 100)
    text = run(world.with_node(HOST, processes=(one,)), "nvidia-smi").text
    widths = {len(line) for line in text.splitlines()[1:] if line}
    assert widths == {91}


# Changes.


def test_a_reset_needs_a_gpu_that_nothing_holds(world: World) -> None:
    """The way through S10: DCGM, then persistence mode, and the row is remapped."""
    world = struck(world, "row-pending", 3)
    action = "nvidia-smi --query-gpu=gpu_recovery_action --format=csv,noheader -i 2"
    assert run(world, action).text == "Drain and Reset"
    refused = run(world, "nvidia-smi -r -i 2")
    assert refused.exit == 255
    assert "GPU 00000000:52:00.0: In use by another client" in refused.text
    world = units.stop(refused.world, HOST, "nvidia-dcgm")
    assert run(world, "nvidia-smi -r -i 2").exit == 255
    off = run(world, "nvidia-smi -pm 0 -i 2")
    assert off.text.startswith("Disabled persistence mode for GPU 00000000:52:00.0.")
    done = run(off.world, "nvidia-smi --gpu-reset -i 2")
    assert (done.exit, done.seconds) == (0, 15)
    assert run(done.world, action).text == "None"
    gpu = done.world.nodes[HOST].gpu(3)
    assert not gpu.remap.pending
    assert gpu.remap.uncorrected == 1
    assert gpu.since_reset == Errors()
    assert gpu.ever.dram_uncorrected == 1
    on = run(done.world, "nvidia-smi -pm 1 -i 2")
    assert on.text.startswith("Enabled persistence mode via daemon for GPU")
    again = run(on.world, "nvidia-smi -pm ENABLED -i 2")
    assert again.text.startswith("Persistence mode is already Enabled for GPU")


def test_mig_mode_waits_for_a_reset_while_something_holds_the_gpu(world: World) -> None:
    waits = run(world, "nvidia-smi -mig 1 -i 0")
    assert waits.text.startswith("Warning: MIG mode is in pending enable state for GPU")
    assert "Disabled* |" in run(waits.world, "nvidia-smi").text
    free = units.stop(waits.world, HOST, "nvidia-dcgm")
    free = units.stop(free, HOST, "nvidia-persistenced")
    gone = run(free, "nvidia-smi -mig 0 -i 0")
    assert gone.world.nodes[HOST].gpu(1).mig_next is None
    reset = run(free, "nvidia-smi -r -i 0").world
    line = "nvidia-smi --query-gpu=mig.mode.current,mig.mode.pending --format=csv,noheader -i 0"
    assert run(reset, line).text == "Enabled, Enabled"
    assert "No MIG devices found" in run(reset, "nvidia-smi").text
    off = run(reset, "nvidia-smi -mig 0 -i 0")
    assert off.text.startswith(
        "Disabled MIG Mode for GPU 00000000:1B:00.0\n\nWarning: "
    )
    assert run(off.world, line).text == "Disabled, Disabled"


def test_a_power_limit_slows_what_works(world: World) -> None:
    busy = Process(9, "ada", "burn", (1, 2), 100, load=1.0)
    at_work = world.with_gpu(HOST, 1, limit=500).with_node(HOST, processes=(busy,))
    query = (
        "nvidia-smi --query-gpu=power.draw,clocks.sm,clocks_throttle_reasons.sw_power_cap,"
        "clocks_throttle_reasons.active --format=csv,noheader,nounits -i 0,1"
    )
    capped, free = (row.split(", ") for row in run(at_work, query).text.splitlines())
    assert capped[0] == "500.00"
    assert capped[2:] == ["Active", "0x0000000000000004"]
    assert int(capped[1]) < int(free[1])
    assert free[2:] == ["Not Active", "0x0000000000000000"]


# Properties.

LINES = (
    "nvidia-smi",
    "nvidia-smi -q",
    "nvidia-smi -L",
    "nvidia-smi -q -d ECC,ROW_REMAPPER",
    "nvidia-smi -pm 0",
    "nvidia-smi -pm 1 -i 4",
    "nvidia-smi -mig 1 -i 4",
    "nvidia-smi -mig 0",
    "nvidia-smi -r",
    "nvidia-smi -r -i 4",
    "nvidia-smi -i 4,99",
    "nvidia-smi nvlink -s",
    "nvidia-smi nvlink -s -i 4",
    "nvidia-smi topo -m",
    "nvidia-smi --query-gpu=uuid,ecc.errors.uncorrected.aggregate.total --format=csv",
    "nvidia-smi --query-compute-apps=pid,name --format=csv,noheader",
    "nvidia-smi '' --id= -d",
    "sleep 300",
    "reboot",
    "hands cycle node-a",
)


@pytest.mark.parametrize("seed", range(12))
def test_lines_never_raise_and_what_a_gpu_remembers_never_falls(seed: int) -> None:
    draw = random.Random(seed)
    kinds = [*faults.FAULTS]
    world = struck(machine.healthy(seed), kinds[seed % len(kinds)], 5)
    drawn = [draw.choice(LINES) for _ in range(40)]
    start, texts = world, []
    for line in drawn:
        before = world.nodes[HOST].gpus
        done = run(world, line)
        world = done.world
        texts.append(done.text)
        for old, new in zip(before, world.nodes[HOST].gpus, strict=True):
            assert new.ever == old.ever
            assert new.remap.uncorrected >= old.remap.uncorrected
    again = []
    for line in drawn:
        done = run(start, line)
        start = done.world
        again.append(done.text)
    assert again == texts


def test_no_value_of_a_model_comes_from_a_template(world: World) -> None:
    """A parts list of another GPU shows nowhere what an H100 is."""
    of = world.machine
    strange = {
        **of,
        "gpu": "NVIDIA X900",
        "mib": 424242,
        "reserved_mib": 4242,
        "free_mib": 420001,
        "driver": of["driver"],
        "watts": {**of["watts"], "limit": 1234, "least": 321},
        "clocks": {name: 3001 + 15 * n for n, name in enumerate(sorted(of["clocks"]))},
        "board": dict.fromkeys(of["board"], "42"),
        "traffic": {**of["traffic"], "link_rate": "77.777", "banks": 333},
    }
    world = replace(world, machine=strange)
    for slot in range(1, 9):
        world = world.with_gpu(HOST, slot, limit=1234)
    fields = "name,memory.total,clocks.max.sm,power.limit,vbios_version,compute_cap"
    text = "\n".join(
        run(world, line).text
        for line in (
            "nvidia-smi",
            "nvidia-smi -q",
            "nvidia-smi -L",
            "nvidia-smi nvlink -s",
            f"nvidia-smi --query-gpu={fields} --format=csv",
        )
    )
    for value in (
        "H100",
        "Hopper",
        "81559",
        "81081",
        "479 MiB",
        "1980",
        "2619",
        "1545",
        "700",
        "200.00 W",
        "2560",
        "96.00",
        "G520",
        "2330",
        "131072",
        "26.562",
    ):
        assert value not in text, value


# What each fault shows, and what it hides.

_VIEWS = {
    "table": "nvidia-smi",
    "list": "nvidia-smi -L",
    "query": "nvidia-smi -q",
    "errors": "nvidia-smi -q -d ECC,ROW_REMAPPER",
    "fabric": "nvidia-smi --query-gpu=index,fabric.state,fabric.status --format=csv",
    "links": "nvidia-smi nvlink -s",
}
_SHOWN = {
    "off-bus": {*_VIEWS},
    "not-seated": {*_VIEWS},
    "row-pending": {"table", "query", "errors"},
    "users-bug": set(),
    "manager-version": {"query", "fabric"},
    "manager-stopped": {"query", "fabric"},
    "library-version": {*_VIEWS},
    "module-missing": {*_VIEWS},
    "gres-mismatch": {"table", "query", "links"},
    "remapped-before": {"query", "errors"},
}


@pytest.mark.parametrize("fault", [*faults.FAULTS])
def test_a_fault_shows_where_it_does_and_nowhere_else(world: World, fault: str) -> None:
    broken = struck(world, fault, 5)
    differ = {
        name
        for name, line in _VIEWS.items()
        if run(broken, line).text != run(world, line).text
    }
    assert differ == _SHOWN[fault]


def test_a_link_that_is_down_and_all_of_them(world: World) -> None:
    one = world.with_gpu(HOST, 1, down=frozenset({3}))
    assert "\t Link 3: <inactive>\n" in run(one, "nvidia-smi nvlink -s -i 0").text
    all = world.with_gpu(HOST, 1, down=frozenset(range(18)))
    assert run(all, "nvidia-smi nvlink -s -i 0").text.splitlines()[1:] == [
        "NVML: Unable to retrieve NVLink information as all links are inActive"
    ]


def test_a_fabric_in_progress_has_nothing_else_to_tell(world: World) -> None:
    text = run(struck(world, "manager-version"), "nvidia-smi -q -i 0").text
    fabric = text.partition("    Fabric\n")[2].splitlines()[:4]
    assert [line.partition(" : ")[2] for line in fabric] == ["In Progress"] + [
        "N/A"
    ] * 3


def test_a_failed_remap_is_told(world: World) -> None:
    failed = world.with_gpu(HOST, 1, remap=Remap(uncorrected=8, failed=True))
    text = run(failed, "nvidia-smi -q -d ROW_REMAPPER -i 0").text
    assert "Remapping Failure Occurred                     : Yes" in text


def test_every_answer_names_a_form_that_is_declared(world: World) -> None:
    declared = {form.line for form in commands()["nvidia-smi"].forms}
    for line in LINES:
        forms = run(world, line).forms
        assert not line.startswith("nvidia-smi") or {*forms} <= declared
