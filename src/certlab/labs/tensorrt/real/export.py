"""A PyTorch module as an ONNX model, or one sentence on why it cannot become one."""

import contextlib
import io
import logging
import re
import warnings
from collections.abc import Iterator
from typing import Any

from certlab.errors import Refusal

_UNKNOWN = re.compile(r"No ONNX function found for <OpOverload\(op='([\w.]+)'")


def exported(module: Any, example: Any) -> Any:
    """The ONNX model of a module in evaluation mode, whose batch may vary.

    Args:
        module: an `nn.Module` whose `forward` takes one tensor.
        example: a tensor of the shape (batch, ...), with a batch of two or more.

    Raises:
        Refusal: an operator has no translation, the graph hangs on values, or whatever
            else the exporter says.
    """
    import torch

    name = type(module).__name__
    if len(example) < 2:
        raise Refusal(
            f"{name}: a batch of one cannot vary for the exporter; give an example with two "
            "inputs or more."
        )
    with _quiet():
        try:
            shapes = ({0: torch.export.Dim("batch")},)
            program = torch.export.export(module, (example,), dynamic_shapes=shapes)
        except Exception as error:  # its own kinds share no base but Exception
            raise Refusal(_without_graph(name, str(error))) from error
        try:
            return torch.onnx.export(program, verbose=False).model_proto
        except Exception as error:
            raise Refusal(_without_operator(name, program, str(error))) from error


def _without_graph(name: str, message: str) -> str:
    if "data-dependent" in message:
        return (
            f"{name}: forward chooses its way by the values of a tensor, and an exported "
            "graph has one way; write torch.where, or take the choice out of the network."
        )
    return (
        f"{name}: torch.export takes no graph of it: {_first(message)}; change forward."
    )


def _without_operator(name: str, program: Any, message: str) -> str:
    unknown = _UNKNOWN.search(message)
    if not unknown:
        return f"{name}: the exporter fails: {_first(message)}; change forward."
    return (
        f"{name}{_where(program, unknown[1])}: the exporter has no translation of "
        f"{unknown[1]}; write it with other operations, hand over a translation in "
        "custom_translation_table, or leave it outside of the network."
    )


def _where(program: Any, operator: str) -> str:
    """The part of the module that calls the operator, as a clause; "" for the whole."""
    for node in program.graph.nodes:
        if str(node.target).startswith(f"{operator}."):
            path = list(node.meta.get("nn_module_stack", {}).values())[-1][0]
            return f", in its part {path}" if path else ""
    return ""


def _first(message: str) -> str:
    return (message.strip() or "it says nothing").splitlines()[0].rstrip(".")[:200]


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """What the exporter tells of itself, and of torchvision, is left out."""
    kept = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        with (
            warnings.catch_warnings(),
            contextlib.redirect_stdout(io.StringIO()),
            contextlib.redirect_stderr(io.StringIO()),
        ):
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(kept)
