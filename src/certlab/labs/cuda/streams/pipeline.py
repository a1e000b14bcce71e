"""The usual pattern: a large array in chunks, each copied in, worked on, copied out."""

from collections.abc import Iterator

from certlab.errors import CourseError
from certlab.labs.cuda.streams.work import Copy, Kernel, Work


def pipeline(
    chunks: int,
    streams: int,
    copy_in: float,
    kernel: float,
    copy_out: float,
    *,
    breadth: bool = False,
    pinned: bool = True,
) -> tuple[Work, ...]:
    """The host's calls, the chunks dealt out to the streams in turn.

    Args:
        chunks: how many pieces.
        streams: how many streams.
        copy_in, kernel, copy_out: seconds for all chunks together.
        breadth: call all copies in of a round, then all kernels, then all copies out; by
            default chunk after chunk.
        pinned: whether the host's memory is page-locked.

    Raises:
        CourseError: no chunk, no stream, or a time that is not above 0.
    """
    if chunks < 1 or streams < 1:
        raise CourseError("A pipeline has at least one chunk and one stream.")
    rounds = [range(n, min(n + streams, chunks)) for n in range(0, chunks, streams)]
    parts = [copy_in / chunks, kernel / chunks, copy_out / chunks]
    calls: list[Work] = []
    for one in rounds:
        by_chunk = [list(_chunk(n, str(n % streams + 1), parts, pinned)) for n in one]
        if breadth:
            by_chunk = [list(step) for step in zip(*by_chunk, strict=True)]
        calls += [call for group in by_chunk for call in group]
    return tuple(calls)


def _chunk(
    number: int, stream: str, seconds: list[float], pinned: bool
) -> Iterator[Work]:
    yield Copy(stream, "in", seconds[0], f"in {number + 1}", pinned)
    yield Kernel(stream, seconds[1], f"kernel {number + 1}")
    yield Copy(stream, "out", seconds[2], f"out {number + 1}", pinned)
