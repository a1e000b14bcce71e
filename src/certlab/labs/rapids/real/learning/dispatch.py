"""What `cuml.accel` logs about each call: did it run on the GPU, and if not, why.

It is started before scikit-learn is imported: `python -m cuml.accel -v script.py`, or
`%load_ext cuml.accel` in a notebook. At the level "info" (`-v`, `install(log_level="info")`
or CUML_ACCEL_LOG_LEVEL=info) it prints a line a call. The wording is that of
cuml/accel/core.py and estimator_proxy.py in the wheel cuml-cu13 26.10.0:

    [cuml.accel] `KMeans.fit` ran on GPU
    [cuml.accel] `PCA.fit` falling back to CPU: `n_components='mle'` is not supported
    [cuml.accel] `PCA.fit` ran on CPU
"""

import re
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass

from certlab.errors import BackendError

_LINE = re.compile(
    r"^\[cuml\.accel\] `(?P<name>[\w.]+)` "
    r"(?:ran on (?P<place>GPU|CPU)|falling back to CPU: (?P<why>.*))$"
)
PLAIN = "certlab.labs.rapids.real.learning.plain_job"


@dataclass(frozen=True, slots=True)
class Call:
    """A call that `cuml.accel` could have put on the GPU.

    Attributes:
        name: "KMeans.fit".
        place: "GPU" or "CPU".
        why: the reason of a fallback; "" on the GPU, and "" where an earlier fallback
            left nothing on the GPU to call, for which no line gives a reason.
    """

    name: str
    place: str
    why: str = ""


def calls(log: str) -> tuple[Call, ...]:
    """The calls a log tells of, in their order; other lines are skipped."""
    found: list[Call] = []
    reason = ("", "")
    for line in log.splitlines():
        seen = _LINE.match(line.strip())
        if seen is None:
            continue
        if seen["why"] is not None:
            reason = (seen["name"], seen["why"])
            continue
        of, why = reason
        given = why if of == seen["name"] and seen["place"] == "CPU" else ""
        found.append(Call(seen["name"], seen["place"], given))
        reason = ("", "")
    return tuple(found)


def ran_on_cpu(told: Iterable[Call]) -> set[str]:
    """Names of the calls that ran on the CPU at least once."""
    return {one.name for one in told if one.place == "CPU"}


def watch(module: str = PLAIN, *, seconds: float = 300) -> str:
    """Run a module under `cuml.accel`; what it printed, log lines included.

    Args:
        seconds: after which it is ended.

    Raises:
        BackendError: it failed, or took longer.
    """
    command = [sys.executable, "-m", "cuml.accel", "-v", "-m", module]
    try:
        run = subprocess.run(
            command, capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise BackendError(
            f"{module} under cuml.accel was not done after {seconds:g} s; give it less "
            "data or more time."
        ) from error
    if run.returncode:
        last = (run.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise BackendError(f"{module} under cuml.accel failed: {last.rstrip('.')}.")
    return run.stdout


# What `plain_job` should log, written by us in the wording above: no GPU has printed it.
EXAMPLE = """\
[cuml.accel] Accelerator installed.
[cuml.accel] `StandardScaler.fit_transform` ran on GPU
[cuml.accel] `PCA.fit_transform` ran on GPU
[cuml.accel] `KMeans.fit` ran on GPU
[cuml.accel] `KNeighborsClassifier.fit` ran on GPU
[cuml.accel] `RandomForestClassifier.fit` falling back to CPU: `warm_start=True` is not supported
[cuml.accel] `RandomForestClassifier.fit` ran on CPU
[cuml.accel] `KNeighborsClassifier.predict` ran on GPU
[cuml.accel] `RandomForestClassifier.predict` ran on CPU
"""
