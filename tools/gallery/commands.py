"""Commands that print: what they say, as a page."""

import asyncio
import html
import json
import os
import sys
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from tools.gallery import typed
from tools.gallery.learner import EXAM
from tools.gallery.visit import DESK, State, Visit

COLUMNS = 100
CAPTURES = Path(__file__).parents[2] / "content/captures/systems"
LAUNCH = """torchrun --nnodes=2 --nproc_per_node=8 --node_rank=0 train.py --batch-size 64
"""
PAGE = """<!doctype html><meta charset="utf-8"><style>
:root {{ color-scheme: light dark; }}
pre {{ margin: 0; padding: 16px; width: {columns}ch; white-space: pre-wrap; font: 14px/20px monospace; }}
</style><pre data-status="{status}">$ {line}\n{text}</pre>"""


@dataclass(frozen=True)
class Command:
    """Words after `certlab`, what they are given to read, and how they end."""

    name: str
    words: str
    status: int = 0
    given: str = ""


async def visits(folder: Path, history: Path) -> list[Visit]:
    """Run every command in a workspace of that history; a page in `folder` for each."""
    workspace = folder / "certlab"
    workspace.mkdir()
    (workspace / "history.jsonl").write_bytes(history.read_bytes())
    (folder / "job.sh").write_text(LAUNCH, "utf-8")
    every = _commands(folder)
    answers = await _said(every, workspace)
    return [
        _page(command, status, text, folder)
        for command, (status, text) in zip(every, answers, strict=True)
    ]


def _commands(folder: Path) -> list[Command]:
    day = datetime.now().astimezone().date() + timedelta(days=28)
    return [
        # Of them `progress` needs the goal that it leaves.
        Command("plan", f"plan --exam {EXAM} --date {day} --minutes-a-day 30"),
        Command("help", "--help"),
        Command("help of a verb", "drill --help"),
        Command("doctor", "doctor"),
        Command("progress", "progress"),
        Command("lab list", "lab list"),
        Command("sim mig", "sim mig --gpu h100-80gb", given="nvidia-smi mig -cgi 9,14\nnvidia-smi mig -lgi\n"),
        Command("sim node", "sim node"),
        Command("sim node off-the-bus", "sim node off-the-bus", given="help\nman sinfo\nsinfo\nssh node-a nvidia-smi\n"),
        Command("sim collective", "sim collective"),
        Command("check-launch", f"check-launch {folder / 'job.sh'}", status=1),
        Command("read", f"read {CAPTURES / 'topo-dgx-a100.txt'}"),
        Command("a mistake", "drill --module mg", status=1),
    ]  # fmt: skip


async def _said(commands: list[Command], workspace: Path) -> list[tuple[int, str]]:
    """How each ended and what it printed, run where it can ask for nothing."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", typed.__name__,
        env=os.environ | {"COLUMNS": str(COLUMNS), "CERTLAB_WORKSPACE": str(workspace)},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    asked = json.dumps([(one.words, one.given) for one in commands])
    text, _ = await process.communicate(asked.encode())
    return [(status, said) for status, said in json.loads(text)]


def _page(command: Command, status: int, text: str, folder: Path) -> Visit:
    """What it printed, laid on a page."""
    file = folder / f"{command.name}.html"
    line = html.escape(f"certlab {command.words}")
    says = html.escape(text)
    file.write_text(PAGE.format(columns=COLUMNS, status=status, line=line, text=says), "utf-8")  # fmt: skip
    ended = f"pre[data-status='{command.status}']"
    state = State(command.name, parts=(ended,), top="pre")
    return Visit("Command", file.as_uri(), (state,), (DESK,))
