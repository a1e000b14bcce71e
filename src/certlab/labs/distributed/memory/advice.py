"""What else would fit: strategies one change away, over as many GPUs."""

from collections.abc import Iterator
from dataclasses import dataclass

from certlab.errors import Refusal
from certlab.labs.distributed.memory.bill import Bill, Training, bill


@dataclass(frozen=True)
class Way:
    """One change, and the bill after it."""

    change: str
    bill: Bill


def ways(one: Training) -> tuple[Way, ...]:
    """Changes that need less memory and can run, cheapest in speed first as a rule."""
    now, found = bill(one), []
    for change, training in _changes(one):
        after = bill(training)
        if after.total < now.total:
            found.append(Way(change, after))
    return tuple(found)


def _changes(one: Training) -> Iterator[tuple[str, Training]]:
    layout = one.layout
    tries: list[tuple[str, dict[str, object]]] = []
    if layout.copies > 1:
        stages = range(layout.zero + 1, 4)
        tries += [(f"ZeRO {stage}", {"zero": stage}) for stage in stages]
    if layout.recompute == "none":
        tries.append(("recompute selective", {"recompute": "selective"}))
    if layout.tensor > 1 and not layout.sequence_parallel:
        tries.append(("sequence parallelism", {"sequence_parallel": True}))
    if layout.micro_batch > 1 and layout.micro_batch % 2 == 0:
        half: dict[str, object] = {
            "micro_batch": layout.micro_batch // 2,
            "micro_batches": layout.micro_batches * 2,
        }
        tries.append((f"micro-batch {layout.micro_batch // 2}", half))
    if layout.recompute != "full":
        tries.append(("recompute full", {"recompute": "full"}))
    if layout.data % 2 == 0:
        for name, field in (
            ("tensor", "tensor"),
            ("pipeline", "pipeline"),
            ("context", "context"),
        ):
            twice = 2 * getattr(layout, field)
            changes: dict[str, object] = {
                field: twice,
                "data": layout.data // 2,
                "micro_batches": 2 * layout.micro_batches,
            }
            tries.append((f"{name} {twice}, data {layout.data // 2}", changes))
    for change, fields in tries:
        try:
            yield change, one.with_layout(**fields)
        except Refusal:
            continue  # what cannot run is no advice
