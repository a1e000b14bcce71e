"""How long one iteration takes."""

from dataclasses import dataclass
from typing import Protocol


class Cost(Protocol):
    """Anything that times an iteration."""

    def milliseconds(
        self, prompts: int, prompt_tokens: int, sequences: int, context: int
    ) -> float:
        """Time of one iteration.

        Args:
            prompts: requests whose prompt is read in it.
            prompt_tokens: tokens of those prompts that are read in it.
            sequences: requests that get a further token in it.
            context: tokens that all of them together hold in the cache.
        """


@dataclass(frozen=True, slots=True)
class Linear:
    """A time that grows evenly with each part; milliseconds. What a measurement is fitted to."""

    fixed: float
    prompt: float = 0.0
    prompt_token: float = 0.0
    sequence: float = 0.0
    token_held: float = 0.0

    def milliseconds(
        self, prompts: int, prompt_tokens: int, sequences: int, context: int
    ) -> float:
        """Time of one iteration."""
        return (
            self.fixed
            + self.prompt * prompts
            + self.prompt_token * prompt_tokens
            + self.sequence * sequences
            + self.token_held * context
        )


@dataclass(frozen=True, slots=True)
class Roofline:
    """The longer of reading memory and computing: a bound that no kernel beats.

    Attributes:
        weights_gb: what is read once an iteration, whatever the batch.
        kv_bytes: bytes that the cache holds for each token.
        flop: operations for each token, about twice the parameters.
        bandwidth: GB/s.
        peak: dense TFLOPS of the format that the arithmetic runs in.
        overhead: milliseconds an iteration that neither of them explains.
    """

    weights_gb: float
    kv_bytes: float
    flop: float
    bandwidth: float
    peak: float
    overhead: float = 0.0

    def milliseconds(
        self,
        prompts: int,  # noqa: ARG002  # the bound counts tokens, whoever's they are
        prompt_tokens: int,
        sequences: int,
        context: int,
    ) -> float:
        """Time of one iteration."""
        read = (self.weights_gb + context * self.kv_bytes / 1e9) / self.bandwidth
        work = (prompt_tokens + sequences) * self.flop / (self.peak * 1e12)
        return 1e3 * max(read, work) + self.overhead
