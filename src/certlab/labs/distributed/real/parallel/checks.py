"""What cannot be shared out, refused in a sentence with the numbers before anything runs."""

from math import prod

from certlab.errors import CourseError
from certlab.labs.distributed.memory.checks import must_divide
from certlab.labs.distributed.pipeline import Pipeline
from certlab.labs.distributed.real.parallel.task import Task
from certlab.words import Sentence


def share_of_batch(batch: int, ranks: int) -> int:
    """Sequences of a rank.

    Raises:
        CourseError: they do not divide.
    """
    if batch % ranks:
        less = batch - batch % ranks
        raise CourseError(
            f"{batch} sequences do not divide among {ranks} data-parallel ranks; take "
            f"{f'{less} or ' if less else ''}{less + ranks}."
        )
    return batch // ranks


def mesh(ranks: int, **sizes: int) -> tuple[int, ...]:
    """The shape of a mesh, `mesh(4, data=2, tensor=2)`.

    Raises:
        CourseError: its dimensions do not make up the ranks.
    """
    told = " × ".join(f"{name} {size}" for name, size in sizes.items())
    if prod(sizes.values()) != ranks:
        raise CourseError(
            f"A mesh of {told} has {prod(sizes.values())} places, and there are {ranks} "
            f"ranks; the sizes must multiply to {ranks}."
        )
    return tuple(sizes.values())


def tensor_parallel(task: Task, ranks: int) -> None:
    """Refuse what tensor parallelism cannot split.

    Raises:
        CourseError: attention heads or columns of the MLP do not divide.
    """
    must_divide(task.heads, Sentence("attention heads"), ranks)
    must_divide(task.ffn, Sentence("columns of the MLP"), ranks)


# What a schedule wants of chunks, in words; all others have one.
CHUNKS = {
    "interleaved": "two model chunks or more",
    "zb-v": "two model chunks",
}


def chunks_fit(schedule: str, chunks: int) -> bool:
    """Whether a schedule takes so many model chunks a stage."""
    if schedule == "interleaved":
        return chunks >= 2
    return chunks == (2 if schedule == "zb-v" else 1)


def stages(layers: int, ranks: int, chunks: int = 1) -> int:
    """Layers of one model chunk.

    Raises:
        CourseError: there are fewer layers than parts, or they do not divide.
    """
    parts = ranks * chunks
    told = f"{ranks} stages" + (
        f" with {chunks} model chunks each" if chunks > 1 else ""
    )
    if parts > layers:
        raise CourseError(
            f"{told} need more than the {layers} layers of the model; use fewer."
        )
    if layers % parts:
        raise CourseError(
            f"{layers} layers cannot be divided equally among {told}; change one of them."
        )
    return layers // parts


def micro_batches(batch: int, count: int) -> int:
    """Sequences of a micro-batch.

    Raises:
        CourseError: the batch does not divide into so many.
    """
    if count < 1 or batch % count:
        raise CourseError(
            f"A batch of {batch} sequences cannot be divided into {count} equal "
            f"micro-batches; use a number that divides {batch}."
        )
    return batch // count


def rounds(schedule: str, ranks: int, count: int) -> None:
    """Refuse numbers of micro-batches that a schedule has no order for.

    torch lets an interleaved schedule's rounds be longer than the ranks are many, so it
    takes 10 micro-batches on 4; Megatron and the simulator do not, and neither do we.

    Raises:
        CourseError: too few of them, or not whole rounds.
    """
    if schedule == "1f1b" and count < ranks:
        raise CourseError(
            f"1f1b fills {ranks} stages with as many micro-batches at least, not {count}."
        )
    if schedule == "interleaved":
        # The simulator refuses what is no whole round, in its own words.
        Pipeline(schedule=schedule, stages=ranks, micro_batches=count, chunks=2)
