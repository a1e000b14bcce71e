"""What a service or a learner asks of a GPU, and which profiles are enough for it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from certlab.errors import CourseError
from certlab.labs.mig.partitions import Mig, Partition
from certlab.labs.mig.profiles import suffix


@dataclass(frozen=True)
class Need:
    """What somebody needs for themselves.

    Attributes:
        memory_gib: memory at least, GiB.
        sms: SMs at least; 0 when any number will do.
        count: how many such there are, each with an instance of its own.
        media: whether it needs media extensions: a +me profile, or the whole GPU.
    """

    name: str
    memory_gib: float
    sms: int = 0
    count: int = 1
    media: bool = False


def one_by_one(needs: Sequence[Need]) -> tuple[Need, ...]:
    """Each need as often as it counts.

    Raises:
        CourseError: two of one name, or an amount that makes no sense.
    """
    names = [need.name for need in needs]
    for need in needs:
        if names.count(need.name) > 1:
            says = f"Two needs are called {need.name}; give each a name, or a count."
            raise CourseError(says)
        if need.memory_gib <= 0 or need.sms < 0 or need.count < 1:
            says = "memory and count must be above 0, and SMs not below it."
            raise CourseError(f"{need.name}: {says}")
    return tuple(replace(need, count=1) for need in needs for _ in range(need.count))


def admits(profile: Partition, table: Mig, need: Need) -> bool:
    """Whether an instance of a profile is enough; not where nobody printed what it has."""
    return not lacks(profile, table, need)


def lacks(profile: Partition, table: Mig, need: Need) -> str:
    """The first thing a profile has too little of, "" when it is enough."""
    memory, sms = profile.memory_gib, profile.sms
    if memory is None or memory < need.memory_gib:
        has = "an unknown amount" if memory is None else f"{memory:.2f}"
        return f"needs {need.memory_gib:g} GiB of memory, and {profile.name} has {has}"
    if need.sms and (sms is None or sms < need.sms):
        has = "an unknown number" if sms is None else str(sms)
        return f"needs {need.sms} SMs, and {profile.name} has {has}"
    kind, whole = suffix(profile.name), profile.size == table.memory_slices
    if need.media and not (whole or kind.startswith("+me")):
        return f"needs media extensions, and {profile.name} is without"
    return ""


def suits(table: Mig, need: Need) -> tuple[Partition, ...]:
    """The profiles that are enough, without those kept for others.

    Media extensions are kept for who asks for them, and graphics (+gfx) is not planned.
    """
    kept = {"+gfx"} if need.media else {"+gfx", "+me", "+me.all"}
    return tuple(
        one
        for one in table.profiles
        if suffix(one.name) not in kept and admits(one, table, need)
    )
