"""Lines of nvidia-smi: how they are read, and what they answer beyond the captures."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certlab.course import load
from certlab.labs import mig
from certlab.labs.mig.nvidia_smi.command_line import CommandLine, parse
from certlab.labs.mig.partitions import Mig

W19 = (("19", None), ("19", None))


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("nvidia-smi mig -lgip", CommandLine("lgip")),
        ("sudo nvidia-smi mig -i 0,1 -lgi", CommandLine("lgi", gpus=(0, 1))),
        ("$ nvidia-smi mig --id=1 -lgipp", CommandLine("lgipp", gpus=(1,))),
        (
            "nvidia-smi mig -cgi 9:4,1g.10gb -C -i 0",
            CommandLine(
                "cgi", gpus=(0,), wanted=(("9", 4), ("1g.10gb", None)), default=True
            ),
        ),
        (
            "nvidia-smi mig -cgi 'MIG 3g.40gb' --default-compute-instance",
            CommandLine("cgi", wanted=(("3g.40gb", None),), default=True),
        ),
        ("nvidia-smi mig -cci -gi 1,2", CommandLine("cci", instances=(1, 2))),
        (
            "nvidia-smi mig -cci 0:1,2 -gi 1",
            CommandLine("cci", instances=(1,), wanted=(("0", 1), ("2", None))),
        ),
        (
            "nvidia-smi mig -dci -ci 0,1 -gi 1",
            CommandLine("dci", instances=(1,), computes=(0, 1)),
        ),
        ("nvidia-smi mig --destroy-gpu-instance", CommandLine("dgi")),
        ("nvidia-smi -i 0 -mig 1", CommandLine("mig", gpus=(0,), on=True)),
        ("nvidia-smi -mig 0", CommandLine("mig")),
        ("nvidia-smi mig -cgi 19,19 # Create", CommandLine("cgi", wanted=W19)),
        ("[root@host ~]# nvidia-smi mig -lgi", CommandLine("lgi")),
        ("user@host:~$ sudo -E nvidia-smi mig -lgi;", CommandLine("lgi")),
        (
            "CUDA_DEVICE_ORDER=PCI_BUS_ID /usr/bin/nvidia-smi mig -lgi",
            CommandLine("lgi"),
        ),
        (
            "nvidia-smi mig -cci -gi 5 -i 0000:41:00.0,1",
            CommandLine("cci", instances=(5,), gpus=("0000:41:00.0", 1)),
        ),
        ("nvidia-smi mig -lgi -i GPU-0a", CommandLine("lgi", gpus=("GPU-0a",))),
    ],
)
def test_a_line_is_read(line: str, asked: CommandLine) -> None:
    assert parse(line) == asked


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("ls", "A line must begin with nvidia-smi mig, or be nvidia-smi -i 0 -mig 1."),
        ("nvidia-smi mig", "The line does not say what to do; give one of -lgip, "),
        ("nvidia-smi mig -lgi -lci", "The line asks for -lgi and -lci; give only one"),
        (
            "nvidia-smi mig -x",
            "There is no option -x here; choose one of -i, -gi, -ci, -C",
        ),
        ("nvidia-smi -q", "There is no option -q here; choose one of -i, -mig."),
        ("nvidia-smi mig -cgi", "-cgi needs a value after it."),
        ("nvidia-smi mig -cgi 9 -i", "-i needs a value after it."),
        (
            "nvidia-smi mig -lgi -i a",
            "-i takes numbers, bus ids or UUIDs of GPUs with commas between them, not a.",
        ),
        (
            "nvidia-smi mig -cgi 9:x",
            "9:x: the start after the colon must be a number.",
        ),
        ("nvidia-smi -mig 2", "-mig takes 1 for on or 0 for off, not 2."),
        (
            "nvidia-smi mig -cgi '9",
            '"nvidia-smi mig -cgi \'9" cannot be read: No closing',
        ),
        (
            "nvidia-smi mig -cgi '14,14' -cgi 19",
            "-cgi stands twice, and which one counts is not known here; write it once",
        ),
        (
            "nvidia-smi mig -lgi | grep 1g",
            "| leads to another program or file, which is not run here; leave it out.",
        ),
        ("nvidia-smi mig -lgi > a.txt", "> leads to another program or file"),
        ("nvidia-smi mig -lgi -i $i", "$i is not filled in here; write its value."),
        ("nvidia-smi mig -lgi && ls", "A line must begin with nvidia-smi mig, or be"),
        ("nvidia-smi mig -lgi &&", "A line must begin with nvidia-smi mig, or be"),
    ],
)
def test_a_line_that_cannot_be_read_is_one_sentence(line: str, says: str) -> None:
    with pytest.raises(mig.Refusal) as caught:
        parse(line)
    assert str(caught.value).startswith(says)


def two(tables: dict[str, Mig]) -> tuple[mig.Gpu, ...]:
    return (mig.Gpu(tables["h100-80gb"]),) * 2


def test_without_i_a_line_is_for_every_gpu(tables: dict[str, Mig]) -> None:
    done = mig.run(two(tables), "nvidia-smi mig -cgi 3g.40gb")
    assert done.text.splitlines() == [
        f"Successfully created GPU instance ID  2 on GPU {n:>2} using profile MIG "
        "3g.40gb (ID  9)"
        for n in range(2)
    ]
    one = mig.run(two(tables), "nvidia-smi mig -cgi 3g.40gb -i 1")
    assert [len(gpu.instances) for gpu in one.gpus] == [0, 1]


def test_a_gpu_that_is_not_there(tables: dict[str, Mig]) -> None:
    with pytest.raises(mig.Refusal, match="There is no GPU 2; choose 0 to 1"):
        mig.run(two(tables), "nvidia-smi mig -i 2 -lgi")
    with pytest.raises(mig.Refusal, match="There is no GPU 1; the only one is GPU 0"):
        mig.run(two(tables)[:1], "nvidia-smi mig -i 1 -lgi")


def test_a_gpu_by_its_bus_id(tables: dict[str, Mig]) -> None:
    for bus in ("00000000:02:00.0", "0000:02:00.0", "2:0.0"):
        done = mig.run(two(tables), f"nvidia-smi mig -cgi 19 -i {bus}")
        assert [len(gpu.instances) for gpu in done.gpus] == [0, 1]
    with pytest.raises(mig.Refusal) as caught:
        mig.run(two(tables), "nvidia-smi mig -cci -gi 5 -i 0000:41:00.0")
    assert str(caught.value) == (
        "No GPU has the bus id 0000:41:00.0 here; there is 00000000:01:00.0 and "
        "00000000:02:00.0."
    )
    with pytest.raises(mig.Refusal, match="The simulated GPUs have no UUID"):
        mig.run(two(tables), "nvidia-smi mig -lgi -i GPU-5d5ba0d6-d33d")


def test_lines_joined_as_a_shell_joins_them(tables: dict[str, Mig]) -> None:
    gpus = mig.run(two(tables)[:1], "nvidia-smi mig -cgi 9 -C").gpus
    done = mig.run(gpus, "nvidia-smi mig -dci && sudo nvidia-smi mig -dgi")
    assert (done.gpus[0].instances, done.code) == ((), 0)
    assert len(done.text.splitlines()) == 2
    stays = mig.run(gpus, "nvidia-smi mig -dgi && nvidia-smi mig -dci")
    assert (stays.gpus, stays.code) == (gpus, 19)
    both = mig.run(gpus, "nvidia-smi mig -dgi; nvidia-smi mig -dci")
    assert (both.code, both.gpus[0].instance(2).computes) == (0, ())
    assert "still contains compute instance" in both.why
    later = mig.run(gpus, "nvidia-smi mig -dci && nvidia-smi mig -lgi -i 3")
    assert (later.gpus, later.code) == (both.gpus, 6)
    either = mig.run(gpus, "nvidia-smi mig -lgi || nvidia-smi mig -dci")
    assert either.gpus == gpus
    assert mig.run(gpus, "# Create the instances") == mig.Result(gpus, "")


def test_what_succeeded_before_a_refusal_stays(tables: dict[str, Mig]) -> None:
    done = mig.run(two(tables)[:1], "nvidia-smi mig -cgi 9,9,19")
    assert done.text.splitlines()[-2:] == [
        "Unable to create a GPU instance on GPU  0 using profile 19: Insufficient Resources",
        "Failed to create GPU instances: Insufficient Resources",
    ]
    assert len(done.gpus[0].instances) == 2
    assert "This step changed nothing; what the line did before it stays." in done.why
    assert done.code == 23


def test_a_profile_is_called_as_it_was_typed(tables: dict[str, Mig]) -> None:
    done = mig.run(two(tables)[:1], "nvidia-smi mig -cgi 1g.99gb")
    assert done.text.startswith(
        "Unable to create a GPU instance on GPU  0 using profile 1g.99gb: Invalid Argument"
    )
    assert "stays" not in done.why


def test_compute_instances_in_the_order_nvidia_smi_takes(
    tables: dict[str, Mig],
) -> None:
    gpus = mig.run(two(tables)[:1], "nvidia-smi mig -cgi 9,14,19,19").gpus
    done = mig.run(gpus, "nvidia-smi mig -cci")
    ids = [
        line.split("GPU instance ID")[1].split()[0] for line in done.text.splitlines()
    ]
    assert ids == ["9", "10", "3", "2"]


def test_a_compute_instance_that_does_not_fit(tables: dict[str, Mig]) -> None:
    gpus = mig.run(two(tables)[:1], "nvidia-smi mig -cgi 9 -C").gpus
    done = mig.run(gpus, "nvidia-smi mig -cci -gi 2")
    assert done.text == (
        "Unable to create a compute instance on GPU  0 GPU instance ID  2 using profile "
        "2: Insufficient Resources\n"
        "Failed to create compute instances: Insufficient Resources"
    )


def test_a_compute_instance_in_use(tables: dict[str, Mig]) -> None:
    gpus = mig.run(two(tables)[:1], "nvidia-smi mig -cgi 9 -C").gpus
    busy = (gpus[0].run(2, 0, "python"),)
    done = mig.run(busy, "nvidia-smi mig -dci")
    assert done.text == (
        "Unable to destroy compute instance ID  0 from GPU  0 GPU instance ID  2: In use "
        "by another client\n"
        "Failed to destroy compute instances: In use by another client"
    )
    assert done.gpus == busy


NOTHING = [
    ("-dgi", "No GPU instances found: Not Found"),
    ("-cci", "No GPU instances found: Not Found"),
    ("-dci", "No GPU instances found: Not Found"),
    ("-lgi", "No GPU instances found: Not Found"),
    ("-lcip", "No GPU instances found: Not Found"),
    ("-lci", "No compute instances found: Not Found"),
    ("-dgi -gi 4", "No GPU instances found: Not Found"),
]


@pytest.mark.parametrize(("verb", "text"), NOTHING)
def test_nothing_there(verb: str, text: str, tables: dict[str, Mig]) -> None:
    done = mig.run(two(tables), f"nvidia-smi mig {verb}")
    assert (done.text, done.code) == (text, 6)


def test_no_compute_instance_to_destroy(tables: dict[str, Mig]) -> None:
    gpus = mig.run(two(tables), "nvidia-smi mig -cgi 19").gpus
    done = mig.run(gpus, "nvidia-smi mig -dci")
    assert done.text == "No compute instances found: Not Found"
    assert mig.run(gpus, "nvidia-smi mig -lci -gi 13").text == done.text


@pytest.mark.parametrize("verb", ["-cgi 19", "-cci", "-dgi", "-dci", "-lgi", "-lcip"])
def test_mig_off(verb: str, tables: dict[str, Mig]) -> None:
    off = (mig.Gpu(tables["h100-80gb"], enabled=False),)
    done = mig.run(off, f"nvidia-smi mig {verb}")
    assert done.text == "No MIG-enabled devices found."
    assert done.code == 3
    assert done.gpus == off


def test_a_gpu_with_mig_off_is_passed_over(tables: dict[str, Mig]) -> None:
    gpus = (two(tables)[0].disable(), two(tables)[1])
    done = mig.run(gpus, "nvidia-smi mig -cgi 19")
    assert [len(gpu.instances) for gpu in done.gpus] == [0, 1]


def test_switching_mig(tables: dict[str, Mig]) -> None:
    off = mig.run(two(tables), "nvidia-smi -mig 0")
    assert off.text.splitlines() == [
        "Disabled MIG Mode for GPU 00000000:01:00.0",
        "Disabled MIG Mode for GPU 00000000:02:00.0",
        "All done.",
    ]
    on = mig.run(off.gpus, "nvidia-smi -i 1 -mig 1")
    assert [gpu.enabled for gpu in on.gpus] == [False, True]


def test_switching_mig_off_over_instances(tables: dict[str, Mig]) -> None:
    gpus = mig.run(two(tables)[:1], "nvidia-smi mig -cgi 19").gpus
    done = mig.run(gpus, "nvidia-smi -mig 0")
    assert done.text == (
        "Warning: MIG mode is in pending disable state for GPU 00000000:01:00.0:In use "
        "by another client\nAll done."
    )
    assert done.gpus[0].enabled


def test_what_nobody_has_printed_is_not_made_up(tables: dict[str, Mig]) -> None:
    row = next(
        line
        for line in mig.listing.lgip(mig.Gpu(tables["b200-180gb"])).splitlines()
        if "7g.180gb" in line
    )
    assert row == (
        "|   0  MIG 7g.180gb         0     1/1        N/A        No     N/A    N/A   N/A |"
    )


WORDS = st.sampled_from(
    [
        *(
            "nvidia-smi",
            "mig",
            "-cgi",
            "-cci",
            "-dgi",
            "-dci",
            "-lgi",
            "-lcip",
            "-lgip",
        ),
        *("-i", "-gi", "-ci", "-C", "-mig", "0", "1", "7", "9,14", "19:6", "1g.10gb"),
        *(
            "&&",
            "||",
            ";",
            "|",
            "#",
            "$",
            "sudo",
            "'",
            '"',
            "\\",
            "0000:02:00.0",
            "GPU-0",
        ),
    ]
)


@given(st.lists(st.lists(WORDS | st.text(max_size=4), max_size=7), max_size=4))
@settings(deadline=None)
def test_any_line_is_answered_or_refused(lines: list[list[str]]) -> None:
    gpus: tuple[mig.Gpu, ...] = (mig.Gpu(mig.tables(load())["h100-80gb"]),) * 2
    for words in lines:
        for line in (" ".join(words), " ".join(["nvidia-smi mig", *words])):
            with suppress(mig.Refusal):
                gpus = mig.run(gpus, line).gpus
