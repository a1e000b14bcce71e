"""NVIDIA's Model Optimizer: run where it is installed, else the files that it wrote.

Its part for ONNX wants an older `onnx` than this course and runtimes of its own, so it stands
in an environment of its own, whose Python CERTLAB_MODELOPT names.
"""

import datetime as dt
import json
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from certlab.compute.processor import cpu
from certlab.errors import Refusal

PYTHON = "CERTLAB_MODELOPT"  # a Python that has nvidia-modelopt[onnx]
RECORD = "CERTLAB_RECORD_MODELOPT"  # a folder: what is written is also kept there
RECORDED = Path(__file__).with_name("recorded")
_SECONDS = 600


def says() -> str:
    """Whether it runs here or was recorded, with its version, as a sentence."""
    if python := os.environ.get(PYTHON):
        return f"Model Optimizer {_version(python)} runs here, on the processor."
    held = json.loads((RECORDED / "about.json").read_text("utf-8"))
    return (
        f"Recorded on {held['day']} from Model Optimizer {held['modelopt']} on "
        f"{held['machine']}, because {PYTHON} names no Python that has it."
    )


def quantised(name: str, network: Any, calibration: Any, method: str = "max") -> Any:
    """The network with Q/DQ nodes where Model Optimizer puts them, with its scales.

    Args:
        name: of the recording that is taken where it is not installed. Its nodes and scales
            are recorded; the weights are those of `network`.
        network: an ONNX model with the input `x`.
        calibration: inputs of the shape (n, ...).
        method: "max" or "entropy".

    Raises:
        Refusal: it failed, or is not here and nothing of that name was recorded.
    """
    import onnx

    if python := os.environ.get(PYTHON):
        made = _run(python, network, calibration, method)
        if folder := os.environ.get(RECORD):
            _record(Path(folder), name, python, _stripped(made, network))
        return made
    path = RECORDED / f"{name}.onnx"
    if not path.exists():
        raise Refusal(
            f"There is no recording {name}, and {PYTHON} names no Python: install "
            "nvidia-modelopt[onnx] in an environment of its own and name its Python."
        )
    made = onnx.load(path)
    made.graph.initializer.extend(network.graph.initializer)
    return made


def _stripped(made: Any, network: Any) -> Any:
    """A copy without the weights of the network."""
    names = {one.name for one in network.graph.initializer}
    copy = type(made)()
    copy.CopyFrom(made)
    kept = [one for one in made.graph.initializer if one.name not in names]
    del copy.graph.initializer[:]
    copy.graph.initializer.extend(kept)
    return copy


def _run(python: str, network: Any, calibration: Any, method: str) -> Any:
    import numpy as np
    import onnx

    with tempfile.TemporaryDirectory() as folder:
        given, data, made = (
            str(Path(folder) / one) for one in ("given.onnx", "x.npz", "made.onnx")
        )
        onnx.save(network, given)
        np.savez(data, x=calibration)
        words = ["--onnx_path", given, "--output_path", made, "--quantize_mode", "int8"]
        words += ["--calibration_data_path", data, "--calibration_method", method]
        words += ["--calibration_eps", "cpu", "--high_precision_dtype", "fp32"]
        said = _call(python, "-m", "modelopt.onnx.quantization", *words)
        if not Path(made).exists():
            raise Refusal(
                f"Model Optimizer wrote no file: {said}; see that {PYTHON} names a Python "
                "that has nvidia-modelopt[onnx]."
            )
        return onnx.load(made)


def _call(python: str, *words: str) -> str:
    """The last line that a call of that Python printed."""
    try:
        done = subprocess.run(
            [python, *words],
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    lines = (done.stdout + done.stderr).strip().splitlines()
    return lines[-1].strip().rstrip(".") if lines else "it printed nothing"


def _version(python: str) -> str:
    ask = "from importlib.metadata import version; print(version('nvidia-modelopt'))"
    return _call(python, "-c", ask)


def _record(folder: Path, name: str, python: str, made: Any) -> None:
    import onnx

    onnx.save(made, folder / f"{name}.onnx")
    about = {
        "modelopt": _version(python),
        "machine": f"a processor ({cpu().name}) without a GPU",
        "day": dt.datetime.now(dt.UTC).date().isoformat(),
    }
    (folder / "about.json").write_text(json.dumps(about, indent=1) + "\n", "utf-8")
