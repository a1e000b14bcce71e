"""A transformer, by the sizes that its parameters and activations follow from."""

from dataclasses import dataclass

from certlab.errors import Refusal
from certlab.words import Sentence


@dataclass(frozen=True, kw_only=True)
class Model:
    """A decoder; linear layers have no biases.

    Attributes:
        layers: L, transformer layers.
        hidden: h, width of the residual stream.
        heads: a, attention heads.
        ffn: width of the MLP; of one expert where there are several.
        vocabulary: V, rows of the embedding.
        kv_heads: heads of keys and values; 0 for as many as `heads`.
        gated: whether the MLP has a gate (SwiGLU): three matrices instead of two.
        rms: whether norms have no bias (RMSNorm).
        tied: whether the output layer shares the embedding.
        dropout: whether dropout masks are kept for the backward.
        experts: MLPs in each layer of which a token takes `top_k`; 0 for a dense model.
        top_k: experts a token goes through.
    """

    layers: int
    hidden: int
    heads: int
    ffn: int
    vocabulary: int
    kv_heads: int = 0
    gated: bool = False
    rms: bool = False
    tied: bool = True
    dropout: bool = False
    experts: int = 0
    top_k: int = 0

    def __post_init__(self) -> None:
        sizes = (self.layers, self.hidden, self.heads, self.ffn, self.vocabulary)
        if min(sizes) < 1 or min(self.kv_heads, self.experts) < 0:
            raise Refusal(Sentence("Every size of a model must be at least 1."))
        if self.hidden % self.heads or self.heads % self.groups:
            raise Refusal(
                Sentence(
                    "{heads} attention heads with {groups} key and value heads do "
                    "not fit a width of {hidden}; the attention heads must divide "
                    "the width, and the key and value heads must divide the "
                    "attention heads.",
                    heads=self.heads,
                    groups=self.groups,
                    hidden=f"{self.hidden:,}",
                )
            )
        if self.experts and not 1 <= self.top_k <= self.experts:
            raise Refusal(
                Sentence(
                    "A token cannot go through {k} of {experts} experts; choose 1 "
                    "to {experts}.",
                    experts=self.experts,
                    k=self.top_k,
                )
            )

    @property
    def groups(self) -> int:
        """Heads of keys and values."""
        return self.kv_heads or self.heads

    @property
    def attention(self) -> int:
        """Parameters of a layer's attention: Q, K, V and the projection after it."""
        return 2 * self.hidden * (self.hidden + self.hidden * self.groups // self.heads)

    @property
    def mlp(self) -> int:
        """Parameters of one MLP, or of one expert."""
        return (3 if self.gated else 2) * self.hidden * self.ffn

    @property
    def router(self) -> int:
        """Parameters that choose a token's experts."""
        return self.hidden * self.experts

    @property
    def norm(self) -> int:
        """Parameters of one norm."""
        return self.hidden if self.rms else 2 * self.hidden

    @property
    def embedding(self) -> int:
        """Parameters of the embedding; the output layer has as many or shares them."""
        return self.vocabulary * self.hidden

    @property
    def parameters(self) -> int:
        """All parameters."""
        layer = self.attention + 2 * self.norm + self.router
        layer += self.mlp * max(self.experts, 1)
        both = self.embedding * (1 if self.tied else 2)
        return self.layers * layer + both + self.norm
