"""How the GPUs are divided: as equally as they can be, with walls where there are any.

Everybody shall get as much memory as possible, measured by whoever gets least. First
each learner is to have a GPU or a MIG instance alone. Where that does not do, learners
take turns on one: by time slicing, or by a rota (see `certlab.classroom.plan.rota`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from certlab.classroom.plan.fleet import Kind
from certlab.errors import CourseError
from certlab.labs.mig import Gpu
from certlab.labs.mig.profiles import suffix
from certlab.labs.mig.sharing.plan import stand

SHARING = ("auto", "slices", "turns")


@dataclass(frozen=True)
class Cut:
    """How all GPUs of a kind are divided.

    Attributes:
        profile: the MIG profile of each instance, "" for a whole GPU with MIG off.
        each: devices a GPU gives: instances, or 1.
        memory: of a device, in `unit`.
        sms: of an instance, 0 where nothing is printed or for a whole GPU.
        shares: how many learners time-slice each device.
    """

    kind: Kind
    profile: str
    each: int
    memory: float
    sms: int
    shares: int = 1

    @property
    def unit(self) -> str:
        """Instances are told as nvidia-smi prints them, GPUs as they are sold."""
        return "GiB" if self.profile else "GB"

    @property
    def devices(self) -> int:
        """Devices of all GPUs of the kind."""
        return self.kind.count * self.each

    @property
    def seats(self) -> int:
        """Learners who can be on these GPUs at one time."""
        return self.devices * self.shares

    @property
    def memory_each(self) -> float:
        """Memory for one learner, if all who share a device take the same."""
        return self.memory / self.shares

    @property
    def gpus(self) -> tuple[Gpu, ...]:
        """The GPUs as MIG cuts them; () where there is no MIG."""
        if self.kind.table is None:
            return ()
        profiles = {one.name: one for one in self.kind.table.profiles}
        cut = [profiles[self.profile]] * self.each if self.profile else []
        return (stand(self.kind.table, cut),) * self.kind.count


def divide(
    fleet: Sequence[Kind], learners: int, memory: float, sharing: str = "auto"
) -> tuple[Cut, ...]:
    """How each kind is cut and shared. There may be more learners than seats.

    Args:
        learners: how many need a GPU.
        memory: what each needs at least, GiB.
        sharing: "auto" time-slices only GPUs without MIG, "slices" instances too, and
            "turns" nothing.

    Raises:
        CourseError: no learner, or no GPU has that much memory.
    """
    if learners < 1:
        raise CourseError(
            "--learners: a class has at least one learner; give 1 or more."
        )
    if memory <= 0:
        raise CourseError("--memory: a learner needs more than 0 GiB.")
    if sharing not in SHARING:
        raise CourseError(
            f"--sharing: choose one of {', '.join(SHARING)}, not {sharing}."
        )
    options = [
        rows
        for kind in fleet
        if (rows := [c for c in _cuts(kind) if c.memory >= memory])
    ]
    if not options:
        most = max(
            (cut for kind in fleet for cut in _cuts(kind)), key=lambda c: c.memory
        )
        raise CourseError(
            f"--memory: no GPU has {memory:g} GiB for a learner; {most.kind.name} has "
            f"{most.memory:g} {most.unit}, so ask for less."
        )
    for level in sorted({cut.memory for rows in options for cut in rows}, reverse=True):
        cuts = [_most(rows, level) for rows in options]
        if sum(cut.seats for cut in cuts if cut) >= learners:
            return _widened(options, [one for one in cuts if one], learners)
    cuts = [_most(rows, memory) for rows in options]
    return _shared([one for one in cuts if one], learners, memory, sharing)


def _cuts(kind: Kind) -> Iterator[Cut]:
    """The ways to cut a kind into equal devices; profiles of unknown memory are left out."""
    yield Cut(kind, "", 1, kind.memory_gb, 0)
    for one in kind.table.profiles if kind.table else ():
        if not suffix(one.name) and one.memory_gib and one.most > 1:
            yield Cut(kind, one.name, one.most, one.memory_gib, one.sms or 0)


def _most(rows: Sequence[Cut], level: float) -> Cut | None:
    """The way with the most devices of at least that memory; the larger among equals."""
    enough = [cut for cut in rows if cut.memory >= level]
    return max(enough, key=lambda c: (c.each, c.memory, c.sms), default=None)


def _widened(
    options: Sequence[Sequence[Cut]], cuts: list[Cut], learners: int
) -> tuple[Cut, ...]:
    """The same with larger devices of each kind, as far as all still have one alone."""
    least = min(cut.memory for cut in cuts)
    for n, cut in enumerate(cuts):
        others = sum(one.seats for one in cuts) - cut.seats
        rows = next(rows for rows in options if rows[0].kind == cut.kind)
        fits = [
            one
            for one in rows
            if one.memory >= least and others + one.seats >= learners
        ]
        cuts[n] = max(fits, key=lambda c: (not c.profile, c.memory, c.sms))
    return tuple(cuts)


def _shared(
    cuts: list[Cut], learners: int, memory: float, sharing: str
) -> tuple[Cut, ...]:
    """With one more learner on the devices that have most memory for each, while it lasts."""
    while sum(cut.seats for cut in cuts) < learners:
        able = [
            cut
            for cut in cuts
            if (sharing == "slices" or (sharing == "auto" and cut.kind.table is None))
            and cut.memory / (cut.shares + 1) >= memory
        ]
        if not able:
            break
        widest = max(able, key=lambda cut: cut.memory / (cut.shares + 1))
        cuts[cuts.index(widest)] = replace(widest, shares=widest.shares + 1)
    return tuple(cuts)
