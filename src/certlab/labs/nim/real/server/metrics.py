"""What the server counts, by the names that vLLM gives it."""

from collections.abc import Callable
from functools import partial

import prometheus_client
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

# The time of each counter's birth, which nobody asks for.
prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call]  # it has no types


class Metrics:
    """Counters and histograms of one server."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()

        counter = partial(Counter, registry=registry)
        histogram = partial(Histogram, registry=registry, buckets=_BOUNDS)
        self.prompt_tokens = counter("vllm:prompt_tokens", "Tokens that were read.")
        self.tokens = counter("vllm:generation_tokens", "Tokens that were made.")
        self.ended = counter(
            "vllm:request_success", "Answers by how they ended.", ["finished_reason"]
        )
        self.first = histogram(
            "vllm:time_to_first_token_seconds", "From a request to its first token."
        )
        self.between = histogram(
            "vllm:inter_token_latency_seconds", "From a token to the next one."
        )

    def watch(self, name: str, now: Callable[[], float]) -> None:
        """Show what a function says at the time of asking."""
        Gauge(f"vllm:{name}", "As it is now.", registry=self._registry).set_function(
            now
        )

    def page(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return prometheus_client.generate_latest(self._registry)
