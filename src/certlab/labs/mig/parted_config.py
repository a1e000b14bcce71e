"""A mig-parted configuration on simulated GPUs, and the other way round.

mig-parted clears a GPU and makes its devices in one order after another, largest first,
until one order works (SetMigConfig in pkg/mig/config/config.go): it asks for no starts,
so it depends on where the driver puts things.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from certlab.errors import ContentError
from certlab.formats.encoding import text_of
from certlab.formats.file_limits import within
from certlab.labs.mig import Gpu, Refusal
from certlab.labs.mig.profiles import find
from certlab.labs.mig.real.mig_parted import Rule, read


def apply(rules: Sequence[Rule], gpus: Sequence[Gpu]) -> tuple[Gpu, ...]:
    """The GPUs after mig-parted has applied a configuration.

    Args:
        rules: of one configuration; where several cover a GPU, each is applied in turn.
        gpus: their places are their numbers.

    Raises:
        ContentError: no order of a GPU's devices works.
        Refusal: the GPU has no such profile, or MIG cannot be switched.
    """
    done = list(gpus)
    for rule in rules:
        for number, gpu in enumerate(done):
            if rule.covers(number, gpu.table.pci_ids):
                done[number] = _applied(rule, gpu, number)
    return tuple(done)


def from_file(place: str, gpus: Sequence[Gpu]) -> tuple[Gpu, ...]:
    """The GPUs after a configuration of a file, given as FILE:NAME.

    Raises:
        CourseError: no such file or configuration, or it cannot be applied.
    """
    file, _, name = place.rpartition(":")
    if not file:
        raise ContentError(f"{place}: name the file and its configuration, FILE:NAME.")
    try:
        with Path(file).open("rb") as opened:
            text = text_of(within(opened, file), file)
    except OSError as error:
        raise ContentError(
            f"{file}: cannot be read ({error.strerror}); check the path."
        ) from None
    configs = read(text, file)
    if name not in configs:
        there = ", ".join(configs) or "none"
        raise ContentError(f"{file}: no configuration {name}; it has {there}.")
    return apply(configs[name], gpus)


def _applied(rule: Rule, gpu: Gpu, number: int) -> Gpu:
    empty = replace(gpu, instances=())
    if not rule.enabled:
        return empty.disable()
    empty = empty.enable()
    wanted = Counter({name: count for name, count in rule.profiles if count})
    for name in wanted:
        find(gpu.table, name.split("c.")[-1])
    most, count = gpu.table.compute_slices, wanted.total()
    if (
        count > most
    ):  # before their orders, of which there are as many as ways to line them up
        says = f"GPU {number} ({gpu.table.name}): {count} MIG devices are wanted, and"
        raise ContentError(
            f"{says} each takes one of its {most} compute slices or more."
        )
    last: Refusal | None = None
    for order in _orders(_largest_first(gpu, wanted)):
        try:
            return _made(empty, order)
        except Refusal as refusal:
            last = refusal
    what = ", ".join(f"{count} x {name}" for name, count in wanted.items())
    says = f"GPU {number} ({gpu.table.name}): no order of {what} fits. {last}"
    raise ContentError(says)


def _largest_first(gpu: Gpu, wanted: Counter[str]) -> list[str]:
    def size(name: str) -> tuple[int, int, str]:
        compute, _, whole = name.rpartition("c.")
        profile = find(gpu.table, whole)
        return -profile.compute, -int(compute or profile.compute), name

    return sorted(wanted.elements(), key=size)


def _orders(names: list[str]) -> Iterator[tuple[str, ...]]:
    """Every order of the names, each once, beginning with the one given."""
    if not names:
        yield ()
    for one in dict.fromkeys(names):
        rest = list(names)
        rest.remove(one)
        for order in _orders(rest):
            yield (one, *order)


def _made(gpu: Gpu, order: Sequence[str]) -> Gpu:
    """The devices made in that order; a GPU instance takes what fits in the last one."""
    last: tuple[str, int] | None = None
    for name in order:
        whole = name.split("c.")[-1]
        compute = name if "c." in name else ""
        if last and last[0] == whole:
            try:
                gpu, _ = gpu.create_compute(last[1], compute)
            except Refusal:
                last = None
            else:
                continue
        gpu, instance = gpu.create(whole)
        gpu, _ = gpu.create_compute(instance.id, compute)
        last = whole, instance.id
    return gpu


def rules_of(gpus: Sequence[Gpu]) -> tuple[Rule, ...]:
    """The rules that give these GPUs the MIG devices they have; like GPUs share one."""
    rules: dict[tuple[bool, tuple[tuple[str, int], ...]], list[int]] = {}
    for number, gpu in enumerate(gpus):
        devices = Counter(
            one.name if each.compute == one.profile.compute else each.name
            for one in gpu.listed
            for each in one.computes
        )
        key = gpu.enabled, tuple(devices.items())
        rules.setdefault(key, []).append(number)
    everywhere = len(rules) == 1
    return tuple(
        Rule(None if everywhere else tuple(numbers), enabled, profiles)
        for (enabled, profiles), numbers in rules.items()
    )
