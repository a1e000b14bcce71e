"""How a GPU can be partitioned: the `[[mig]]` tables, and each number as a fact."""

from collections.abc import Iterator
from dataclasses import dataclass

from certlab.course import Course
from certlab.course.expression import Number
from certlab.course.facts import TIERS, Fact
from certlab.course.problems import Problem
from certlab.course.table import Table, valid_id


@dataclass(frozen=True)
class Partition:
    """A GPU instance profile: what one instance of it takes, and where it may stand.

    What nobody has printed is None.

    Attributes:
        name: as nvidia-smi writes it, "1g.10gb+me".
        id: nvidia-smi's profile id; NVML's enumeration is another number.
        compute: compute slices.
        size: memory slices, the units of the placement grid.
        starts: memory slices an instance may start at.
        most: how many of it fit on an empty GPU.
        memory_gib: memory as `nvidia-smi mig -lgip` prints it.
        min_driver: lowest driver, where it is not the GPU's; else "".
        tier: evidence, see `certlab.course.facts.TIERS`.
    """

    name: str
    id: int
    compute: int
    size: int
    starts: tuple[int, ...]
    most: int
    memory_gib: float | None
    sms: int | None
    copy_engines: int | None
    decoders: int | None
    encoders: int | None
    jpeg: int | None
    ofa: int | None
    min_driver: str
    tier: str
    sources: tuple[str, ...]
    note: str


@dataclass(frozen=True)
class Mig:
    """The placement table of one GPU.

    Attributes:
        memory_slices: length of the placement grid.
        compute_slices: how many an instance can be given in all.
        memory_gb: the capacity it is sold with.
        pci_ids: device and vendor, as mig-parted filters on them.
        min_driver: lowest driver with MIG on this GPU, "" when unknown.
        resets: whether switching MIG on resets the GPU.
        profiles: in the order in which nvidia-smi lists them.
    """

    id: str
    name: str
    architecture: str
    memory_slices: int
    compute_slices: int
    memory_gb: int
    pci_ids: tuple[str, ...]
    min_driver: str
    resets: bool
    tier: str
    sources: tuple[str, ...]
    note: str
    profiles: tuple[Partition, ...]
    file: str

    @property
    def facts(self) -> Iterator[Fact]:
        """Each number of the table as a fact: `h100-80gb.mig_1g_10gb_sms`."""
        most = max((one.most for one in self.profiles), default=0)
        whole = (
            ("instances", "Most GPU instances", most, "instances"),
            ("memory_slices", "Memory slices", self.memory_slices, "slices"),
            ("compute_slices", "Compute slices", self.compute_slices, "slices"),
            ("capacity", "Memory as sold", self.memory_gb, "GB"),
        )
        for name, label, value, unit in whole:
            yield _fact(self, self, f"mig_{name}", f"{label}, {self.name}", value, unit)
        for one in self.profiles:
            for name, (field, label, unit) in _MEASURES.items():
                value = getattr(one, field)
                if value is not None:
                    what = f"{label} of {one.name}, {self.name}"
                    id = f"mig_{slug(one.name)}_{name}"
                    yield _fact(self, one, id, what, value, unit)


def tables(course: Course) -> dict[str, Mig]:
    """The placement tables of a course, by the GPU's id."""
    return course.tables.get("mig", {})


def read_mig(data: dict[str, object], file: str, problems: list[Problem]) -> Mig:
    """One `[[mig]]` table with its `[[mig.profile]]` tables."""
    table = Table(data, file, problems, str(data.get("id", "")))
    tier, sources = table.choice("tier", TIERS), table.texts("sources")
    mig = Mig(
        id=table.text("id"),
        name=table.text("name"),
        architecture=table.text("architecture"),
        memory_slices=table.integer("memory_slices"),
        compute_slices=table.integer("compute_slices"),
        memory_gb=table.integer("memory_gb"),
        pci_ids=table.texts("pci_ids"),
        min_driver=table.text("min_driver", ""),
        resets=table.flag("resets"),
        tier=tier,
        sources=sources,
        note=table.text("note", ""),
        profiles=tuple(
            _read_profile(one, tier, sources)
            for one in table.tables("profile", need=True)
        ),
        file=file,
    )
    if not valid_id(mig.id):
        table.problem("an id is lower-case words joined by hyphens.")
    table.done()
    for says in _faults(mig):
        table.problem(says)
    return mig


