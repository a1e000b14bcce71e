"""The weights of a tiny GPT in a file that says its shape and its tokeniser."""

import json
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

import torch
from torch import Tensor

from certlab.course import location
from certlab.errors import Refusal
from certlab.labs.nemo.real import safetensors
from certlab.labs.nemo.real.tiny_gpt import Config, TinyGPT
from certlab.labs.nemo.stories.tokenizer import Tokenizer

SHIPPED = "tiny-gpt.safetensors"


@dataclass(frozen=True)
class Checkpoint:
    """What a file holds: weights by name, their shape, and the tokeniser they read.

    `optimizer` has both means of Adam by the weight's name; it is empty where a file is
    there to be used and not to be trained further.
    """

    weights: dict[str, Tensor]
    optimizer: dict[str, Tensor]
    config: Config
    tokenizer: Tokenizer
    step: int


def shipped() -> tuple[TinyGPT, Tokenizer]:
    """The model that travels with the course, in FP32 on the CPU, and its tokeniser."""
    saved = load(location.find() / "content" / "models" / SHIPPED)
    return restored(saved), saved.tokenizer


def restored(saved: Checkpoint) -> TinyGPT:
    """A new model with the weights of a checkpoint."""
    model = TinyGPT(saved.config)
    model.load_state_dict({name: one.float() for name, one in saved.weights.items()})
    model.eval()
    return model


def save(
    path: Path,
    model: TinyGPT,
    tokenizer: Tokenizer,
    *,
    step: int = 0,
    dtype: torch.dtype = torch.float16,
    more: dict[str, Tensor] | None = None,
) -> None:
    """Write a model; `more` are tensors of the optimizer, which keep their type."""
    weights = {f"model.{name}": one.to(dtype) for name, one in model.named_parameters()}
    about = {
        "config": json.dumps(asdict(model.config), sort_keys=True),
        "merges": json.dumps(tokenizer.merges, separators=(",", ":")),
        "step": str(step),
    }
    safetensors.write(path, weights | (more or {}), about)


def load(path: Path) -> Checkpoint:
    """Read what `save` wrote.

    Raises:
        Refusal: the file is no checkpoint of this model.
    """
    tensors, about = safetensors.read(path)
    if not {"config", "merges", "step"} <= about.keys():
        raise Refusal(f"{path} holds tensors, but it is no checkpoint of a tiny GPT.")
    merges = tuple((left, right) for left, right in json.loads(about["merges"]))
    parts: dict[str, dict[str, Tensor]] = {"model": {}, "optimizer": {}}
    for name, tensor in tensors.items():
        part, _, rest = name.partition(".")
        parts[part][rest] = tensor
    config = Config(**json.loads(about["config"]))
    step = int(about["step"])
    return Checkpoint(
        parts["model"], parts["optimizer"], config, Tokenizer(merges), step
    )


def fits(saved: Checkpoint, config: Config, tokenizer: Tokenizer, path: Path) -> None:
    """Refuse a checkpoint that is not of this shape or this tokeniser.

    Raises:
        Refusal: it says what differs; nothing has been changed.
    """
    theirs, ours = asdict(saved.config), asdict(config)
    for name in theirs:
        if theirs[name] != ours[name]:
            raise Refusal(
                f"{path} has {name} {theirs[name]} and this run {ours[name]}; give the "
                "run the checkpoint's shape, or another folder."
            )
    if saved.tokenizer != tokenizer:
        raise Refusal(
            f"{path} was trained with another tokeniser ({name_of(saved.tokenizer)}, "
            f"not {name_of(tokenizer)}), so its token numbers mean other words; train "
            "from the start, or load that tokeniser."
        )


@cache
def name_of(tokenizer: Tokenizer) -> str:
    """Eight hex digits that differ between tokenisers."""
    return sha256(repr(tokenizer.merges).encode()).hexdigest()[:8]
