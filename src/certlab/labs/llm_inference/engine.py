"""What is asked of a server: how requests join a batch, and what it has room for."""

from dataclasses import dataclass, field
from typing import Literal

from certlab.errors import Refusal
from certlab.labs.llm_inference.cost import Cost, Linear
from certlab.labs.llm_inference.requests import Request


@dataclass(frozen=True, slots=True)
class Engine:
    """A server of one model.

    Attributes:
        joins: "static" takes a new batch when the last request of the old one has ended,
            "in-flight" fills a slot as soon as it is free.
        slots: requests in a batch at most (max_batch_size).
        budget: tokens in an iteration at most (max_num_tokens).
        chunk: prompt tokens of a request in an iteration at most; none reads it whole.
        blocks: blocks of the KV cache; none means as many as are wanted.
        block: tokens of a block. A contiguous cache has one block a request.
        watermark: blocks that have to stay free when a request is let in.
        reuse: whether requests share the full blocks of a common prefix.
        cost: how long an iteration takes.
    """

    joins: Literal["static", "in-flight"] = "in-flight"
    slots: int = 4
    budget: int = 8192
    chunk: int | None = None
    blocks: int | None = None
    block: int = 16
    watermark: int = 0
    reuse: bool = False
    cost: Cost = field(default_factory=lambda: Linear(25.0))

    def check(self, trace: tuple[Request, ...]) -> None:
        """Refuse what this server can never finish.

        Raises:
            Refusal: a size that makes no sense, or a request that does not fit.
        """
        if self.slots < 1 or self.budget < self.slots or self.block < 1:
            raise Refusal(
                f"A server with {self.slots} slots, a budget of {self.budget} tokens and blocks "
                f"of {self.block} cannot run: give at least one slot, one token a block, and "
                "as many tokens as slots."
            )
        for number, request in enumerate(trace, 1):
            self._check_request(number, request)

    def _check_request(self, number: int, request: Request) -> None:
        if request.prompt < 1 or request.output < 1:
            raise Refusal(
                f"Request {number} has {request.prompt} prompt and {request.output} output "
                "tokens: give at least one of each."
            )
        if self.chunk is None and request.prompt > self.budget:
            raise Refusal(
                f"The prompt of request {number} has {request.prompt} tokens and an iteration "
                f"takes {self.budget}: raise the budget or read prompts in chunks."
            )
        most = request.prompt + request.output - 1
        if self.blocks is not None and most > self.blocks * self.block:
            raise Refusal(
                f"Request {number} would hold {most} tokens and the cache has room for "
                f"{self.blocks * self.block}: shorten it or give the cache more blocks."
            )
