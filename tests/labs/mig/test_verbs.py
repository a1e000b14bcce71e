"""`certlab sim mig` as somebody at a terminal types it."""

import json
from pathlib import Path

import pytest

from certlab.labs.mig.partitions import Mig
from tests.command_line import Run, certlab
from tests.terminal.real import Terminal

pytestmark = pytest.mark.usefixtures("read_once")


def sim_mig(*words: str, given: str = "") -> Run:
    return certlab("sim", "mig", *words, lines=given, COLUMNS="100")


def test_the_gpus_are_listed(tables: dict[str, Mig]) -> None:
    title, head, *rows = sim_mig().stdout.splitlines()
    assert title.startswith("GPUs for --gpu: ")
    assert head.split()[:3] == ["id", "name", "compute_slices"]
    assert [row.split()[0] for row in rows] == list(tables)
    found = json.loads(sim_mig("--json").stdout)
    assert [row["id"] for row in found] == list(tables)


def test_instances_are_placed() -> None:
    run = sim_mig("--gpu", "h100-80gb", "--place", "3g.40gb:0,2g.20gb:4,1g.10gb:6")
    assert run.returncode == 0, run.stderr
    assert run.stdout == (
        "GPU 0: 3 instances. 108 of 132 SMs and 68.87 of 79.25 GiB are in use. Nothing "
        "more fits: 1 compute slice and 1 memory slice are stranded.\n"
        "  nvidia-smi mig -i 0 -cgi 9:0,14:4,19:6 -C\n"
    )


PARTED = Path("tests/vectors/mig").resolve()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            [
                "a30-24gb",
                "--gpus",
                "2",
                "--config",
                "mig-parted-one-device-of-two.yaml:node1",
            ],
            ["GPU 0: No instances", "GPU 1: 4 instances"],
        ),
        (
            [
                *("a100-80gb", "--gpus", "8"),
                *("--config", "mig-parted-eight-a100.yaml:custom-config"),
            ],
            ["GPU 3: 2 instances", "-cgi 5:0,9:4 -C", "GPU 7: 3 instances"],
        ),
        (
            ["a30-24gb", "--place", "2g.12gb,1g.6gb,1g.6gb"],
            ["3 instances. 56 of 56 SMs"],
        ),
        (
            [
                "a100-40gb",
                "--run",
                "nvidia-smi mig -cgi 5,14,19",
                "--run",
                "nvidia-smi mig -lgi",
            ],
            ["0:4", "4:2", "6:1"],
        ),
        (
            [
                *("h100-80gb", "--run", "nvidia-smi mig -cgi 14"),
                *("--run", "nvidia-smi mig -cci 7"),
            ],
            ["using profile MIG 1c.2g.20gb (ID  7)"],
        ),
    ],
)
def test_what_people_run(words: list[str], says: list[str]) -> None:
    named = [f"{PARTED}/{one}" if ".yaml:" in one else one for one in words]
    run = sim_mig("--gpu", *named)
    assert run.returncode == 0, run.stderr
    for part in says:
        assert part in run.stdout


def test_a_file_that_is_no_yaml() -> None:
    file = PARTED / "mig-parted-indented-too-far.yaml"
    run = sim_mig("--gpu", "a100-80gb", "--config", f"{file}:custom-config")
    assert run.returncode == 1
    assert run.stderr.endswith("not valid YAML in line 2.\n")


def test_a_refusal_is_one_line_and_exit_1() -> None:
    run = sim_mig("--gpu", "h100-80gb", "--place", "3g.40gb,3g.40gb,1g.10gb")
    assert run.returncode == 1
    assert run.stderr.startswith(
        "certlab: 1g.10gb needs one of memory slices 0–6, but "
    )
    assert run.stderr.count("\n") == 1


def test_lines_are_run() -> None:
    lines = ("nvidia-smi mig -cgi 19,19,14,9", "nvidia-smi mig -lgi")
    words = [word for line in lines for word in ("--run", line)]
    run = sim_mig("--gpu", "a100-40gb", *words)
    assert run.returncode == 1  # the first was refused; the second ran all the same
    assert "Failed to create GPU instances: Insufficient Resources\n+---" in run.stdout
    assert run.stderr.startswith(
        "certlab: 3g.20gb needs memory slices 0–3 or 4–7, but "
    )
    typed = sim_mig("--gpu", "a100-40gb", given="\n".join((*lines, "")))
    assert typed.stdout == run.stdout


