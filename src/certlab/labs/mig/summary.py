"""A GPU in a line of words: what stands there, what still fits, what is stranded."""

from collections.abc import Iterator

from certlab.labs.mig.gpu import Gpu
from certlab.labs.mig.partitions import Mig
from certlab.labs.mig.profiles import suffix
from certlab.labs.mig.refusal import listed
from certlab.words import Sentence, after_each_other, plural


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
        return Sentence("MIG is off.")
    count = len(gpu.instances)
    says: list[str] = [Sentence("No instances.")]
    if count:
        says = [plural("{n} instance.", "{n} instances.", count), *_in_use(gpu)]
    fitting = {
        one.name: gpu.fits(one.name)
        for one in sorted(gpu.profiles, key=lambda one: (-one.compute, -one.size))
        if not suffix(one.name)
    }
    fits = [
        Sentence("{name} at {starts}", name=name, starts=listed(map(str, starts), "or"))
        for name, starts in fitting.items()
        if starts
    ]
    return after_each_other(*says, _these_fit(fits) if fits else _nothing_fits(gpu))


def _these_fit(fits: list[Sentence]) -> Sentence:
    first, *rest = fits
    for one in rest:
        first = Sentence("{list}; {next}", list=first, next=one)
    return Sentence("One more of these fits: {list}.", list=first)


def _in_use(gpu: Gpu) -> Iterator[str]:
    whole = max(gpu.table.profiles, key=lambda one: one.size)
    sms = [one.profile.sms for one in gpu.instances]
    memory = [one.profile.memory_gib for one in gpu.instances]
    if whole.sms is None or whole.memory_gib is None or None in (*sms, *memory):
        return
    used = sum(filter(None, memory))
    yield Sentence(
        "{sms} of {all_sms} SMs and {gib} of {all_gib} GiB are in use.",
        sms=sum(filter(None, sms)),
        all_sms=whole.sms,
        gib=f"{used:.2f}",
        all_gib=f"{whole.memory_gib:.2f}",
    )


def _nothing_fits(gpu: Gpu) -> Sentence:
    compute, memory = stranded(gpu)
    left = [
        plural("{n} compute slice", "{n} compute slices", len(compute)),
        plural("{n} memory slice", "{n} memory slices", len(memory)),
    ]
    there = [one for one, lost in zip(left, (compute, memory), strict=True) if lost]
    if not there:
        return Sentence("Nothing more fits.")
    return plural(
        "Nothing more fits: {what} is stranded.",
        "Nothing more fits: {what} are stranded.",
        len(compute) + len(memory),
        what=listed(there),
    )
