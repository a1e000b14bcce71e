"""The course's own GPT: a decoder of a million weights, small enough for a CPU.

It is built as Llama is: RMSNorm before each part, rotary positions, no biases, and the
matrix that reads the tokens also scores them.
"""

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn.functional import gelu, scaled_dot_product_attention

Cache = list[tuple[Tensor, Tensor]]  # keys and values of each layer


@dataclass(frozen=True)
class Config:
    """The shape of a model; `width` is a multiple of `heads`."""

    vocabulary: int
    context: int = 128
    width: int = 128
    layers: int = 4
    heads: int = 4
    hidden: int = 512


class TinyGPT(nn.Module):  # type: ignore[misc]  # mypy takes torch as untyped
    """Scores for the next token after each position."""

    def __init__(self, config: Config) -> None:
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocabulary, config.width)
        self.blocks = nn.ModuleList(Block(config) for _ in range(config.layers))
        self.norm = nn.RMSNorm(config.width)
        for name, weight in self.named_parameters():
            if weight.dim() == 2:
                deep = name.endswith(("out.weight", "down.weight"))
                scale = (2 * config.layers) ** -0.5 if deep else 1.0
                nn.init.normal_(weight, std=0.02 * scale)

    def forward(self, ids: Tensor, cache: Cache | None = None) -> Tensor:
        """Logits (batch, length, vocabulary) of ids (batch, length).

        With a cache, `ids` are only the new tokens, and the cache grows by them.
        """
        return self.score(self.embedding(ids), cache)

    def score(self, x: Tensor, cache: Cache | None = None) -> Tensor:
        """Logits of embedded tokens (batch, length, width)."""
        past = cache[0][0].shape[2] if cache else 0
        turn = rotation(self.config, past, x.shape[1], x.device)
        for number, block in enumerate(self.blocks):
            x = block(x, turn, cache, number)
        return nn.functional.linear(self.norm(x), self.embedding.weight)


class Block(nn.Module):  # type: ignore[misc]  # mypy takes torch as untyped
    """Attention, then two layers for each position by itself; both add to what comes in."""

    def __init__(self, config: Config) -> None:
        super().__init__()
        self.before_attention = nn.RMSNorm(config.width)
        self.attention = Attention(config)
        self.before_mlp = nn.RMSNorm(config.width)
        self.up = nn.Linear(config.width, config.hidden, bias=False)
        self.down = nn.Linear(config.hidden, config.width, bias=False)

    def forward(
        self, x: Tensor, turn: Tensor, cache: Cache | None, number: int
    ) -> Tensor:
        """What leaves the block, of the shape that came in."""
        x = x + self.attention(self.before_attention(x), turn, cache, number)
        return x + self.down(gelu(self.up(self.before_mlp(x))))


class Attention(nn.Module):  # type: ignore[misc]  # mypy takes torch as untyped
    """Each position looks back at those before it."""

    def __init__(self, config: Config) -> None:
        super().__init__()
        self.heads = config.heads
        self.qkv = nn.Linear(config.width, 3 * config.width, bias=False)
        self.out = nn.Linear(config.width, config.width, bias=False)

    def forward(
        self, x: Tensor, turn: Tensor, cache: Cache | None, number: int
    ) -> Tensor:
        """What each position takes from the earlier ones."""
        batch, length, width = x.shape
        qkv = self.qkv(x).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        q, k, v = rotated(qkv[0], turn), rotated(qkv[1], turn), qkv[2]
        if cache is not None:
            if number < len(cache):
                k = torch.cat((cache[number][0], k), dim=2)
                v = torch.cat((cache[number][1], v), dim=2)
                cache[number] = (k, v)
            else:
                cache.append((k, v))
        past = k.shape[2] - length
        mask = None
        if (
            past and length > 1
        ):  # new tokens see the whole past, and each other causally
            mask = torch.ones(length, past + length, dtype=torch.bool, device=x.device)
            mask = mask.tril(past)
        mixed = scaled_dot_product_attention(q, k, v, mask, is_causal=not past)
        return self.out(mixed.transpose(1, 2).reshape(batch, length, width))


def rotation(config: Config, past: int, length: int, device: torch.device) -> Tensor:
    """Cosine and sine (2, length, half a head) for the positions after `past`."""
    half = config.width // config.heads // 2
    speed = 10_000.0 ** (-torch.arange(half, device=device) / half)
    angle = torch.arange(past, past + length, device=device)[:, None] * speed
    return torch.stack((angle.cos(), angle.sin()))


def rotated(x: Tensor, turn: Tensor) -> Tensor:
    """Queries or keys (batch, heads, length, size), turned by their positions."""
    a, b = x.chunk(2, dim=-1)
    cos, sin = turn.to(x.dtype)
    return torch.cat((a * cos - b * sin, a * sin + b * cos), dim=-1)


def generate(
    model: TinyGPT,
    ids: list[int],
    count: int,
    *,
    stop: tuple[int, ...] = (),
    temperature: float = 0.0,
    generator: torch.Generator | None = None,
) -> list[int]:
    """At most `count` tokens after `ids`, up to the first of `stop`, which is left out.

    A temperature of 0 takes the likeliest token; a higher one draws.
    """
    device = model.embedding.weight.device
    cache: Cache = []
    new = torch.tensor([ids], device=device)
    out: list[int] = []
    with torch.inference_mode():
        for _ in range(min(count, model.config.context - len(ids))):
            logits = model(new, cache)[0, -1]
            if temperature:
                share = torch.softmax(logits.float() / temperature, dim=-1)
                new = torch.multinomial(share, 1, generator=generator)[None]
            else:
                new = logits.argmax().view(1, 1)
            token = int(new)
            if token in stop:
                break
            out.append(token)
    return out
