"""ONNX Runtime on one thread: a model at one of its levels, and the graph that came of it."""

import re
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from certlab.errors import Refusal

LEVELS = ("DISABLE_ALL", "ENABLE_BASIC", "ENABLE_EXTENDED", "ENABLE_ALL")


@dataclass(frozen=True)
class Loaded:
    """A session, and the operations of its optimised graph in the order of the file."""

    session: Any
    operations: tuple[str, ...]

    @property
    def counts(self) -> dict[str, int]:
        return dict(sorted(Counter(self.operations).items()))

    def run(self, x: Any) -> Any:
        return self.session.run(None, {"x": x})[0]


def load(model: Any, level: str = "ENABLE_ALL") -> Loaded:
    """Load a model at one level, on one thread of the processor.

    Raises:
        Refusal: ONNX Runtime does not take the model, for example for an operation
            that it does not know.
    """
    import onnx
    import onnxruntime as ort

    options = ort.SessionOptions()
    options.graph_optimization_level = getattr(
        ort.GraphOptimizationLevel, f"ORT_{level}"
    )
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    # On an x64 processor without VNNI, sums of two 8-bit products saturate at 16 bits, and a
    # network reads wrong for no fault of its scales. It costs a little time there.
    options.add_session_config_entry("session.x64quantprecision", "1")
    with tempfile.TemporaryDirectory() as folder:
        options.optimized_model_filepath = str(Path(folder) / "optimised.onnx")
        try:
            session = ort.InferenceSession(
                model.SerializeToString(), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # its own kinds share no base but Exception
            raise Refusal(_sentence(str(error))) from error
        written = onnx.load(options.optimized_model_filepath)
    return Loaded(session, tuple(node.op_type for node in written.graph.node))


def _sentence(message: str) -> str:
    unknown = re.search(r"No Op registered for (\w+)", message)
    if unknown:
        return (
            f"ONNX Runtime does not know the operation {unknown[1]}; write it as "
            "operations of the ONNX standard, or bring a kernel for it."
        )
    reason = message.splitlines()[0].strip().rstrip(".")[:200]
    return f"ONNX Runtime does not take this model: {reason}; check the node that it names."
