"""A small recurrent network in a repository, with the batching that is asked for.

A step is a product with a matrix of 64 by 64. For one row NumPy spends most of its time on
calling, not on multiplying, so a batch costs little more than a row. On a GPU the launch
of a kernel and the reading of the weights are such a cost.
"""

from pathlib import Path

CONFIG = """backend: "python"
max_batch_size: {most}
input [ {{ name: "INPUT" data_type: TYPE_FP32 dims: [ 16 ] }} ]
output [ {{ name: "OUTPUT" data_type: TYPE_FP32 dims: [ 4 ] }} ]
instance_group [ {{ count: {instances} kind: KIND_CPU }} ]
"""
MODEL = """
import numpy as np
import triton_python_backend_utils as pb_utils

STEPS = 400


class TritonPythonModel:
    def initialize(self, args):
        # The weights, once an instance.
        random = np.random.default_rng(0)
        shapes = [(16, 64), (64, 64), (64, 4)]
        self.first, self.step, self.last = (
            random.normal(0, rows**-0.5, (rows, columns)).astype("float32")
            for rows, columns in shapes
        )

    def execute(self, requests):
        # All requests of a batch with one pass.
        inputs = [
            pb_utils.get_input_tensor_by_name(one, "INPUT").as_numpy()
            for one in requests
        ]
        x = np.concatenate(inputs) @ self.first
        state = np.zeros_like(x)
        for _ in range(STEPS):
            state = np.tanh(state @ self.step + x)
        answer, responses = state @ self.last, []
        for rows in map(len, inputs):
            mine, answer = answer[:rows], answer[rows:]
            responses.append(
                pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT", mine)])
            )
        return responses
"""


def write(
    repository: Path,
    name: str,
    delay: float | None = None,
    *,
    most: int = 32,
    instances: int = 1,
) -> None:
    """Put the model into a repository.

    Args:
        repository: its folder.
        name: of the model.
        delay: milliseconds that a request may wait for others; None without dynamic batching.
        most: rows in an execution at the most.
        instances: processes that run it.
    """
    version = repository / name / "1"
    version.mkdir(parents=True, exist_ok=True)
    (version / "model.py").write_text(MODEL.lstrip(), "utf-8")
    text = CONFIG.format(most=most, instances=instances)
    if delay is not None:
        microseconds = round(1000 * delay)
        text += f"dynamic_batching {{ max_queue_delay_microseconds: {microseconds} }}\n"
    (version.parent / "config.pbtxt").write_text(text, "utf-8")
