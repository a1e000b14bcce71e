"""The INT8 file behind Triton, or behind a stand-in that says that it is one.

NVIDIA's image of Triton has a backend for ONNX Runtime, and its configuration would name
that. The wheel that runs here has the python backend alone, so twenty lines of Python open
the same file with ONNX Runtime inside Triton's process.
"""

import json
import shutil
import socket
import tempfile
import urllib.error
import urllib.request
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from certlab.errors import Refusal, ServerError
from certlab.labs.mlops.pipeline.contracts import chances
from certlab.labs.operations.real.scrape import fetch
from certlab.labs.tensorrt.real import runtime
from certlab.labs.triton import checker
from certlab.labs.triton.environment import ENVIRONMENT
from certlab.labs.triton.real import desk, server
from certlab.servers import running

NAME = "tumour"
FILES = Path(__file__).with_name("served")  # its configuration, and what opens the file
_SECONDS = 30


class Triton:
    """The file on the real server, one request a row; `says` is what serves."""

    says = "Triton 2.51.0 serves the file, on the processor, with ONNX Runtime in it."

    def __init__(self, live: server.Triton, folder: Path) -> None:
        self.live, self.folder = live, folder
        # Ends it, once; also where a cell that runs again lets go of it.
        self.stop = weakref.finalize(self, _end, live, folder)

    def ask(self, rows: Sequence[Sequence[float]]) -> list[float]:
        """The chance that each row is malignant, from 0 to 1.

        Raises:
            ServerError: the server was ended, or it refuses a row.
        """
        return chances(self._logits([float(one) for one in row]) for row in rows)

    def metrics(self) -> str:
        """Its page of Prometheus's text."""
        return fetch(self.live.metrics)

    def _logits(self, row: list[float]) -> list[float]:
        body = {"name": "x", "shape": [1, len(row)], "datatype": "FP32", "data": row}
        address = f"{self.live.http}/v2/models/{NAME}/infer"
        request = urllib.request.Request(
            address, json.dumps({"inputs": [body]}).encode()
        )
        # A proxy of the system is not asked for this machine.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=_SECONDS) as answer:
                return list(json.loads(answer.read())["outputs"][0]["data"])
        except urllib.error.HTTPError as error:
            says = json.loads(error.read()).get("error", "nothing")
            raise ServerError(f"serve: Triton refuses a row: {says}") from None
        except OSError:
            raise ServerError(
                "serve: Triton does not answer any more, since it was stopped or killed; "
                "run serve again."
            ) from None


class StandIn:
    """ONNX Runtime in this very process, where Triton cannot run; it counts its requests."""

    def __init__(self, model: Any, why: str) -> None:
        self.says = f"A stand-in serves, which is ONNX Runtime in this notebook. {why}"
        self._loaded: runtime.Loaded | None = runtime.load(model)
        self._count = 0

    def ask(self, rows: Sequence[Sequence[float]]) -> list[float]:
        """The chance that each row is malignant, from 0 to 1.

        Raises:
            ServerError: it was stopped.
        """
        import numpy as np

        if self._loaded is None:
            raise ServerError("serve: the stand-in was stopped; run serve again.")
        self._count += len(rows)
        return chances(self._loaded.run(np.asarray(rows, np.float32)).tolist())

    def metrics(self) -> str:
        """Its one counter; it has no queue, so it has no times to tell."""
        return f'stand_in_request_success{{model="{NAME}"}} {self._count}\n'

    def stop(self) -> None:
        """Forget the file."""
        self._loaded = None


def start(model: Any, ports: tuple[int, int, int] | None = None) -> Triton | StandIn:
    """Serve an ONNX model; a stand-in where Triton's environment is not there.

    Args:
        model: it takes `x` of (n, 10) and gives two logits a row.
        ports: for HTTP, gRPC and metrics; free ones when None.

    Raises:
        ServerError: a port is taken, or Triton was started and did not come up.
    """
    if lacks := ENVIRONMENT.lacks:
        return StandIn(model, lacks)
    _refuse_taken(ports or ())
    folder = Path(tempfile.mkdtemp(prefix="certlab-models-"))
    try:
        repository = written(model, folder)
        return Triton(server.start(repository, ready="ready", ports=ports), folder)
    except BaseException as error:
        shutil.rmtree(folder, ignore_errors=True)
        if isinstance(error, ServerError):
            raise ServerError(_without_log(str(error))) from error
        raise


def written(model: Any, folder: Path) -> Path:
    """The model repository: the file, its configuration and what opens it.

    Raises:
        Refusal: the checker of repositories has something to say.
    """
    import onnxruntime

    # By one link, so that nothing else of this environment comes into Triton's.
    home, packages = Path(onnxruntime.__file__).parent, folder / "packages"
    packages.mkdir(parents=True)
    (packages / home.name).symlink_to(home, target_is_directory=True)
    config = (FILES / "config.pbtxt").read_text("utf-8")
    code = (FILES / "model.txt").read_text("utf-8")
    config = config.replace("PACKAGES", str(packages))
    repository = folder / "models"
    desk.write(repository, NAME, [("config.pbtxt", config), ("1/model.py", code)])
    (repository / NAME / "1/model.onnx").write_bytes(model.SerializeToString())
    if problems := checker.problems(repository / NAME):
        raise Refusal(f"serve: {problems[0]}")
    return repository


def _end(live: server.Triton, folder: Path) -> None:
    live.stop()
    shutil.rmtree(folder, ignore_errors=True)


def _refuse_taken(ports: Sequence[int]) -> None:
    """Before a server is started, which would find out later and in other words."""
    for port in ports:
        with socket.socket() as trial:
            try:
                trial.bind((running.LOOPBACK, port))
            except OSError:
                raise ServerError(
                    f"serve: port {port} is taken by another program, so Triton was not "
                    "started; leave ports out, and free ones are taken."
                ) from None


def _without_log(message: str) -> str:
    """Why a server did not start, in one sentence: the last line of its log says it."""
    last = message.strip().splitlines()[-1].strip()
    return f"serve: Triton did not start: {last[:300]}"
