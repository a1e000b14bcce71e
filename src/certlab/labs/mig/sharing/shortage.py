"""Why a need gets no instance: one sentence that names the resource."""

from collections.abc import Sequence
from dataclasses import replace

from certlab.labs.mig.partitions import Mig
from certlab.labs.mig.refusal import listed
from certlab.labs.mig.sharing.need import Need, lacks, suits
from certlab.labs.mig.sharing.search import best


def why(need: Need, served: Sequence[Need], tables: Sequence[Mig]) -> str:
    """The sentence, for a need that the served ones leave no room for."""
    if not tables:
        return f"{need.name} has no GPU to go to."
    if not any(suits(one, need) for one in tables):
        return _too_large(need, tables)
    if need.media and _fit((*served, replace(need, media=False)), tables):
        asking, there = 1 + sum(one.media for one in served), len(tables)
        return (
            f"{need.name} needs media extensions (+me), which one instance of a GPU can "
            f"have: {asking} ask for them on {there} GPU{'s' * (there > 1)}."
        )
    return _too_many(need, served, tables)


def _fit(needs: Sequence[Need], tables: Sequence[Mig]) -> bool:
    return sum(map(len, best(needs, tables))) == len(needs)


def _too_large(need: Need, tables: Sequence[Mig]) -> str:
    table = max(tables, key=lambda one: max(p.memory_gib or 0 for p in one.profiles))
    largest = max(table.profiles, key=lambda one: (one.memory_gib or 0, one.sms or 0))
    says = lacks(largest, table, need) or "needs what no one profile has together"
    known = "known " * any(one.memory_gib is None for one in table.profiles)
    return f"{need.name} {says}, the largest {known}on {table.name}."


def _too_many(need: Need, served: Sequence[Need], tables: Sequence[Mig]) -> str:
    """Too few slices in number; or enough of them, and not where they would help."""
    everyone = (*served, need)
    counts = {
        word: (
            _least(need, field, tables),
            sum(_least(one, field, tables) for one in everyone),
            sum(getattr(table, f"{word}_slices") for table in tables),
        )
        for word, field in (("memory", "size"), ("compute", "compute"))
    }
    who = f"with the {len(served)} served" if served else "alone"
    for word, (own, wanted, there) in counts.items():
        if wanted > there:
            slices = f"{own} {word} slice{'s' * (own > 1)}"
            return (
                f"{need.name} needs at least {slices}: {who} that makes {wanted}, and "
                f"there are {there}."
            )
    enough = listed(
        f"{wanted} of {there} {word}" for word, (_, wanted, there) in counts.items()
    )
    fits = [one for table in tables for one in suits(table, need)]
    least = min(fits, key=lambda one: (one.size, one.compute, one.id))
    starts = listed(map(str, least.starts), "or")
    return (
        f"{need.name} fits on no GPU: over all of them the slices would do ({enough}), "
        f"but however the others are placed, none has enough left at a start of "
        f"{least.name} ({starts})."
    )


def _least(need: Need, field: str, tables: Sequence[Mig]) -> int:
    fits = (one for table in tables for one in suits(table, need))
    return min(int(getattr(one, field)) for one in fits)
