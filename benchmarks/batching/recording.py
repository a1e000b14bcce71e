"""The table that the module on Triton shows, and holds its simulator against."""

import datetime as dt
import json
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from certlab.compute.processor import cpu
from certlab.labs.triton import metrics
from certlab.labs.triton.real import load, recurrent, server

CLIENTS = (1, 4, 16, 32)
DELAYS = (None, 0.0, 1.0, 2.0, 5.0, 10.0)  # milliseconds
BATCHES = (1, 2, 4, 8, 16, 32)
ROW = [[0.1] * 16]
_REPEATS = 3


def record(seconds: float, tell: Callable[[str], object]) -> dict[str, Any]:
    """Measure every cell, in rounds over all of them, and keep the median round of each.

    Args:
        seconds: for a cell and round.
        tell: hears a line a cell.
    """
    with tempfile.TemporaryDirectory() as scratch:
        repository = Path(scratch)
        for delay in DELAYS:
            recurrent.write(repository, _name(delay), delay)
        triton = server.start(repository, ready="ready")
        try:
            executions = [_execution(triton, batch, seconds) for batch in BATCHES]
            cells = [
                _cell(triton, clients, delay, seconds, tell)
                for delay in DELAYS
                for clients in CLIENTS
            ]
        finally:
            triton.stop()
    here = cpu()
    return {
        "machine": f"{here.name}, {here.cores} cores, one instance, NumPy on one thread",
        "triton": "2.51.0",
        "day": dt.datetime.now(dt.UTC).date().isoformat(),
        "seconds": seconds,
        "executions": executions,
        "cells": cells,
    }


def write(table: dict[str, Any], path: Path) -> None:
    """Keep a table, a row a line."""
    rows = {name: table.pop(name) for name in ("executions", "cells")}
    head = json.dumps(table, indent=1)[:-2]
    parts = [
        f' "{name}": [\n  ' + ",\n  ".join(map(json.dumps, lines)) + "\n ]"
        for name, lines in rows.items()
    ]
    path.write_text(f"{head},\n" + ",\n".join(parts) + "\n}\n", "utf-8")


def _name(delay: float | None) -> str:
    return "plain" if delay is None else f"delay_{delay:g}".replace(".", "_")


def _cell(
    triton: server.Triton,
    clients: int,
    delay: float | None,
    seconds: float,
    tell: Callable[[str], object],
) -> dict[str, Any]:
    request = load.ask_all(triton.http, _name(delay), ROW)
    rounds = []
    for _ in range(_REPEATS):
        before = _metrics(triton)
        one = load.measure(triton.http, request, clients=clients, seconds=seconds)
        batch = _grown(before, _metrics(triton), _name(delay))[2]
        rounds.append((one.rate, one, batch))
    _, one, batch = sorted(rounds, key=lambda row: row[0])[len(rounds) // 2]
    row = asdict(one) | {"delay": delay, "batch": round(batch, 2)}
    tell(
        f"delay {delay} ms, {clients} clients: {one.rate:.0f} a second, {one.p50:.1f} ms"
    )
    kept = ("delay", "clients", "rate", "p50", "p95", "batch")
    return {name: _rounded(row[name]) for name in kept}


def _execution(triton: server.Triton, batch: int, seconds: float) -> dict[str, Any]:
    """What an execution of so many rows takes, with one client."""
    request = load.ask_all(triton.http, _name(None), ROW * batch)
    before = _metrics(triton)
    one = load.measure(triton.http, request, clients=1, seconds=seconds)
    inside, _, _ = _grown(before, _metrics(triton), _name(None))
    return {"batch": batch, "inside": round(inside, 3), "answered": round(one.p50, 3)}


def _grown(before: Any, after: Any, model: str) -> tuple[float, float, float]:
    """Milliseconds an execution takes and a request queues, and rows in an execution."""

    def grown(name: str) -> float:
        return metrics.grown(before, after, name, model=model)

    runs = grown("nv_inference_exec_count")
    inside = grown("nv_inference_compute_infer_duration_us")
    queued = grown("nv_inference_queue_duration_us")
    asked = grown("nv_inference_request_success")
    rows = grown("nv_inference_count")
    # The metric adds an execution's time once for each request in it.
    return inside / asked / 1e3, queued / asked / 1e3, rows / runs


def _metrics(triton: server.Triton) -> Any:
    with urlopen(triton.metrics) as answer:
        return metrics.read(answer.read().decode())


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 2)
