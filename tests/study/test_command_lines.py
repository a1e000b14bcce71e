"""Command lines: split as a shell splits them, and never run."""

import random
import shutil
import subprocess
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest

from certlab.course.items import command
from certlab.course.items.option_forms import FORMS
from certlab.course.table import Table
from certlab.course.template import Values
from certlab.study.grading import grade
from certlab.study.kinds.asking import Asking
from certlab.study.kinds.command_key import compile_command
from certlab.study.kinds.command_lines import LineError, read_line, split
from certlab.study.questions import Question, compile_item
from tests.study.kinds import kinds


def ask(id: str) -> Question:
    return compile_item(kinds(), kinds().items[id], 0)


SIGNS = (
    "a",
    "b",
    "1",
    "-",
    "=",
    ",",
    " ",
    "  ",
    "\t",
    "'",
    '"',
    "\\",
    "#",
    "\\\n",
    "é",
)


def lines(count: int) -> list[str]:
    """Lines that can be split, of what a shell reads in more than one way."""
    draw = random.Random(11)
    found: list[str] = []
    while len(found) < count:
        line = "".join(draw.choices(SIGNS, k=draw.randint(1, 14))).strip()
        try:
            split(line)
        except LineError:
            continue
        found.append(line)
    return found


def test_words_are_those_of_bash(tmp_path: Path) -> None:
    """A shell that we did not write, given the same lines as arguments of printf."""
    bash = shutil.which("bash")
    assert bash is not None, "the labs' own commands need bash"
    tried = lines(1500)
    script = tmp_path / "lines.sh"
    # A line may end in a comment, so what ends it stands on a line of its own.
    script.write_text("".join(f"args {line}\n" for line in tried), "utf-8")
    say = 'args() { [ $# = 0 ] || printf "%s\\0" "$@"; printf "\\1\\0"; }\n'
    whole = say + script.read_text("utf-8")
    run = subprocess.run(
        [bash, "--norc", "-s"], input=whole.encode(), capture_output=True, check=True
    )
    assert run.stderr == b""
    words = run.stdout.decode().split("\0")[:-1]
    by_bash: list[list[str]] = [[]]
    for word in words:
        if word == "\1":
            by_bash.append([])
        else:
            by_bash[-1].append(word)
    ours = [split(line)[0] for line in tried]
    both = zip(tried, ours, by_bash[:-1], strict=True)
    assert [row for row in both if row[1] != row[2]] == []


def test_settings_and_words_are_told_apart() -> None:
    (one,) = read_line("$ sudo A=1 B='x y' run A=2", ["env"])
    assert (one.settings, one.words) == ({"A": "1", "B": "x y"}, ["run", "A=2"])


def test_a_pipe_makes_two_commands() -> None:
    first, second = read_line("a 'x|y' | sudo b", ["pipe"])
    assert (first.words, second.words) == (["a", "x|y"], ["b"])


