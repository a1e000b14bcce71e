"""What a thread did to memory, and what a launch left behind."""

from collections.abc import Iterable
from dataclasses import dataclass

Index = tuple[int, ...]
Three = tuple[int, int, int]  # x, y, z, as CUDA writes them


@dataclass(frozen=True, slots=True)
class Access:
    """One read, write or atomic update of one element.

    Attributes:
        block: index of the block in the grid, x, y, z.
        thread: index of the thread in its block, x, y, z.
        shared: whether the array is shared memory; each block has its own.
        array: the array's name in the kernel.
        kind: "read", "write" or "atomic".
        phase: barriers the thread has passed before it.
        line: line of the kernel, counted from 1.
    """

    block: Three
    thread: Three
    shared: bool
    array: str
    index: Index
    kind: str
    phase: int
    line: int

    @property
    def who(self) -> tuple[Three, Three]:
        """The thread among all threads of the launch."""
        return self.block, self.thread

    @property
    def cell(self) -> str:
        """The element as the kernel writes it, "tile[3]"."""
        return f"{self.array}[{', '.join(map(str, self.index))}]"


@dataclass(frozen=True, slots=True)
class Fault:
    """What ended a thread, or what it read without sense.

    Attributes:
        kind: "bounds", "uninitialised", "barrier" or "error".
        says: the sentence.
    """

    kind: str
    block: Three
    thread: Three
    line: int
    says: str


@dataclass(frozen=True, slots=True)
class Trace:
    """What a launch did, in the order in which it was done.

    Attributes:
        kernel: name of the kernel.
        grid: blocks in x, y, z.
        block: threads of a block in x, y, z.
        barriers: barriers that the block with most of them passed.
        lines: source of the kernel, line by line.
        output: every global array after the launch, by name, as nested lists.
    """

    kernel: str
    grid: Three
    block: Three
    barriers: int
    accesses: tuple[Access, ...]
    faults: tuple[Fault, ...]
    lines: tuple[str, ...]
    output: dict[str, list[object]]

    def count(self, kind: str, *, shared: bool, array: str = "") -> int:
        """Accesses of that kind to one array, or to all of that memory."""
        return len(list(self.of(kind, shared=shared, array=array)))

    def of(self, kind: str, *, shared: bool, array: str = "") -> Iterable[Access]:
        """The accesses of that kind to one array, or to all of that memory."""
        for one in self.accesses:
            if one.kind == kind and one.shared is shared and array in ("", one.array):
                yield one

    def busiest(self, kind: str, *, shared: bool) -> int:
        """Most accesses of that kind that a single thread made."""
        counts: dict[object, int] = {}
        for one in self.of(kind, shared=shared):
            counts[one.who] = counts.get(one.who, 0) + 1
        return max(counts.values(), default=0)


def name_of(block: Three, thread: Three) -> str:
    """A thread in words: "thread 3 of block 0", "thread (1, 2) of block 0"."""
    return f"thread {_short(thread)} of block {_short(block)}"


def _short(index: Three) -> str:
    x, y, z = index
    return str(x) if not y and not z else str((x, y, z) if z else (x, y))
