"""What `nvidia-smi topo -m` prints: how far every two devices are from each other.

Also read: tabs or blanks, a header that is underlined or has lost its first blank, names
that the tool let run together (NIC11NIC12), matrices without adapters, affinities or a
legend, and adapters under their own names, as older drivers print them.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from certlab.errors import CourseError
from certlab.labs.systems.topology.lines import lines

# From near to far. The tool's words for them are in its legend; SOC is what it wrote for
# SYS before NODE was told apart from it.
CELLS = ("PIX", "PXB", "PHB", "NODE", "SYS")
_CELL = re.compile(r"X|NV[1-9]\d*|PIX|PXB|PHB|NODE|SYS|SOC")
_BEHIND = re.compile(r"CPU\s+Affinity")
_GPU = re.compile(r"GPU\d+")
_JOINED = re.compile(r"(?<=\d)(?=(?:GPU|NIC)\d)")
_ADAPTER = re.compile(r"\s*(NIC\d+):\s*(\S+)")
_NO_NAME = re.compile(rf"(?:{_CELL.pattern})$|[^A-Za-z]")
_SELF = re.compile(r"\s*GPU\d+\s.*\bX\b")
# A row, the legend, and the line that some drivers print before the header.
_OWN = re.compile(
    rf"\s*(?:\S+(?:\s+(?:{_CELL.pattern}))+(?:\s.*)?|(?:NIC )?Legend:"
    r"|(?:X|NV#|[A-Z]{3,4})\s+=.*|NIC\d+:.*|\d+ NICs? found.*)"
)


@dataclass(frozen=True)
class Affinity:
    """What stands behind a GPU's row: CPUs, NUMA nodes, and the node of its own memory.

    Each as printed; "" where the column is missing. `own` is "N/A" but on Grace systems,
    where a GPU's memory is a NUMA node.
    """

    cpus: str = ""
    numa: str = ""
    own: str = ""


@dataclass(frozen=True)
class Matrix:
    """A topology.

    Attributes:
        devices: GPUs and adapters as the header names them.
        cells: what stands between two of them, "NV12" or one of CELLS.
        affinities: of each GPU.
        names: an adapter's device by its column, {"NIC0": "mlx5_0"}.
    """

    devices: tuple[str, ...]
    cells: Mapping[tuple[str, str], str]
    affinities: Mapping[str, Affinity]
    names: Mapping[str, str]

    @property
    def gpus(self) -> tuple[str, ...]:
        """The GPUs, in order."""
        return tuple(one for one in self.devices if _GPU.fullmatch(one))

    @property
    def adapters(self) -> tuple[str, ...]:
        """What is no GPU: adapters for InfiniBand or RoCE."""
        return tuple(one for one in self.devices if not _GPU.fullmatch(one))

    def pairs(self) -> list[tuple[str, str]]:
        """Every two GPUs, once."""
        gpus = self.gpus
        return [(a, b) for n, a in enumerate(gpus) for b in gpus[n + 1 :]]

    def links(self, one: str, other: str) -> int:
        """NVLinks between two devices, 0 where they have none."""
        cell = self.cells[one, other]
        return int(cell[2:]) if cell.startswith("NV") else 0

    def name(self, adapter: str) -> str:
        """An adapter's device, its column where there is no legend."""
        return self.names.get(adapter, adapter)


def read(text: str) -> Matrix:
    """A topology from what was printed.

    Raises:
        CourseError: it is none; the sentence names the line and what was expected.
    """
    devices: list[str] = []
    cells: dict[tuple[str, str], str] = {}
    affinities: dict[str, Affinity] = {}
    names: dict[str, str] = {}
    for number, line in lines(text):
        tokens = line.split()
        if found := _ADAPTER.fullmatch(line):
            names[found[1]] = found[2]
        elif not devices:
            devices = _header(line)
        elif tokens and tokens[0] in devices and len(cells) < len(devices) ** 2:
            _row(number, tokens, devices, cells)
            if _GPU.fullmatch(tokens[0]):
                behind = tokens[1 + len(devices) :]
                affinities[tokens[0]] = Affinity(*(behind + [""] * 3)[:3])
    _whole(devices, cells)
    return Matrix(tuple(devices), cells, affinities, names)


def sections(text: str) -> list[str]:
    """The text of each matrix, its header where it was: a paste may hold several."""
    rows = [line for _, line in lines(text)]
    starts = [number for number, line in enumerate(rows) if _header(line)]
    ends = [*starts[1:], len(rows)]
    return [
        "\n" * start + "\n".join(rows[start:end])
        for start, end in zip(starts, ends, strict=False)
        if any(map(_SELF.match, rows[start:end]))
    ]


def owns(line: str) -> bool:
    """Whether a line can be one of the tool's."""
    return bool(_header(line) or _OWN.fullmatch(line))


def _header(line: str) -> list[str]:
    """The devices of a header, nothing where the line is none."""
    head = _BEHIND.split(line)[0]
    tokens = [part for token in head.split() for part in _JOINED.split(token)]
    if not tokens or not _GPU.fullmatch(tokens[0]) or any(map(_NO_NAME.match, tokens)):
        return []
    return tokens


def _row(
    number: int,
    tokens: list[str],
    devices: list[str],
    cells: dict[tuple[str, str], str],
) -> None:
    name, found = tokens[0], tokens[1 : 1 + len(devices)]
    if (name, name) in cells:
        raise CourseError(f"Line {number}: a second row of {name}; expected one.")
    for other, printed in zip(devices, found, strict=False):
        cell = printed.replace("SOC", "SYS")
        if not _CELL.fullmatch(cell):
            raise CourseError(
                f'Line {number}: {name} to {other} reads "{cell}"; expected X, NV and a '
                f"number, {', '.join(CELLS[:-1])} or {CELLS[-1]}."
            )
        if (cell == "X") != (name == other):
            raise CourseError(
                f"Line {number}: {name} to {other} reads {cell}; expected X from a device "
                "to itself, and nowhere else."
            )
        if cells.get((other, name), cell) != cell:
            raise CourseError(
                f"Line {number}: {name} to {other} reads {cell}, and {other} to {name} "
                f"{cells[other, name]}; expected the same."
            )
        cells[name, other] = cell
    if len(found) < len(devices):
        raise CourseError(
            f"Line {number}: the row of {name} has {len(found)} cells; expected "
            f"{len(devices)}, one for each device of the header."
        )


def _whole(devices: list[str], cells: dict[tuple[str, str], str]) -> None:
    if not devices:
        raise CourseError(
            "No line begins with GPU0 and names the columns; expected what "
            "nvidia-smi topo -m prints, with its header."
        )
    missing = [one for one in devices if (one, one) not in cells]
    if missing:
        raise CourseError(
            f"The row of {missing[0]} is missing; expected one for each of the "
            f"{len(devices)} devices of the header."
        )
