"""Where the time of a whole job goes: a file read, rows scaled, a model trained, a report."""

import csv
import io
import time
from collections.abc import Callable
from typing import Any

from certlab.labs.rapids.real.learning.digits import Pictures, enlarged
from certlab.labs.rapids.real.learning.engine import Engine
from certlab.labs.rapids.real.learning.methods import Method
from certlab.labs.rapids.real.learning.threads import limited
from certlab.labs.rapids.real.required_library import needed


def stages(
    method: Method, engine: Engine, data: Pictures, rows: int = 6000
) -> dict[str, float]:
    """Seconds of each stage of one job, from pictures in a CSV file to a report.

    Only "train" and "predict" are an engine's work; the rest is what is around it. The
    file is in memory, so no disk is timed.

    Args:
        method: one that is taught by labels.

    Raises:
        BackendError: the memory of this machine is too small, or a library is missing.
    """
    taken: dict[str, float] = {}

    def stage(name: str, work: Callable[[], Any]) -> Any:
        begin = time.perf_counter()
        found = work()
        taken[name] = time.perf_counter() - begin
        return found

    file = _written(enlarged(data, rows))
    read, labels = stage("read", lambda: _read(file))
    scaler = needed("sklearn.preprocessing").StandardScaler()
    train = stage("scale", lambda: scaler.fit_transform(read))
    held = scaler.transform(data.held)
    model = engine.estimator(method, 0)
    with limited(engine.threads):
        stage("train", lambda: model.fit(train, labels))
        said = stage("predict", lambda: model.predict(held))
    stage("report", lambda: _report(said, data.held_labels))
    return taken


def _written(data: Pictures) -> str:
    """The pictures as text: 64 pixels with a digit after the point, and the label."""
    into = io.StringIO()
    writer = csv.writer(into)
    for row, label in zip(data.rows.round(1).tolist(), data.labels, strict=True):
        writer.writerow([*(f"{pixel:.1f}" for pixel in row), int(label)])
    return into.getvalue()


def _read(file: str) -> tuple[Any, Any]:
    import pandas as pd

    table = pd.read_csv(io.StringIO(file), header=None).to_numpy("float32")
    return table[:, :-1], table[:, -1].astype("int32")


def _report(said: Any, right: Any) -> str:
    return str(needed("sklearn.metrics").classification_report(right, said))
