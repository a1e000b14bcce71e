"""Tensors in a file of the safetensors format: a header in JSON, then the bytes.

Nothing in such a file is ever run, unlike in a pickle. A file appears whole or not at all.
Layout as the format's README has it: github.com/huggingface/safetensors.
"""

import json
import os
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from certlab.errors import Refusal

_TYPES = {
    "F32": torch.float32,
    "F16": torch.float16,
    "BF16": torch.bfloat16,
    "I64": torch.int64,
}
_NAMES = {dtype: name for name, dtype in _TYPES.items()}
_LENGTH = 8  # bytes that say how long the header is


def write(path: Path, tensors: dict[str, Tensor], about: dict[str, str]) -> None:
    """Write tensors and what they are under another name, then put them in their place.

    A run that is killed leaves the file that was there before.
    """
    header: dict[str, Any] = {"__metadata__": dict(sorted(about.items()))}
    parts: list[bytes] = []
    end = 0
    for name, tensor in tensors.items():
        data = tensor.detach().cpu().contiguous().view(-1).view(torch.uint8)
        parts.append(data.numpy().tobytes())
        start, end = end, end + len(parts[-1])
        header[name] = {
            "dtype": _NAMES[tensor.dtype],
            "shape": list(tensor.shape),
            "data_offsets": [start, end],
        }
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % _LENGTH)
    new = path.with_name(path.name + ".part")
    with new.open("wb") as file:
        file.write(len(text).to_bytes(_LENGTH, "little") + text + b"".join(parts))
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def read(path: Path) -> tuple[dict[str, Tensor], dict[str, str]]:
    """The tensors of a file by name, and what it says of itself.

    Raises:
        Refusal: the file is not there, is cut short, or is no safetensors file.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Refusal(f"{path} cannot be read ({error.strerror}).") from error
    try:
        begin = _LENGTH + int.from_bytes(data[:_LENGTH], "little")
        header = json.loads(data[_LENGTH:begin])
        about = header.pop("__metadata__", {})
        tensors = {name: _tensor(data, begin, row) for name, row in header.items()}
    except (ValueError, KeyError, TypeError, AttributeError, RuntimeError) as error:
        raise Refusal(
            f"{path} is no whole safetensors file; take the checkpoint before it."
        ) from error
    return tensors, about


def _tensor(data: bytes, begin: int, row: dict[str, Any]) -> Tensor:
    start, end = row["data_offsets"]
    part = bytearray(data[begin + start : begin + end])
    if len(part) != end - start:
        raise ValueError("cut short")
    tensor = torch.frombuffer(part, dtype=_TYPES[row["dtype"]])
    return tensor.reshape(row["shape"])
