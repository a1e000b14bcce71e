"""The tiny GPT with a paged cache: one pass for tokens of many requests.

Every row of a pass is one token, of whatever request and phase: nothing is padded, and
a prompt and the next tokens of other requests go through the model together.
"""

import torch
from torch import Tensor
from torch.nn.functional import gelu, linear, scaled_dot_product_attention

from certlab.errors import Refusal
from certlab.labs.nemo.real.tiny_gpt import TinyGPT, rotation


class PagedGPT:
    """A model and its pool of blocks, of keys and values.

    Attributes:
        block: tokens of a block.
        pool: (layers, 2, blocks, block, heads, head size).
    """

    def __init__(self, model: TinyGPT, blocks: int, block: int = 16) -> None:
        config = model.config
        size = config.width // config.heads
        self.model, self.block, self.blocks = model, block, blocks
        device = model.embedding.weight.device
        shape = (config.layers, 2, blocks, block, config.heads, size)
        self.pool = torch.zeros(shape, device=device)
        self._turn = rotation(config, 0, config.context, device)

    def check(self, tokens: int) -> None:
        """Refuse a request that is longer than the model or the cache.

        Raises:
            Refusal: which of the two it is, and what would help.
        """
        room = min(self.model.config.context, self.blocks * self.block)
        if tokens > room:
            raise Refusal(
                f"A request of {tokens} tokens does not fit: the model reads "
                f"{self.model.config.context} and the cache holds "
                f"{self.blocks * self.block}; shorten it or add blocks."
            )

    @torch.inference_mode()  # type: ignore[untyped-decorator]  # torch is untyped here
    def forward(self, ids: Tensor, places: Tensor, tables: Tensor) -> Tensor:
        """Scores of the next token after each row.

        Args:
            ids: tokens, (rows).
            places: the position of each in its request, (rows).
            tables: the blocks of its request, (rows, most blocks); the rest is any block.
        """
        model, block = self.model, self.block
        rows = torch.arange(len(ids), device=ids.device)
        where = tables[rows, places // block], places % block
        turn = self._turn[:, places][:, :, None]
        reach = torch.arange(tables.shape[1] * block, device=ids.device)
        seen = (reach <= places[:, None])[:, None, None]
        x = model.embedding(ids)
        for layer, (keys, values) in zip(model.blocks, self.pool, strict=True):
            attention = layer.attention
            qkv = attention.qkv(layer.before_attention(x))
            q, k, v = qkv.view(len(ids), 3, attention.heads, -1).unbind(1)
            keys[where], values[where] = _turned(k, turn), v
            # rows, heads, positions, head size: each row sees the blocks of its request
            k, v = (one[tables].flatten(1, 2).transpose(1, 2) for one in (keys, values))
            q = _turned(q, turn)[:, :, None]
            mixed = scaled_dot_product_attention(q, k, v, attn_mask=seen)
            x = x + attention.out(mixed.flatten(1))
            x = x + layer.down(gelu(layer.up(layer.before_mlp(x))))
        return linear(model.norm(x), model.embedding.weight)


def _turned(x: Tensor, turn: Tensor) -> Tensor:
    """Queries or keys (rows, heads, size), turned by the positions of their rows."""
    a, b = x.chunk(2, dim=-1)
    cos, sin = turn
    return torch.cat((a * cos - b * sin, a * sin + b * cos), dim=-1)
