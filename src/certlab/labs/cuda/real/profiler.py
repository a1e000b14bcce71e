"""PyTorch's profiler on a small training loop: what it writes, as a Chrome trace.

The loop is made to have something to find: its batches are read from text, line by line,
as many a first data loader does. `torch.profiler.record_function` names the parts; on a
GPU the same trace holds the kernels and copies as well.
"""

import importlib.util
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from certlab.errors import BackendError

PARTS = ("data", "forward", "backward", "update")
_ROWS, _FEATURES, _WIDTH = 1024, 64, 256


def training(steps: int = 3, *, from_text: bool = True) -> str:
    """Train a small network for some steps under the profiler; the trace as JSON.

    It runs in a process of its own, on one thread of the processor: the profiler reports
    on stderr, and two threads of a busy machine measure the machine.

    Args:
        steps: steps in the trace, after two that warm up.
        from_text: read each batch from text; else it is a tensor already.

    Raises:
        BackendError: torch is not installed, or the process failed.
    """
    if not importlib.util.find_spec("torch"):
        says = "torch is not installed; run pip install 'certlab[torch]'."
        raise BackendError(says)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "trace.json")
        code = (
            f"from {__name__} import run; run({str(path)!r}, {steps:d}, {from_text!r})"
        )
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode or not path.exists():
            last = (done.stderr.strip().splitlines() or ["no word"])[-1]
            raise BackendError(f"The profiled process failed: {last}")
        return path.read_text("utf-8")


def run(path: str, steps: int, from_text: bool) -> None:
    """What the new process does: train under the profiler, and write the trace."""
    import torch
    from torch.profiler import ProfilerActivity, profile, record_function

    torch.set_num_threads(1)
    step = _step(torch, record_function, from_text)
    activities = [ProfilerActivity.CPU]
    if torch.cuda.is_available():
        activities.append(ProfilerActivity.CUDA)
    for _ in range(2):
        step()
    with profile(activities=activities) as found:
        for number in range(steps):
            with record_function(f"step {number + 1}"):
                step()
        if torch.cuda.is_available():
            torch.cuda.synchronize()
    found.export_chrome_trace(path)


def _step(torch: Any, record_function: Any, from_text: bool) -> Callable[[], None]:
    """One step of training, its four parts named."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(7)
    batch = torch.rand(_ROWS, _FEATURES)
    lines = [",".join(f"{x:.6f}" for x in row) for row in batch.tolist()]
    model = torch.nn.Sequential(
        torch.nn.Linear(_FEATURES, _WIDTH), torch.nn.ReLU(), torch.nn.Linear(_WIDTH, 1)
    ).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)

    def step() -> None:
        with record_function("data"):
            x = batch
            if from_text:
                x = torch.tensor(
                    [[float(x) for x in line.split(",")] for line in lines]
                )
            x = x.to(device)
        with record_function("forward"):
            loss = ((model(x) - x.sum(1, keepdim=True)) ** 2).mean()
        with record_function("backward"):
            optimizer.zero_grad()
            loss.backward()
        with record_function("update"):
            optimizer.step()

    return step


def shortened(trace: str, made: dict[str, str]) -> str:
    """A trace with its complete events only, small enough to be kept; a line an event.

    Args:
        trace: what `training` gave.
        made: what to say of it: the day, versions, the machine, the command.
    """
    kept = ("cat", "dur", "name", "ph", "pid", "tid", "ts")
    events = [
        {key: one[key] for key in kept if key in one}
        for one in json.loads(trace)["traceEvents"]
        if one.get("ph") == "X" and one.get("cat") in ("cpu_op", "user_annotation")
    ]
    rows = ",\n".join(json.dumps(one, sort_keys=True) for one in events)
    return f'{{"made": {json.dumps(made, sort_keys=True)},\n"traceEvents": [\n{rows}\n]}}\n'
