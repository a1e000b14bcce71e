"""What strangers wrote is printed so that it can be seen, and numbers have an end."""

import io
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import typer

from certlab.cli import app
from certlab.console.every_verb import MOST
from certlab.console.signs import Visible, visible
from certlab.terminal.screens.markdown import from_markdown
from tests.command_line import Run, certlab

# A window's title, a colour, a bell, the same as one sign, a turned line, and a way back.
EVIL = "\x1b]0;pwned\x07\x1b[31m\x9b8m\u202eevil\u2066\rok"
ORDERS = {"\x1b", "\x07", "\x9b", "\u202e", "\u2066", "\r", "\x7f"}
PROFILE = "1g.10gb"


def unseen(run: Run) -> set[str]:
    return ORDERS & set(run.stdout + run.stderr)


@pytest.mark.parametrize("sign", sorted(ORDERS - {"\r"}))
def test_an_order_is_written_out_and_json_still_says_it(sign: str) -> None:
    shown = visible(f"a{sign}b")
    assert shown == f"a\\u{ord(sign):04x}b"
    assert json.loads(f'"{shown}"') == f"a{sign}b"


def test_what_is_no_order_stays() -> None:
    text = "a\tb\r\nc é 硬體 🏳️‍🌈 می‌خواهم \u200e"
    assert visible(text) == text


def test_a_stream_keeps_all_but_its_bytes() -> None:
    raw = io.BytesIO()
    stream: Any = Visible(io.TextIOWrapper(raw, "utf-8", newline=""))
    stream.writelines(["a\x1b", "b\n"])
    stream.flush()
    assert raw.getvalue() == b"a\\u001bb\n"
    assert stream.encoding == "utf-8"
    assert not hasattr(stream, "buffer")


def manifest(name: str) -> str:
    command = json.dumps(["torchrun", name])
    return (
        f"kind: Job\napiVersion: batch/v1\nmetadata: {{name: {json.dumps(name)}}}\nspec:\n"
        f"  template: {{spec: {{containers: [{{name: a, command: {command}}}]}}}}\n"
    )


