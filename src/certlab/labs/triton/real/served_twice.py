"""One model on one server twice, with dynamic batching and without it."""

import json
import shutil
import tempfile
import urllib.request
from functools import partial
from pathlib import Path

from certlab.compute.contest import Prepared
from certlab.labs.triton.real import load, recurrent, server

_ROW = [[0.1] * 16]


def prepare(clients: int, answers: int) -> Prepared:
    """A server that answers; each call takes so many answers with so many clients."""
    repository = Path(tempfile.mkdtemp(prefix="certlab-models-"))
    recurrent.write(repository, "plain")
    recurrent.write(repository, "batched", 0.0)
    try:
        triton = server.start(repository, ready="ready")
    except BaseException:
        shutil.rmtree(repository, ignore_errors=True)
        raise

    def call(model: str) -> None:
        request = load.ask_all(triton.http, model, _ROW)
        load.take(triton.http, request, clients=clients, answers=answers)

    def same() -> str:
        one, other = (_answer(triton.http, name) for name in ("plain", "batched"))
        return "" if one == other else "the two models answer differently"

    def close() -> None:
        triton.stop()
        shutil.rmtree(repository, ignore_errors=True)

    return Prepared(partial(call, "plain"), partial(call, "batched"), same, close)


def _answer(http: str, model: str) -> list[float]:
    body = load.ask_all(http, model, _ROW).partition(b"\r\n\r\n")[2]
    with urllib.request.urlopen(f"{http}/v2/models/{model}/infer", body) as answer:
        found: list[float] = json.loads(answer.read())["outputs"][0]["data"]
    return found
