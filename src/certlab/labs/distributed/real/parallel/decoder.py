"""A small decoder in plain PyTorch, with the names that plans and policies refer to.

embedding, blocks[i].{attention_norm, attention.{query, key, value, out}, mlp_norm,
mlp.{up, down}}, norm, head. Nothing in it knows of ranks.
"""

# Torch counts as Any here, and its classes are there to be subclassed.
# mypy: allow-subclassing-any

from functools import cache
from typing import Any

from certlab.labs.distributed.real.parallel.task import Task


def decoder(task: Task) -> Any:
    """The decoder: tokens (batch, length) to logits (batch, length, vocabulary).

    A seed gives the same weights on every rank and machine; they are float32, or float64
    where the task says `double`, so that sums in another order differ less.
    """
    import torch

    with torch.random.fork_rng(devices=()):
        torch.manual_seed(task.seed)
        model = _decoder()(task)
        for one in model.parameters():
            if one.dim() == 2:
                torch.nn.init.normal_(one, std=task.hidden**-0.5)
    return model.double() if task.double else model


@cache
def _decoder() -> Any:
    """The class; made at the first call, because importing this imports no torch."""
    from torch import nn

    class Decoder(nn.Module):
        """Tokens (batch, length) to logits (batch, length, vocabulary).

        A pipeline's part has only some of the blocks, and only the ends have the rest.
        """

        def __init__(self, task: Task) -> None:
            super().__init__()
            self.embedding: Any = nn.Embedding(task.vocabulary, task.hidden)
            self.blocks = nn.ModuleList(_block()(task) for _ in range(task.layers))
            self.norm: Any = nn.LayerNorm(task.hidden)
            self.head: Any = nn.Linear(task.hidden, task.vocabulary, bias=False)
            if task.tied:
                self.head.weight = self.embedding.weight

        def forward(self, x: Any) -> Any:
            if self.embedding is not None:
                x = self.embedding(x)
            for block in self.blocks:
                x = block(x)
            return x if self.head is None else self.head(self.norm(x))

    return Decoder


@cache
def _block() -> Any:
    from torch import nn

    class Block(nn.Module):
        """Attention and MLP, each with a norm before it and a sum after it.

        Takes and gives (batch, length, hidden).
        """

        def __init__(self, task: Task) -> None:
            super().__init__()
            self.attention_norm = nn.LayerNorm(task.hidden)
            self.attention = _attention()(task)
            self.mlp_norm = nn.LayerNorm(task.hidden)
            self.mlp = _mlp()(task)

        def forward(self, x: Any) -> Any:
            x = x + self.attention(self.attention_norm(x))
            return x + self.mlp(self.mlp_norm(x))

    return Block


@cache
def _attention() -> Any:
    from torch import nn
    from torch.nn import functional

    class Attention(nn.Module):
        """Causal; as many heads as its projections have room for, which TP makes fewer.

        Takes and gives (batch, length, hidden); between its projections (batch, heads,
        length, hidden / heads).
        """

        def __init__(self, task: Task) -> None:
            super().__init__()
            self.width = task.hidden // task.heads
            for name in ("query", "key", "value", "out"):
                setattr(self, name, nn.Linear(task.hidden, task.hidden, bias=False))

        def forward(self, x: Any) -> Any:
            # -1, and not the task's heads: a tensor-parallel rank has only its share of them.
            query, key, value = (
                one(x).unflatten(-1, (-1, self.width)).transpose(1, 2)
                for one in (self.query, self.key, self.value)
            )
            mixed = functional.scaled_dot_product_attention(
                query, key, value, is_causal=True
            )
            return self.out(mixed.transpose(1, 2).flatten(2))

    return Attention


@cache
def _mlp() -> Any:
    from torch import nn
    from torch.nn import functional

    class Mlp(nn.Module):
        """Wider, GELU, narrow again."""

        def __init__(self, task: Task) -> None:
            super().__init__()
            self.up = nn.Linear(task.hidden, task.ffn, bias=False)
            self.down = nn.Linear(task.ffn, task.hidden, bias=False)

        def forward(self, x: Any) -> Any:
            return self.down(functional.gelu(self.up(x)))

    return Mlp