def test_the_prompt_answers_help_show_and_history() -> None:
    line = "nvidia-smi mig -i 0 -cgi 9 -C"
    with Terminal("sim", "mig", "--gpu", "h100-80gb") as terminal:
        assert "1 x H100 80 GB. " in terminal.until("mig> ")
        terminal.type("help\n")
        assert "-dgi" in terminal.until("mig> ")
        terminal.type(f"{line}\n")
        terminal.until("Successfully created compute instance")
        terminal.until("mig> ")
        terminal.type("show\n")
        assert "GPU 0: 1 instance." in terminal.until("mig> ")
        terminal.type("history\n")
        terminal.until(f"history\r\n{line}\r\n")
        terminal.until("mig> ")  # an end that comes before it is lost
        terminal.type("\x04")
        assert terminal.end() == 0


def test_lines_as_json() -> None:
    run = sim_mig("--gpu", "h100-80gb", "--run", "nvidia-smi mig -cgi 19 -C", "--json")
    found = json.loads(run.stdout)
    assert found["lines"][0]["code"] == 0
    (gpu,) = found["gpus"]
    assert [one["id"] for one in gpu["instances"]] == [13]
    assert gpu["instances"][0]["compute_instances"][0]["profile"] == "1g.10gb"
    assert gpu["free"]["1g.10gb"] == 6
    assert gpu["fits"]["3g.40gb"] == [0]


def test_a_line_that_cannot_be_read_is_said_and_passed_over() -> None:
    run = sim_mig("--gpu", "h100-80gb", given="ls\n\nnvidia-smi mig -lgi\n")
    assert run.returncode == 1
    assert run.stderr.startswith("certlab: A line must begin with nvidia-smi mig")
    assert run.stdout == "No GPU instances found: Not Found\n"


def test_layouts() -> None:
    run = sim_mig("--gpu", "a30-24gb", "--maximal")
    assert run.stdout.splitlines()[1:3] == [
        "4g.24gb at 0",
        "2g.12gb at 0, 2g.12gb at 2",
    ]
    assert "5 layouts, 4 mixes of profiles." in run.stderr
    found = json.loads(sim_mig("--gpu", "a30-24gb", "--layouts", "--json").stdout)
    assert len(found) == 25


def test_room_is_made() -> None:
    words = ("--gpu", "h100-80gb", "--place", "2g.20gb:0,1g.10gb:2,3g.40gb:4")
    run = sim_mig(*words, "--make-room", "4g.40gb")
    assert run.stdout == "Instances to destroy: 3, 9.\n"
    found = json.loads(sim_mig(*words, "--make-room", "4g.40gb", "--json").stdout)
    assert found["make_room"] == [3, 9]


def test_a_mig_parted_file_out_and_in(tmp_path: Path) -> None:
    words = ("--gpu", "h100-80gb", "--gpus", "2")
    out = sim_mig(*words, "--place", "3g.40gb,1g.10gb", "--export")
    path = tmp_path / "config.yaml"
    path.write_text(out.stdout, "utf-8")
    back = sim_mig(*words, "--config", f"{path}:this", "--export")
    assert back.stdout == out.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--gpu", "h99"), "There is no GPU h99; choose one of a100-40gb, "),
        (("--gpu", "h100-80gb", "--place", "1g.5gb"), "There is no profile 1g.5gb on"),
        (
            ("--gpu", "a100-40gb", "--driver", "470.1", "--place", "1g.10gb"),
            "1g.10gb needs driver 525 or newer, but this one is 470.1; update it.",
        ),
        (
            ("--gpu", "h100-80gb", "--config", "/none.yaml:a"),
            "/none.yaml: cannot be read (No such file or directory); check the path.",
        ),
    ],
)
def test_bad_input_is_one_sentence(words: tuple[str, ...], says: str) -> None:
    run = sim_mig(*words)
    assert run.returncode == 1
    assert run.stderr.startswith(f"certlab: {says}")
    assert run.stderr.count("\n") == 1
