"""Requests that come one after another: how long they wait for their batch, and what fits."""

from collections.abc import Mapping


def slowest(batch: int, took: float, rate: float) -> float:
    """Milliseconds until the first request of a batch has its answer.

    Args:
        batch: requests that are answered together.
        took: milliseconds to answer such a batch.
        rate: requests that come in a second, evenly.
    """
    return 1000 * (batch - 1) / rate + took


def capacity(batch: int, took: float) -> float:
    """Answers a second where one batch follows the other."""
    return 1000 * batch / took


def fitting(took: Mapping[int, float], rate: float, limit: float) -> list[int]:
    """Batches that keep up with the requests and keep the slowest within the limit."""
    return [
        batch
        for batch, one in took.items()
        if capacity(batch, one) >= rate and slowest(batch, one, rate) <= limit
    ]