def _read_profile(table: Table, tier: str, sources: tuple[str, ...]) -> Partition:
    def count(name: str) -> int | None:
        return table.integer(name) if table.has(name) else None

    partition = Partition(
        name=table.text("name"),
        id=table.integer("id"),
        compute=table.integer("compute"),
        size=table.integer("size"),
        starts=_starts(table),
        most=table.integer("most"),
        memory_gib=table.number("memory_gib") if table.has("memory_gib") else None,
        sms=count("sms"),
        copy_engines=count("copy_engines"),
        decoders=count("decoders"),
        encoders=count("encoders"),
        jpeg=count("jpeg"),
        ofa=count("ofa"),
        min_driver=table.text("min_driver", ""),
        tier=table.choice("tier", TIERS, tier),
        sources=table.texts("sources") or sources,
        note=table.text("note", ""),
    )
    table.done()
    return partition


def _starts(table: Table) -> tuple[int, ...]:
    value = table.any("starts")
    if isinstance(value, list) and value and all(type(one) is int for one in value):
        return tuple(value)
    table.problem("starts must be a list of whole numbers.")
    return ()


def _faults(mig: Mig) -> Iterator[str]:
    """What cannot be true of a table, one sentence each."""
    for field in ("name", "id"):
        values = [getattr(one, field) for one in mig.profiles]
        for value in {one for one in values if values.count(one) > 1}:
            yield f"two profiles have the {field} {value}."
    for one in mig.profiles:
        if any(not 0 <= at <= mig.memory_slices - one.size for at in one.starts):
            yield f"{one.name} starts where the grid does not hold it."
        if one.size < 1 or not 1 <= one.compute <= mig.compute_slices:
            yield f"{one.name} takes slices that the GPU does not have."
        if not 1 <= one.most <= max(len(one.starts), 1):
            yield f"{one.name} fits more often than it has starts."
        if one.tier in ("A", "C") and not one.sources:
            yield f"{one.name}: tier {one.tier} needs a source."
        if one.tier == "B" and len(one.sources) < 2:
            yield f"{one.name}: tier B needs two sources that agree."


# Fact name: (field of the profile, label, unit). Units as in certlab.course.units.
_MEASURES = {
    "id": ("id", "Profile id", ""),
    "compute": ("compute", "Compute slices", "slices"),
    "size": ("size", "Memory slices", "slices"),
    "most": ("most", "Most instances", "instances"),
    "memory": ("memory_gib", "Memory", "GiB"),
    "sms": ("sms", "SMs", "SMs"),
    "copy_engines": ("copy_engines", "Copy engines", ""),
    "decoders": ("decoders", "Video decoders", ""),
    "encoders": ("encoders", "Video encoders", ""),
    "jpeg": ("jpeg", "JPEG engines", ""),
    "ofa": ("ofa", "Optical flow engines", ""),
}


def slug(profile: str) -> str:
    """A profile's name inside a fact id: 1g.10gb+me is 1g_10gb_me, -me is _no_me."""
    return profile.replace("-", "_no_").replace("+", "_").replace(".", "_")


def _fact(
    mig: Mig, row: Mig | Partition, name: str, what: str, value: Number, unit: str
) -> Fact:
    return Fact(
        id=f"{mig.id}.{name}",
        what=what,
        value=value,
        unit=unit,
        sparsity="",
        form="",
        tier=row.tier,
        sources=row.sources,
        where="",
        as_of="",
        exam_era="",
        current="",
        note=row.note,
        file=mig.file,
    )
