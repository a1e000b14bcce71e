"""Run a kernel: block after block, and in a block thread after thread up to a barrier."""

import random
from collections.abc import Callable, Generator
from itertools import product
from typing import Any

from certlab.errors import CourseError
from certlab.labs.cuda.kernels.access import Three, Trace, name_of
from certlab.labs.cuda.kernels.arrays import OutOfBoundsError, Watched, flatten
from certlab.labs.cuda.kernels.numba_api import Cuda, Place, line_now
from certlab.labs.cuda.kernels.source import generator, read

MOST = 4096  # threads of a launch; a picture of more shows nothing
Thread = Generator[int, None, None]


def launch(
    kernel: Callable[..., Any],
    grid: int | tuple[int, ...],
    block: int | tuple[int, ...],
    *arguments: Any,
    order: str = "forward",
) -> Trace:
    """Run a kernel and write down every access.

    Args:
        kernel: a function written for numba-cuda, with or without `@cuda.jit`.
        grid: blocks in x, or in x and y, or in x, y and z.
        block: threads of a block, likewise.
        arguments: lists, or arrays with `tolist`, become watched arrays and are not
            changed themselves; numbers stay numbers.
        order: who goes first between two barriers: "forward", "backward" or
            "shuffled". A kernel without a race gives the same result in each.

    Raises:
        CourseError: the launch itself makes no sense, or the kernel never ends.
    """
    source = read(kernel)
    if len(arguments) != len(source.parameters):
        raise CourseError(
            f"{source.name} takes {len(source.parameters)} arguments, not {len(arguments)}."
        )
    sizes, threads = three(grid), three(block)
    total = _product(sizes) * _product(threads)
    if total > MOST:
        raise CourseError(f"{total:,} threads are too many to watch; take {MOST:,}.")
    if order not in ("forward", "backward", "shuffled"):
        raise CourseError(
            f"There is no order {order}; take forward, backward or shuffled."
        )
    cuda = Cuda(sizes, threads)
    given = [
        _watched(name, one, cuda)
        for name, one in zip(source.parameters, arguments, strict=True)
    ]
    body, barriers = generator(source, cuda), 0
    for at in indices(sizes, order):
        barriers = max(barriers, _block(cuda, body, given, at, indices(threads, order)))
    arrays = [one for one in given if isinstance(one, Watched)]
    return Trace(
        *(
            source.name,
            sizes,
            threads,
            barriers,
            tuple(cuda.accesses),
            tuple(cuda.faults),
        ),
        source.lines,
        {one.name: one.nested() for one in arrays},
    )


def three(of: int | tuple[int, ...]) -> Three:
    """One to three sizes as x, y and z.

    Raises:
        CourseError: they are not one to three whole numbers above 0.
    """
    sizes = (of,) if isinstance(of, int) else tuple(of)
    if not 1 <= len(sizes) <= 3 or any(n < 1 for n in sizes):
        raise CourseError("A grid and a block have one to three sizes above 0.")
    x, y, z = (*sizes, 1, 1)[:3]
    return x, y, z


def _watched(name: str, value: Any, cuda: Cuda) -> Any:
    if not isinstance(value, list | tuple) and not hasattr(value, "tolist"):
        return value
    shape, flat = flatten(value)
    return Watched(name, shape, flat, cuda.note, shared=False)


def _block(
    cuda: Cuda,
    body: Callable[..., Thread],
    given: list[Any],
    block: Three,
    order: list[Three],
) -> int:
    """Run one block to its end; how many barriers it passed."""
    waiting = {one: body(*given) for one in order}
    phase = 0
    while True:
        lines: dict[Three, int] = {}
        for thread in list(waiting):
            cuda.at = Place(block, thread, phase)
            line = _turn(cuda, waiting[thread])
            if line is None:
                del waiting[thread]
            else:
                lines[thread] = line
        if not lines:
            return phase
        _see_barrier(cuda, block, order, lines)
        phase += 1


def _turn(cuda: Cuda, thread: Thread) -> int | None:
    """Run a thread to its next barrier; the barrier's line, None when it has ended."""
    try:
        return next(thread)
    except StopIteration:
        return None
    except CourseError:
        raise
    except OutOfBoundsError as error:
        cuda.fault("bounds", _line(error), f"takes {error}")
    except Exception as error:  # noqa: BLE001 -- whatever the learner's kernel raises ends its thread
        told = str(error) or type(error).__name__
        cuda.fault("error", _line(error), f"stops with {type(error).__name__}: {told}")
    return None


def _line(error: BaseException) -> int:
    """Line of the kernel the error came through."""
    trace, found = error.__traceback__, line_now()
    while trace is not None:
        if trace.tb_frame.f_code.co_filename.startswith("<kernel "):
            found = trace.tb_lineno
        trace = trace.tb_next
    return found


def _see_barrier(
    cuda: Cuda, block: Three, order: list[Three], lines: dict[Three, int]
) -> None:
    """Note a barrier that not every thread of the block came to, once a line."""
    line = next(iter(lines.values()))
    away = [one for one in order if lines.get(one) != line]
    broken = {
        (one.thread, one.block)
        for one in cuda.faults
        if one.kind in ("bounds", "error")
    }
    away = [one for one in away if (one, block) not in broken]
    known = {(one.block, one.line) for one in cuda.faults if one.kind == "barrier"}
    if away and (block, line) not in known:
        cuda.at = Place(block, away[0], 0)
        here = next(iter(lines))
        cuda.fault(
            "barrier",
            line,
            f"is not at the barrier of line {line} where {name_of(block, here)} waits",
        )


def indices(sizes: Three, order: str) -> list[Three]:
    """All indices, x fastest, in the order asked for."""
    every = [(x, y, z) for z, y, x in product(*map(range, reversed(sizes)))]
    if order == "backward":
        every.reverse()
    if order == "shuffled":
        random.Random(len(every)).shuffle(every)  # the same each time
    return every


def _product(of: Three) -> int:
    return of[0] * of[1] * of[2]
