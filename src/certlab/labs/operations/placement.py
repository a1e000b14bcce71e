"""Which cores lie near which GPU, read from an output, and what is wrong with a plan to pin to them."""

import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from certlab.errors import CourseError


@dataclass(frozen=True, slots=True)
class Side:
    """Where a GPU is attached.

    Attributes:
        cores: the logical cores near it.
        node: the NUMA node.
    """

    cores: frozenset[int]
    node: int


def core_list(text: str) -> frozenset[int]:
    """The numbers of a list such as ``0-3,8``, as Linux, taskset and nvidia-smi write it.

    Raises:
        CourseError: it is no such list.
    """
    cores: set[int] = set()
    for part in text.replace(" ", "").split(","):
        first, dash, last = part.partition("-")
        if not (first.isdecimal() and (last.isdecimal() or not dash)):
            raise CourseError(f"{text!r} is no list of cores; write one such as 0-3,8.")
        low, high = int(first), int(last or first)
        if not low <= high < 4096:
            raise CourseError(f"{part!r} in {text!r} counts downwards or too far.")
        cores.update(range(low, high + 1))
    return frozenset(cores)


def sides(topo: str) -> dict[int, Side]:
    """The side of each GPU, from the columns of affinity of ``nvidia-smi topo -m``.

    Raises:
        CourseError: the text has no such columns.
    """
    rows = [line.split() for line in topo.splitlines() if line.startswith("GPU")]
    found: dict[int, Side] = {}
    for row in rows:
        spot = next((i for i, word in enumerate(row) if i and word[0].isdigit()), 0)
        if not row[0][3:].isdecimal() or not spot or len(row) < spot + 2:
            raise CourseError("A row of a GPU has no CPU and NUMA affinity.")
        found[int(row[0][3:])] = Side(core_list(row[spot]), int(row[spot + 1]))
    if not found:
        raise CourseError("There is no row of a GPU in this text.")
    return found


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a plan.

    Attributes:
        gpu: the GPU whose cores are concerned.
        kind: "far", "shared", "sibling" or "few".
        cores: the cores concerned; with "few", all that it has.
    """

    gpu: int
    kind: str
    cores: frozenset[int]


def faults(
    plan: Mapping[int, frozenset[int]],
    near: Mapping[int, Side],
    *,
    threads: int,
    least: int,
) -> list[Fault]:
    """What a plan to pin one process to the cores of each GPU does wrong.

    Args:
        plan: the cores of each GPU's process.
        near: where each GPU is.
        threads: cores of the whole server; the second thread of core c is c + threads.
        least: physical cores that each process needs.
    """
    found: list[Fault] = []
    taken: set[int] = set()
    physical: set[int] = set()
    for gpu, cores in sorted(plan.items()):
        own = {core % threads for core in cores}
        checks = {
            "far": cores - near[gpu].cores,
            "shared": cores & taken,
            "sibling": {c for c in cores - taken if c % threads in physical},
            "few": set() if len(own) >= least else set(cores) or {-1},
        }
        found += [Fault(gpu, kind, frozenset(c)) for kind, c in checks.items() if c]
        taken |= cores
        physical |= own
    return found


def bound(line: str) -> dict[str, str]:
    """What a line with ``numactl`` binds: its long options, and the program under ``run``.

    Raises:
        CourseError: it does not begin with numactl, or a quotation mark is open.
    """
    try:
        words = shlex.split(line)
    except ValueError:
        raise CourseError(f"A quotation mark is open in {line!r}.") from None
    if not words or words[0] != "numactl":
        raise CourseError("The line begins with numactl.")
    short = {"-N": "--cpunodebind", "-m": "--membind", "-C": "--physcpubind"}
    options: dict[str, str] = {}
    rest = iter(words[1:])
    for word in rest:
        if not word.startswith("-"):
            return {**options, "run": shlex.join([word, *rest])}
        name, equals, value = word.partition("=")
        options[short.get(name, name)] = value if equals else next(rest, "")
    return options


def nodes_with_gpus(near: Iterable[Side]) -> frozenset[int]:
    """The NUMA nodes to which a GPU is attached."""
    return frozenset(side.node for side in near)
