"""Puzzles: what a kernel must do, and what it must not do to get there.

A puzzle has a launch, several inputs and rules. `claims` runs a learner's kernel and says,
one after another, what must hold and what to do where it does not.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from certlab.errors import CourseError
from certlab.labs.cuda.kernels.access import Access, Fault, Trace, name_of
from certlab.labs.cuda.kernels.launch import launch
from certlab.labs.cuda.kernels.races import races
from certlab.labs.cuda.kernels.source import cheats, read

Claim = tuple[bool, str]
Sizes = int | tuple[int, ...]


@dataclass(frozen=True)
class Case:
    """One launch of a puzzle.

    Attributes:
        arguments: the first is the output, filled with None: nothing is in it yet.
        expected: what the output must be.
    """

    grid: Sizes
    block: Sizes
    arguments: tuple[Any, ...]
    expected: Sequence[Any]


@dataclass(frozen=True)
class Puzzle:
    """What is asked of a kernel.

    Attributes:
        loops: whether a loop is allowed.
        reads: most reads of global memory that one thread may make.
        writes: most writes to global memory that one thread may make.
        shared_reads: most reads of shared memory that one thread may make.
        total_reads: most reads of global memory that the whole launch may make, by case.
        barriers: fewest barriers, by case; empty where none is needed.
        columns_by_x: whether thread x must take column x of what it touches.
    """

    cases: tuple[Case, ...]
    loops: bool = False
    reads: int = 1
    writes: int = 1
    shared_reads: int = 0
    total_reads: tuple[int, ...] = ()
    barriers: tuple[int, ...] = ()
    columns_by_x: bool = False


def claims(puzzle: Puzzle, kernel: Callable[..., Any]) -> Iterator[Claim]:
    """What must hold of a kernel, and the hint where it does not; worked out as asked."""
    try:
        source = read(kernel)
        for says in cheats(source, loops=puzzle.loops):
            yield False, says
        for number, case in enumerate(puzzle.cases):
            yield from _case(puzzle, number, case, kernel)
    except CourseError as error:
        yield False, str(error)


def _case(
    puzzle: Puzzle, number: int, case: Case, kernel: Callable[..., Any]
) -> Iterator[Claim]:
    trace = launch(kernel, case.grid, case.block, *case.arguments)
    found = races(trace)
    raced = {one.cell for one in found}
    for fault in trace.faults:
        # A read of what nobody has written yet is the race seen from its other side.
        hidden = fault.kind == "uninitialised" and any(
            cell in fault.says for cell in raced
        )
        yield hidden, _told(fault)
    yield not found, str(found[0]) if found else ""
    yield from _shape(puzzle, number, trace)
    output = next(iter(trace.output.values()))
    yield _alike(output, case.expected), _difference(output, case)
    for order in ("backward", "shuffled"):
        other = launch(kernel, case.grid, case.block, *case.arguments, order=order)
        yield (
            other.output == trace.output,
            "the result changes with the order of the threads; who waits for whom?",
        )


def _shape(puzzle: Puzzle, number: int, trace: Trace) -> Iterator[Claim]:
    """Whether the work is done in the way that is asked for."""
    output = next(iter(trace.output))
    writes = [one for one in trace.accesses if not one.shared and one.kind != "read"]
    foreign = {one.array for one in writes} - {output}
    yield not foreign, f"only {output} is written; {', '.join(foreign)} is input."
    most = trace.busiest("write", shared=False)
    yield (
        most <= puzzle.writes,
        f"one thread writes {most} elements of {output}; each thread writes its own.",
    )
    most = trace.busiest("read", shared=False)
    yield (
        most <= puzzle.reads,
        f"one thread reads global memory {most} times, and {puzzle.reads} will do.",
    )
    most = trace.busiest("read", shared=True)
    allowed = puzzle.shared_reads
    will = f"one thread reads shared memory {most} times, and {allowed} will do"
    yield most <= allowed or not allowed, f"{will}: share the work out."
    if puzzle.total_reads:
        total, allowed = trace.count("read", shared=False), puzzle.total_reads[number]
        will = f"global memory is read {total} times in all, and {allowed} will do"
        yield total <= allowed, f"{will}: keep in shared memory what is needed again."
    if puzzle.columns_by_x:
        yield (
            all(
                one.shared or one.index[-1] == _x(trace, one) for one in trace.accesses
            ),
            "neighbours in x must touch neighbours in memory: x is the column.",
        )
    if puzzle.barriers:
        wanted = puzzle.barriers[number]
        yield (
            trace.barriers >= wanted,
            f"the block passes {trace.barriers} barriers, and cannot do with under {wanted}.",
        )


def _x(trace: Trace, one: Access) -> int:
    """Index of the access's thread in the whole grid, in x."""
    return one.block[0] * trace.block[0] + one.thread[0]


def _told(fault: Fault) -> str:
    return f"line {fault.line}: {name_of(fault.block, fault.thread)} {fault.says}."


def _flat(values: Any) -> list[Any]:
    if not isinstance(values, list | tuple):
        return [values]
    return [one for row in values for one in _flat(row)]


def _alike(found: Any, expected: Any) -> bool:
    ours, theirs = _flat(found), _flat(expected)
    return len(ours) == len(theirs) and all(map(_close, ours, theirs))


def _close(one: Any, other: Any) -> bool:
    if not isinstance(one, int | float):
        return False
    return bool(abs(one - other) <= 1e-6 * max(1.0, abs(other)))


def _difference(output: Any, case: Case) -> str:
    """Where the output is not what it should be."""
    pairs = zip(_flat(output), _flat(case.expected), strict=False)
    for n, (one, other) in enumerate(pairs):
        if one is None:
            return f"element {n} of the output is never written."
        if not _close(one, other):
            return f"element {n} of the output is {one} and should be {other:g}."
    return ""
