"""Print how far Model Optimizer's simulated formats move the tiny GPT's weights.

    PYTHONPATH=src PYTHON tools/modelopt_errors.py

PYTHON has nvidia-modelopt, requests and huggingface-hub, in an environment of its own. The lab
llm-inference/30_quantise_weights tells what this printed, next to the errors of its own formats.
"""

import copy
from importlib import import_module
from importlib.metadata import version
from typing import Any

import torch

from certlab.labs.nemo.real import checkpoint

CONFIGS = (
    "INT8_WEIGHT_ONLY_CFG",
    "FP8_DEFAULT_CFG",
    "INT4_BLOCKWISE_WEIGHT_ONLY_CFG",
    "NVFP4_DEFAULT_CFG",
    "MXFP8_DEFAULT_CFG",
)


def main() -> None:
    """A line for each format: the error of a weight, or why there is none."""
    quantization = import_module("modelopt.torch.quantization")
    model, _ = checkpoint.shipped()
    print(f"Model Optimizer {version('nvidia-modelopt')}")
    for name in CONFIGS:
        try:
            print(f"{name:32}{error(quantization, model, name):.2%}")
        except (AssertionError, RuntimeError) as reason:  # no GPU
            print(f"{name:32}{reason}")


@torch.no_grad()  # type: ignore[untyped-decorator]  # torch is untyped here
def error(quantization: Any, model: Any, name: str) -> float:
    """Root mean square error of a weight over that of the weights, 0 to 1."""
    tokens = torch.randint(1, model.config.vocabulary, (8, 64))
    config = copy.deepcopy(getattr(quantization, name))
    made = quantization.quantize(copy.deepcopy(model), config, lambda one: one(tokens))
    made(tokens)
    off = size = torch.zeros(())
    for layer in made.modules():
        quantizer = getattr(layer, "weight_quantizer", None)
        if quantizer is not None and quantizer.is_enabled:
            off = off + ((quantizer(layer.weight) - layer.weight) ** 2).sum()
            size = size + (layer.weight**2).sum()
    return float((off / size).sqrt())


if __name__ == "__main__":
    main()
