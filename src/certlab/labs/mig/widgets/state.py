"""A board's state as plain data: the rules a ghost needs, and what stands on each GPU."""

from collections import Counter
from typing import Any

from certlab.labs import mig
from certlab.labs.mig.eviction import cheapest
from certlab.labs.mig.grid import grid_of
from certlab.labs.mig.partitions import Mig, Partition
from certlab.labs.mig.refusal import INSUFFICIENT, span
from certlab.words import ENGLISH, Sentence, Words


# How a short reason names a limit; a profile's own name needs no other.
def _called(words: Words) -> dict[str, str]:
    return {
        "compute slices": words("compute slice"),
        "decoders": words("video decoder"),
        "encoders": words("video encoder"),
        "jpeg": words("JPEG engine"),
        "ofa": words("optical flow engine"),
    }


def table_state(table: Mig, words: Words = ENGLISH) -> dict[str, Any]:
    """The placement table as static/board/rules.js reads it, largest profile first."""
    grid = grid_of(table)
    empty = mig.Gpu(table)
    return {
        "id": table.id,
        "name": table.name,
        "memory": table.memory_slices,
        "compute": table.compute_slices,
        "slice": f"{table.memory_gb / table.memory_slices:g}",
        "limits": dict(grid.limits),
        "called": _called(words),
        "profiles": [_profile(empty, one) for one in _ordered(table)],
        "note": _note(table, words),
    }


def _ordered(table: Mig) -> list[Partition]:
    return sorted(
        table.profiles, key=lambda one: (-one.compute, -one.size, len(one.name), one.id)
    )


def _profile(empty: mig.Gpu, one: Partition) -> dict[str, Any]:
    """A profile with what it takes of each limit, as the simulator counts it."""
    place = empty.grid.at[one.name, one.starts[0]]
    before, after = (empty.grid.left(empty.room - use) for use in (0, place.use))
    takes = {name: before[name] - after[name] for name in before}
    return {
        "name": one.name,
        "id": one.id,
        "compute": one.compute,
        "size": one.size,
        "starts": list(one.starts),
        "sms": one.sms,
        "gib": one.memory_gib,
        "takes": {name: count for name, count in takes.items() if count},
    }


def _note(table: Mig, words: Words) -> str:
    """How it is drawn, and which rows are less sure than the others."""
    aligned = words(
        "Slices are drawn aligned, but nvidia-smi reports only the memory position."
    )
    unsure = [one.name for one in table.profiles if one.tier in ("C", "D")]
    if not unsure:
        return aligned
    names = words(", ").join(unsure)
    source = words("From one source only, so not graded: {names}.", names=names)
    return f"{aligned} {source}"


def gpu_state(gpu: mig.Gpu, number: int, words: Words = ENGLISH) -> dict[str, Any]:
    """What stands on one GPU: [id, profile's place in the table, start, computes]."""
    names = [one.name for one in _ordered(gpu.table)]
    return {
        "on": gpu.enabled,
        "at": [
            [one.id, names.index(one.name), one.start, _computes(one)]
            for one in gpu.instances
        ],
        "words": words.say(mig.draw.words(gpu)),
        "lines": list(mig.script(gpu, number)),
    }


def _computes(one: mig.Instance) -> str:
    """Whether its compute instances are "none", "all" in one, or "some"."""
    if not one.computes:
        return "none"
    return "all" if one.computes[0].whole else "some"


def goal_state(
    wanted: tuple[str, ...], there: Counter[str], words: Words = ENGLISH
) -> dict[str, Any]:
    """Each profile of a goal, and whether it stands; {} without a goal."""
    if not wanted:
        return {}
    left = Counter(there)
    rows = []
    for name in wanted:
        rows.append({"name": name, "done": left[name] > 0})
        left[name] -= 1
    done = all(row["done"] for row in rows)
    missing = words(", ").join(str(row["name"]) for row in rows if not row["done"])
    says = words("Goal: still to place {names}.", names=missing)
    return {
        "wanted": rows,
        "done": done,
        "words": words("Goal reached.") if done else says,
    }


def bracket(
    gpu: mig.Gpu, name: str | None, start: int | None, error: Exception
) -> dict[str, Any]:
    """The slices under which a refusal is drawn: those asked for, or the cheapest to clear."""
    names = [one.name for one in _ordered(gpu.table)]
    profile = names.index(name) if name else None
    short = isinstance(error, mig.Refusal) and error.reason == INSUFFICIENT
    if name is None or not short:
        return {"profile": profile, "start": None}
    same = frozenset(one.id for one in gpu.instances if one.name == name)
    _, at = cheapest(gpu, gpu.profile(name), start, keep=same)
    return {"profile": profile, "start": at}


def placed(one: mig.Instance, gpu: int) -> Sentence:
    """The sentence for a new instance on a GPU."""
    return Sentence(
        "{profile} placed at memory {span} of GPU {gpu}.", **_where(one, gpu)
    )


def moved(one: mig.Instance, gpu: int) -> Sentence:
    """The sentence for an instance that was elsewhere before."""
    return Sentence(
        "{profile} moved to memory {span} of GPU {gpu}.", **_where(one, gpu)
    )


def _where(one: mig.Instance, gpu: int) -> dict[str, object]:
    return {"profile": one.name, "span": span(one.start, one.profile.size), "gpu": gpu}
