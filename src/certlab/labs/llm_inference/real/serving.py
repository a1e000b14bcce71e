"""Static and in-flight batching of the tiny GPT, to be timed."""

from dataclasses import dataclass, field
from time import get_clock_info, perf_counter, process_time
from typing import Literal

import torch

from certlab.labs.llm_inference.cache import Blocks
from certlab.labs.llm_inference.cost import Linear
from certlab.labs.llm_inference.real.paged_gpt import PagedGPT

# Seconds of the processor, so that what else the machine does is left out; Windows counts
# them in steps that are longer than a pass.
_fine = get_clock_info("process_time").resolution < 1e-4
_clock = process_time if _fine else perf_counter


@dataclass(frozen=True, slots=True)
class Pass:
    """A pass through the model, as it was timed."""

    prompt_tokens: int
    sequences: int
    held: int  # tokens in the cache, of all rows
    milliseconds: float


@dataclass(slots=True)
class _Row:
    """A request on its way."""

    prompt: list[int]
    output: int
    out: list[int] = field(default_factory=list)

    @property
    def ended(self) -> bool:
        return len(self.out) == self.output


def serve(
    gpt: PagedGPT,
    requests: list[tuple[list[int], int]],
    *,
    joins: Literal["static", "in-flight"],
    slots: int,
    passes: list[Pass] | None = None,
) -> tuple[list[list[int]], float]:
    """Answer requests that are all there at once.

    Args:
        gpt: the model with its cache.
        requests: prompt and number of output tokens of each.
        joins: as in `Engine`.
        slots: requests in a pass at most. In a static batch one that has ended keeps its
            row until the longest has.
        passes: gets a row for each pass.

    Returns: the tokens of each, and the seconds of one processor that it took.
    """
    rows = [_Row(prompt, output) for prompt, output in requests]
    for row in rows:
        gpt.check(len(row.prompt) + row.output)
    cache = Blocks(gpt.blocks, gpt.block)
    queue, batch = list(range(len(rows))), list[int]()
    begin = _clock()
    while queue or batch:
        if joins == "in-flight" or all(rows[n].ended for n in batch):
            _let_go(rows, batch, cache)
            while queue and len(batch) < slots:
                room = len(rows[queue[0]].prompt) + rows[queue[0]].output
                if cache.admit(queue[0], "", 0, room) is None:
                    break
                batch.append(queue.pop(0))
        if batch:
            one = _one_pass(gpt, rows, batch, cache)
            if passes is not None:
                passes.append(one)
    return [row.out for row in rows], _clock() - begin


def _let_go(rows: list[_Row], batch: list[int], cache: Blocks) -> None:
    for number in [n for n in batch if rows[n].ended]:
        batch.remove(number)
        cache.release(number)


def _one_pass(gpt: PagedGPT, rows: list[_Row], batch: list[int], cache: Blocks) -> Pass:
    """One token for each request of the batch; a new one brings its whole prompt."""
    begin = _clock()
    ids: list[int] = []
    places: list[int] = []
    tables: list[list[int]] = []
    lasts, read, held = [], 0, 0
    most = cache.needs(max(len(rows[n].prompt) + len(rows[n].out) for n in batch))
    for number in batch:
        row = rows[number]
        new = row.out[-1:] or row.prompt
        held += len(row.prompt) + len(row.out)
        read += 0 if row.out else len(new)
        first = len(row.prompt) + len(row.out) - len(new)
        table = cache.held[number][:most]
        ids += new
        places += range(first, first + len(new))
        tables += [table + [0] * (most - len(table))] * len(new)
        lasts.append(len(ids) - 1)
    scores = gpt.forward(torch.tensor(ids), torch.tensor(places), torch.tensor(tables))
    for number, token in zip(batch, scores[lasts].argmax(-1).tolist(), strict=True):
        if not rows[number].ended:
            rows[number].out.append(token)
    return Pass(read, len(ids) - read, held, 1e3 * (_clock() - begin))


def fitted(runs: list[list[Pass]]) -> Linear:
    """What a pass costs here, from runs of one trace that was served several times.

    Of each pass the fastest time counts, so that what else the machine does is left out.
    """
    times = [min(one.milliseconds for one in same) for same in zip(*runs, strict=True)]
    parts = [[1.0, one.prompt_tokens, one.sequences, one.held] for one in runs[0]]
    found = torch.linalg.lstsq(torch.tensor(parts), torch.tensor(times)[:, None])
    fixed, prompt, sequence, held = found.solution[:, 0].tolist()
    return Linear(fixed, prompt_token=prompt, sequence=sequence, token_held=held)