def test_a_line_that_would_do_harm_is_only_read(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    key = ask("mig-line-two-halves").key
    for line in (f"touch {mark}", f"nvidia-smi; touch {mark}", f"`touch {mark}`"):
        assert grade(key, line).outcome in ("wrong", "invalid")
    assert not mark.exists()


# What the grading says; the author's reason follows it.
SAID = [
    (
        "mig-line-two-halves",
        "nvidia-smi mig -cgi 9 -C",
        "`-cgi` needs `9,9`, not `9`.",
    ),
    (
        "mig-line-two-halves",
        "nvidia-smi mig -cgi 9,9",
        "`-C` is missing.",
    ),
    (
        "mig-line-two-halves",
        "nvidia-smi mig -cci 9,9 -C",
        "`-cci` does not belong here.",
    ),
    (
        "mig-line-container",
        "docker run --gpus device=1:0 ubuntu nvidia-smi -L",
        '`--gpus` needs `"device=0:1"`, not `device=1:0`.',
    ),
    (
        "cuda-line-fat-binary",
        "nvcc -gencode arch=compute_80,code=sm_80 -o saxpy saxpy.cu",
        "`-gencode` is missing.",
    ),
    (
        "distributed-line-one-node",
        "torchrun train.py --standalone --nproc-per-node=8",
        (
            "`--standalone` comes after `train.py`, so `torchrun` passes it on and does "
            "not read it."
        ),
    ),
    (
        "systems-topo-line",
        "nvidia-smi -m topo",
        "`topo` has to come directly after `nvidia-smi`, before any flag.",
    ),
    (
        "rapids-line-profile",
        "python --profile -m cudf.pandas etl.py",
        "`--profile` comes before `-m cudf.pandas` but has to come after it.",
    ),
]


@pytest.mark.parametrize(("id", "line", "say"), SAID)
def test_what_is_wrong_is_named(id: str, line: str, say: str) -> None:
    verdict = grade(ask(id).key, line)
    assert (verdict.outcome, verdict.score) == ("wrong", 0)
    assert verdict.say.startswith(say)


UNREADABLE = [
    "abc",
    "mpirun -np 8 python train.py",
    "torchrun --nproc-per-node=8 --nobody-knows train.py",
    "torchrun --nproc-per-node=8 train.py --epochs 3",
    "torchrun --nproc-per-node=8 train.py | tee log",
    "torchrun --nproc-per-node=8 'train.py",
    "torchrun --nproc-per-node=$GPUS train.py",
    "torchrun --nproc-per-node=8 " + "x" * 10_000,
    "запусти train.py",
    "\x1b[31mtorchrun train.py",
]


@pytest.mark.parametrize("line", UNREADABLE, ids=range(len(UNREADABLE)))
def test_a_line_that_cannot_be_judged_costs_nothing(line: str) -> None:
    verdict = grade(ask("distributed-line-one-node").key, line)
    assert (verdict.outcome, verdict.score) == ("invalid", 0)
    assert verdict.say


def test_any_value_is_right_where_the_item_says_so() -> None:
    line = (
        "nvcc -gencode=arch=compute_80,code=sm_80 -gencode=arch=compute_90,code=sm_90"
    )
    key = ask("cuda-line-fat-binary").key
    assert grade(key, f"{line} -o saxpy saxpy.cu -t 4").outcome == "correct"
    assert grade(key, f"{line} -o saxpy saxpy.cu -t").say == "`-t` needs a value."


WRITTEN = {
    "-x v": "-n 2",
    "-xv": "-n2",
    "-x=v": "-n=2",
    "-xy": "-qn 2",
    "--x v": "--nodes 2",
    "--x=v": "--nodes=2",
    "--x=true": "--quiet=true",
    "-word": "-nodes 2",
}


def key_of(reads: str) -> dict[str, Any]:
    """A key that wants two nodes, of a program that reads its options in that way."""
    text = f"""
line = "run"
program = "run"
reads = "{reads}"
flag = [
  {{ names = ["-n", "--nodes"], value = 2, why = "Two." }},
  {{ names = ["-q", "--quiet"], why = "Less." }},
]
"""
    table = Table(tomllib.loads(text), "bank.toml", [])
    body = command.read(table)
    assert table.problems == []
    return compile_command(body, Asking("command", "", Values({}), Random(0)))[1]


@pytest.mark.parametrize("reads", [one for one in FORMS if one != "settings"])
def test_a_flag_is_right_in_just_the_forms_that_its_program_takes(reads: str) -> None:
    key = key_of(reads)
    right = {
        form
        for form, words in WRITTEN.items()
        if grade(key, f"run {words}").outcome == "correct"
    }
    assert right == {*FORMS[reads]}


def test_a_sign_in_a_value_is_its_own_only_behind_a_space() -> None:
    assert grade(key_of("getopt"), "run -n=2").say == (
        "`-n` takes its value without a sign, so here it would be `=2`; write `-n 2`."
    )
    assert grade(key_of("trtexec"), "run --nodes 2").say == (
        "`--nodes` takes its value only behind an equals sign; write `--nodes=2`."
    )
