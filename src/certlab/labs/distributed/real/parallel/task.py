"""What is trained: sizes of a small decoder, its batches, and a seed for all of it."""

from dataclasses import dataclass
from typing import Any

from certlab.errors import CourseError


@dataclass(frozen=True)
class Task:
    """One training, the same for every way of sharing it out.

    Attributes:
        layers: transformer blocks.
        hidden: width of the residual stream.
        heads: attention heads.
        ffn: width of the MLP.
        vocabulary: rows of the embedding.
        tied: whether the output layer shares the embedding.
        batch: sequences of a step, over all ranks together.
        length: tokens of a sequence.
        steps: of the optimizer.
        rate: of learning.
        seed: of the first weights and of the batches.
        double: FP64 in place of FP32, to tell rounding from mistakes.

    Raises:
        CourseError: heads that do not divide the width, or a size below 1.
    """

    layers: int = 2
    hidden: int = 64
    heads: int = 4
    ffn: int = 256
    vocabulary: int = 256
    tied: bool = True
    batch: int = 16
    length: int = 16
    steps: int = 3
    rate: float = 1e-3
    seed: int = 0
    double: bool = False

    def __post_init__(self) -> None:
        sizes = (self.layers, self.hidden, self.heads, self.ffn, self.vocabulary)
        if min(*sizes, self.batch, self.length, self.steps) < 1:
            raise CourseError("Every size of a training is 1 or more.")
        if self.hidden % self.heads:
            raise CourseError(
                f"{self.heads} heads do not divide a width of {self.hidden}."
            )

    @property
    def parameters(self) -> int:
        """All of the decoder's; no linear layer has a bias, each norm has two rows."""
        layer = 4 * self.hidden**2 + 2 * self.hidden * self.ffn + 4 * self.hidden
        ends = self.vocabulary * self.hidden * (1 if self.tied else 2)
        return self.layers * layer + ends + 2 * self.hidden


def batch(task: Task, step: int) -> tuple[Any, Any]:
    """Tokens and those that follow them, of all ranks together: two (batch, length), int64.

    A token is followed by five times itself and three, most of the time.
    """
    import torch

    draw = torch.Generator().manual_seed(1_000 * task.seed + step)
    shape = (task.batch, task.length + 1)
    tokens = torch.randint(task.vocabulary, shape, generator=draw)
    follows = torch.rand(shape, generator=draw) < 0.9
    for place in range(1, task.length + 1):
        next_one = (5 * tokens[:, place - 1] + 3) % task.vocabulary
        tokens[:, place] = torch.where(follows[:, place], next_one, tokens[:, place])
    return tokens[:, :-1].contiguous(), tokens[:, 1:].contiguous()


def loss(logits: Any, targets: Any) -> Any:
    """Mean cross entropy over all tokens, in nats: a scalar.

    Args:
        logits: (batch, length, vocabulary).
        targets: (batch, length), integers.
    """
    from torch.nn.functional import cross_entropy

    return cross_entropy(logits.flatten(0, 1), targets.flatten())