FILES = {
    "line": f"torchrun '{EVIL}.py'",
    "slurm": f"#!/bin/bash\n#SBATCH --nodes=${EVIL}\nsrun torchrun {EVIL} a.py",
    "other": f"make '{EVIL}'",
    "open": f"torchrun '{EVIL}",
    "job": manifest(EVIL),
    "kind": f"kind: {json.dumps(EVIL)}\n",
    "mig": f"version: v1\nmig-configs:\n  {json.dumps(EVIL)}: 5\n",
    "topo": f"\tGPU0\tGPU1\tCPU Affinity\nGPU0\t X \t{EVIL}\t0-1\nGPU1\t{EVIL}\t X \t0\n",
    "nvlink": f"GPU 0: {EVIL} (UUID: {EVIL})\n\t Link 0: {EVIL} GB/s\n",
    "ibstat": f"CA '{EVIL}'\n\tCA type: {EVIL}\n\tPort 1:\n\t\tState: {EVIL}\n\t\tRate: 9\n",
    "nccl": f"a:1:1 [0] NCCL INFO NET/IB : Using [0]{EVIL}:1/IB\na:1:1 [0] NCCL WARN {EVIL}\n",
    "cards.txt": f"{EVIL}\tback {EVIL}\n",
    "quiz.csv": f"Question,{EVIL}\n{EVIL},b\n",
    "quiz.gift": f"::{EVIL}::{EVIL} {{ ={EVIL} ~b }}\n",
    "history.jsonl": json.dumps({"ulid": EVIL, "at": EVIL}) + "\n",
}
VERBS = [
    *(
        ("check-launch", one)
        for one in ("line", "slurm", "other", "open", "job", "kind")
    ),
    *(("check-launch", "--json", one) for one in ("line", "slurm", "job")),
    ("check-launch", EVIL),
    ("check-launch", "--slurm", EVIL, "slurm"),
    *(("read", one) for one in ("topo", "nvlink", "ibstat", "nccl")),
    *(("read", one, one) for one in ("topo", "nvlink", "ibstat", "nccl")),
    *(("read", "--json", one, one) for one in ("topo", "nvlink", "ibstat", "nccl")),
    ("read", "env", f"NCCL_DEBUG={EVIL}"),
    ("read", "env", f"NCCL_{EVIL}=1"),
    ("read", EVIL),
    ("sim", "mig", "--gpu", EVIL),
    ("sim", "mig", "--gpu", "h100-80gb", "--place", EVIL),
    ("sim", "mig", "--gpu", "h100-80gb", "--run", f"nvidia-smi mig {EVIL}"),
    ("sim", "mig", "--gpu", "h100-80gb", "--run", f"nvidia-smi mig -cgi {EVIL}"),
    ("sim", "mig", "--gpu", "h100-80gb", "--json", "--run", f"nvidia-smi mig {EVIL}"),
    ("sim", "mig", "--gpu", "h100-80gb", "--driver", EVIL, "--place", PROFILE),
    ("sim", "mig", "--gpu", "h100-80gb", "--make-room", EVIL),
    ("sim", "mig", "--gpu", "h100-80gb", "--config", f"mig:{EVIL}"),
    ("sim", "mig", "--gpu", "h100-80gb", "--config", f"{EVIL}:a"),
    ("sim", "collective", EVIL),
    ("sim", "collective", "--bytes", EVIL),
    ("sim", "collective", "--link", EVIL),
    ("sim", "pipeline", EVIL),
    ("sim", "memory", "--layers", "2", "--gpu", EVIL),
    ("sim", "numbers", "--format", EVIL),
    ("sim", "numbers", EVIL),
    *(("import", one, "--mine") for one in ("cards.txt", "quiz.csv", "quiz.gift")),
    *(("import", one) for one in ("history.jsonl", "quiz.gift")),
    ("import", EVIL),
    ("drill", "--mine", "--plain"),
    ("drill", "--module", EVIL, "--plain"),
    ("plan", "--exam", EVIL),
    ("bench", EVIL),
    ("lab", "open", EVIL),
    ("class", "syllabus", EVIL),
    ("class", "plan", "--learners", "2", "--gpu", EVIL),
    (EVIL,),
    (f"--{EVIL}",),
    ("sim", EVIL),
    ("read", f"--{EVIL}"),
    ("plan", "--date", EVIL),
    ("sim", "mig", "--gpus", EVIL),
    ("--course", EVIL, "check"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("evil")
    for name, text in FILES.items():
        (made / name).write_text(text, "utf-8", newline="")
    card = {"guid": "a", "rev": 1, "kind": "card", "ask": EVIL, "back": EVIL}
    (made / "decks").mkdir()
    deck = {"name": EVIL, "cards": [card]}
    (made / "decks" / "evil.json").write_text(json.dumps(deck), "utf-8")
    return made


@pytest.mark.usefixtures("read_once")
@pytest.mark.parametrize("words", VERBS, ids=lambda words: ascii(" ".join(words))[:60])
def test_no_verb_prints_orders_of_strangers(
    words: tuple[str, ...], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("CERTLAB_WORKSPACE", str(folder))
    run = certlab(*words, lines=f"{EVIL}\n" * 5)
    assert run.stdout + run.stderr
    assert not unseen(run), (run.stdout, run.stderr)


def test_the_problems_of_a_strangers_course_neither(tmp_path: Path) -> None:
    shutil.copytree(
        Path(__file__).parents[1] / "courses" / "small", tmp_path / "course"
    )
    bank = next((tmp_path / "course").rglob("quizzes/*.toml"))
    evil = f"{json.dumps(EVIL)} = {json.dumps(EVIL)}\n{bank.read_text('utf-8')}"
    bank.write_text(evil, "utf-8")
    run = certlab("--course", str(tmp_path / "course"), "check")
    assert "pwned" in run.stdout + run.stderr
    assert not unseen(run)


def test_nor_does_the_whole_screen() -> None:
    assert not ORDERS & set(from_markdown(f"{EVIL} `{EVIL}`").plain)


def numbers(command: Any, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Each option of each verb that takes a number, as one types it."""
    found = [
        (*path, param.opts[0])
        for param in command.params
        if param.param_type_name == "option" and _is_number(param)
    ]
    for name, verb in getattr(command, "commands", {}).items():
        found += numbers(verb, (*path, name))
    return found


def _is_number(param: Any) -> bool:
    kind = getattr(param, "type_descriptor", None) or param.type
    name = getattr(getattr(kind, "annotation", None), "__name__", "") or kind.name
    return any(one in name for one in ("int", "float"))


OPTIONS = numbers(typer.main.get_command(app))
NEEDED = {
    ("check-launch",): ("FILE",),
    ("lab", "open"): ("LAB",),
    ("class", "plan"): ("--gpus", "2xh100-80gb", "--learners", "2"),
    ("class", "check"): ("--learners", "2"),
}


def test_all_numbers_of_the_verbs_were_found() -> None:
    assert {
        ("drill", "--count"),
        ("sim", "mig", "--gpus"),
        ("class", "serve", "--port"),
    } < {*OPTIONS}


@pytest.mark.parametrize("words", OPTIONS, ids=" ".join)
def test_a_number_without_an_end_is_refused(words: tuple[str, ...]) -> None:
    *verb, option = words
    given = [*verb, *NEEDED.get(tuple(verb), ())]
    run = certlab(*given, f"{option}={10**30}")
    assert run.returncode in (1, 2), run
    assert option in run.stderr


@pytest.mark.parametrize("number", ["nan", "inf", "-inf", str(MOST + 1), "9" * 5000])
def test_numbers_that_are_none(number: str) -> None:
    run = certlab("sim", "fabric", f"--gbit-per-s={number}")
    assert run.returncode == 1
    assert run.stderr.startswith("certlab: --gbit-per-s is ")
    assert len(run.stderr) < 200
    assert (
        certlab("sim", "numbers", "nan").returncode == 0
    )  # the one that is about them
