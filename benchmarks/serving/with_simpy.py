"""In-flight batching as one writes it with SimPy: a source, a server, a pass at a time."""

from collections import deque
from collections.abc import Generator
from typing import Any

from certlab.labs.llm_inference.engine import Engine
from certlab.labs.llm_inference.requests import Request


def simulate(trace: tuple[Request, ...], engine: Engine) -> list[tuple[float, float]]:
    """When each request got its first and its last token, ms.

    Whole prompts, no limit of tokens or of the cache: what both simulators know.
    """
    import simpy

    env = simpy.Environment()
    queue: deque[int] = deque()
    times = [[0.0, 0.0] for _ in trace]
    wake = [env.event()]

    def source() -> Generator[Any, Any, None]:
        for number, request in enumerate(trace):
            yield env.timeout(request.arrival - env.now)
            queue.append(number)
            if not wake[0].triggered:
                wake[0].succeed()

    def server() -> Generator[Any, Any, None]:
        running: dict[int, int] = {}
        new: list[int] = []
        left = len(trace)
        while left:
            while queue and len(running) + len(new) < engine.slots:
                new.append(queue.popleft())
            if not running and not new:
                wake[0] = env.event()
                yield wake[0]
                continue
            tokens = sum(trace[number].prompt for number in new)
            held = sum(trace[n].prompt + made for n, made in running.items())
            yield env.timeout(
                engine.cost.milliseconds(len(new), tokens, len(running), held + tokens)
            )
            for number in new:
                times[number][0] = env.now
                running[number] = 0
            new = []
            for number in list(running):
                running[number] += 1
                if running[number] == trace[number].output:
                    times[number][1] = env.now
                    del running[number]
                    left -= 1

    env.process(source())
    env.process(server())
    env.run()
    return [(first, last) for first, last in times]
