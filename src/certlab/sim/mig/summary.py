"""A GPU in a line of words: what stands there, what still fits, what is stranded."""

from collections.abc import Iterator

from certlab.course.partitions import Mig
from certlab.sim.mig.gpu import Gpu
from certlab.sim.mig.profiles import suffix
from certlab.sim.mig.refusal import listed


def compute_width(table: Mig) -> int:
    """Memory slices beside one compute slice."""
    return max(table.memory_slices // table.compute_slices, 1)


def stranded(gpu: Gpu) -> tuple[frozenset[int], frozenset[int]]:
    """Free slices that no instance can use as things stand: compute, memory."""
    wide, size = compute_width(gpu.table), gpu.table.memory_slices
    compute, memory = set(range(gpu.table.compute_slices)), set(range(size))
    open_ = [(one.start, p) for p in gpu.profiles for one in gpu.open_places(p)]
    used = [(one.start, one.profile) for one in gpu.instances]
    for start, profile in (*open_, *used):
        first = start // wide
        compute -= set(range(first, first + profile.compute))
        memory -= set(range(start, start + profile.size))
    return frozenset(compute), frozenset(memory)


def words(gpu: Gpu) -> str:
    """The board in one line: what stands there, what it uses, what still fits."""
    if not gpu.enabled:
        return "MIG is off."
    count = len(gpu.instances)
    says = [f"{count or 'No'} instance{'s' * (count != 1)}."]
    if count:
        says += _in_use(gpu)
    fitting = {
        one.name: gpu.fits(one.name)
        for one in sorted(gpu.profiles, key=lambda one: (-one.compute, -one.size))
        if not suffix(one.name)
    }
    fits = [
        f"{name} at {listed(map(str, starts), 'or')}"
        for name, starts in fitting.items()
        if starts
    ]
    if fits:
        return " ".join([*says, f"One more of these fits: {'; '.join(fits)}."])
    return " ".join([*says, _nothing_fits(gpu)])


def _in_use(gpu: Gpu) -> Iterator[str]:
    whole = max(gpu.table.profiles, key=lambda one: one.size)
    sms = [one.profile.sms for one in gpu.instances]
    memory = [one.profile.memory_gib for one in gpu.instances]
    if whole.sms is None or whole.memory_gib is None or None in (*sms, *memory):
        return
    used = sum(filter(None, memory))
    yield (
        f"{sum(filter(None, sms))} of {whole.sms} SMs and {used:.2f} of "
        f"{whole.memory_gib:.2f} GiB are in use."
    )


def _nothing_fits(gpu: Gpu) -> str:
    compute, memory = stranded(gpu)
    left = [
        f"{len(slices)} {kind} slice{'s' * (len(slices) > 1)}"
        for kind, slices in (("compute", compute), ("memory", memory))
        if slices
    ]
    if not left:
        return "Nothing more fits."
    verb = "is" if len(left) == 1 and len(compute) + len(memory) == 1 else "are"
    return f"Nothing more fits: {listed(left)} {verb} stranded."
