"""What Triton's dynamic batcher does with clients that each wait for their answer.

The rule is that of the documentation: an instance that is free takes what waits, up to the
largest batch. With a delay it waits for more until the batch is full or the oldest request
has waited that long. Times are milliseconds.
"""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Cost:
    """What a model and the way to it take.

    Attributes:
        fixed: of an execution, whatever its size.
        each: of a request in it.
        way: of a request from client to queue and back, which others overlap.
        client: of a request in the one thread that plays all clients.
        late: from the end of a delay until the batcher has woken and begins.
    """

    fixed: float
    each: float
    way: float = 0.0
    client: float = 0.0
    late: float = 0.0

    def of(self, batch: int) -> float:
        """An execution of so many requests."""
        return self.fixed + self.each * batch


@dataclass(frozen=True)
class Outcome:
    """Of a closed loop that has settled.

    Attributes:
        rate: answers a second.
        mean: milliseconds from a request to its answer.
        batch: requests in an execution, on average.
    """

    rate: float
    mean: float
    batch: float


def closed_loop(
    cost: Cost,
    clients: int,
    delay: float | None,
    *,
    most: int = 32,
    answers: int = 2000,
) -> Outcome:
    """Clients that each ask again when answered, against one instance.

    Args:
        clients: requests under way at a time.
        delay: how long the oldest may wait for others; None without dynamic batching.
        most: requests in an execution at the most.
        answers: how many are counted, after a tenth of that to settle.
    """
    arriving = [(cost.client * (n + 1), n) for n in range(clients)]
    heapq.heapify(arriving)
    waiting: list[tuple[float, int]] = []
    sent = dict.fromkeys(range(clients), 0.0)
    free, talks, done, runs, began, total = 0.0, cost.client * clients, 0, 0, 0.0, 0.0
    settle = answers // 10 + clients
    while done < answers + settle:
        size = most if delay is not None else 1
        start = _starts(arriving, waiting, free, delay, size, cost.late)
        batch, waiting = waiting[:size], waiting[size:]
        free = start + cost.of(len(batch))
        counts = done >= settle
        for _, client in batch:
            # The one thread reads the answer and sends the next request.
            seen = max(free + cost.way / 2, talks)
            talks = seen + cost.client
            heapq.heappush(arriving, (talks + cost.way / 2, client))
            total += (talks - sent[client]) if counts else 0.0
            sent[client] = talks
        done += len(batch)
        runs += counts
        if not counts:
            began = free
    counted = done - settle
    return Outcome(1e3 * counted / (free - began), total / counted, counted / runs)


def _starts(
    arriving: list[tuple[float, int]],
    waiting: list[tuple[float, int]],
    free: float,
    delay: float | None,
    most: int,
    late: float,
) -> float:
    """When the next execution begins; what has arrived by then is moved to `waiting`."""
    if not waiting:
        waiting.append(heapq.heappop(arriving))
    now = max(free, waiting[0][0])
    _arrive(arriving, waiting, now)
    limit = waiting[0][0] + (delay + late if delay else 0.0)
    while len(waiting) < most and arriving and arriving[0][0] <= limit:
        now = max(now, arriving[0][0])
        _arrive(arriving, waiting, now)
    return now if len(waiting) >= most else max(now, limit)


def _arrive(
    arriving: list[tuple[float, int]], waiting: list[tuple[float, int]], now: float
) -> None:
    while arriving and arriving[0][0] <= now:
        waiting.append(heapq.heappop(arriving))


def served(
    arrivals: Sequence[float], seconds: Sequence[tuple[int, float]]
) -> list[float]:
    """Latencies of requests that executions take in their order, as sums on paper go.

    Args:
        arrivals: of the requests.
        seconds: for each execution, how many it takes and how long it lasts; it begins
            when the last of them is there and the one before has ended.
    """
    free, at, found = 0.0, 0, []
    for size, lasts in seconds:
        taken = arrivals[at : at + size]
        free = max(free, taken[-1]) + lasts
        found += [free - one for one in taken]
        at += size
    return found
