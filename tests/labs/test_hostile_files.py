"""Scripts, manifests and outputs that bite end in a report or a sentence, and they end."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.command_line import certlab

GROWS = "refused: The words of the script grow without an end where its variables are "
DEEP = "refused: Line 1: what stands here or below is nested too deeply to be a job "
NODES = 'refused: torchrun: --nnodes is "1:'
EACH = 'refused: torchrun: --nproc-per-node is "{}"; write a number such as 8, or gpu, '
SAYS = {
    "defaults in defaults": GROWS,
    "defaults without an end": DEEP,
    "quotes in substitutions": DEEP,
    "substitutions that launch": DEEP,
    "one word of many": GROWS,
    "many words of one": GROWS,
    "names side by side": GROWS,
    "backticks": GROWS,
    "doubled": "refused: Line 19: the script turns in circles here, or its variables grow ",
    "a chain": DEEP,
    "many exports": GROWS,
    "a power": "torchrun starts a.py on ? nodes",
    "a shift": "torchrun starts a.py on ? nodes",
    "a sum that grows": "torchrun starts a.py on 1 node",
    "braces": "torchrun starts a.py on 1 node",
    "too long": "refused: Line 1: the script has more than 300,000 characters; a job script ",
    "calls of calls": "refused: Line 11: the script turns in circles here, or its ",
    "open quote": "refused: Line 2: a quote of #SBATCH --comment=don'txxx",
    "time": "torchrun starts a.py on 1 node",
    "nodes to 30 million": NODES,
    "nodes to 2^64": NODES,
    "nodes to 999999": "refused: torchrun: --nnodes goes from 1 to 999999; the least is 1 ",
    "no process": EACH.format(0),
    "fewer than none": EACH.format(-3),
    "processes without an end": EACH.format(99999999999999),
    "restarts in a raised two": "torchrun starts a.py on 1 node",
    "an argument of 5000 digits": "torchrun starts a.py on 1 node",
    "processes in words": EACH.format("eight"),
}


@pytest.fixture(scope="module")
def answers() -> Any:
    run = subprocess.run(
        [sys.executable, "-m", "tests.labs.hostile_files", "37", "150"],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        check=False,  # what it printed says more
    )
    assert run.returncode == 0, run.stderr[-3000:]
    return json.loads(run.stdout)


def test_a_script_that_grows_without_an_end_is_told_so(answers: Any) -> None:
    told = answers["told"]
    assert told.keys() == SAYS.keys()
    for name, says in SAYS.items():
        assert told[name].startswith(says), name
        assert max(map(len, told[name].splitlines())) <= 2000, name


@pytest.mark.parametrize(
    "words",
    [
        ("check-launch", "/dev/zero"),
        ("check-launch", "--program", "/dev/zero", __file__),
        ("sim", "mig", "--gpu", "h100-80gb", "--config", "/dev/zero:a"),
    ],
    ids=" ".join,
)
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no /dev/zero")
def test_a_file_without_an_end_is_refused(words: tuple[str, ...]) -> None:
    run = certlab(*words)
    assert run.returncode == 1
    assert (
        run.stderr
        == "certlab: /dev/zero: holds more than 8 MiB; split it into parts.\n"
    )


@pytest.mark.parametrize(
    "setting",
    [
        *(f"NCCL_NTHREADS={sign}{'9' * 5000}" for sign in ("", "-", "0x")),
        *("NCCL_NTHREADS=²", "NCCL_NTHREADS=٣"),
    ],
    ids=lambda one: ascii(one)[:20],
)
def test_a_variable_of_any_length_is_read(setting: str) -> None:
    both = [setting, "NCCL_MIN_CTAS=" + "9" * 5000, "NCCL_MAX_CTAS=1"]
    for run in (
        certlab("read", "env", *both),
        certlab("read", "env", "-", lines="\n".join(both)),
    ):
        assert run.returncode == 0, run.stderr
        assert "is above NCCL_MAX_CTAS, 1" in run.stdout


def test_lines_that_never_stop() -> None:
    for lines in ("x" * 20_000, "nvidia-smi\n" * 10_001):
        run = certlab("sim", "mig", "--gpu", "h100-80gb", "--json", lines=lines)
        assert run.returncode == 1
        assert run.stderr.startswith(
            "certlab: The input has more than 10,000 lines, or as"
        )


def test_whatever_is_drawn_gives_a_report_or_a_sentence(answers: Any) -> None:
    assert answers["broken"] == []


LONG_LINE = """
import resource
resource.setrlimit(resource.RLIMIT_CPU, (30, 30))
from certlab.labs.mig.nvidia_smi.command_line import parse_all
((_, line),) = parse_all("nvidia-smi mig -cgi " + ",".join(["19"] * 60_000))
print(len(line.wanted))
"""


def test_a_long_line_of_nvidia_smi_is_looked_through_once() -> None:
    """It takes half a second; with a look for a prompt at each place it took minutes."""
    run = subprocess.run(
        [sys.executable, "-c", LONG_LINE], capture_output=True, text=True, check=False
    )
    assert (run.stdout, run.stderr) == ("60000\n", "")
