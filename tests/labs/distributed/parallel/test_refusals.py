"""What cannot be shared out is a sentence with the numbers; answers are watched closely."""

from contextlib import nullcontext
from typing import Any

import pytest

from certlab.errors import CourseError
from certlab.labs.distributed.real import parallel
from certlab.labs.distributed.real.parallel import checks, single_rank

from .ways import fsdp, fsdp_kept


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            lambda: checks.share_of_batch(10, 4),
            "10 sequences do not divide among 4 data-parallel ranks; take 8 or 12.",
        ),
        (
            lambda: checks.share_of_batch(3, 4),
            "3 sequences do not divide among 4 data-parallel ranks; take 4.",
        ),
        (
            lambda: checks.mesh(4, data=3, tensor=2),
            (
                "A mesh of data 3 × tensor 2 has 6 places, and there are 4 ranks; the "
                "sizes must multiply to 4."
            ),
        ),
        (
            lambda: checks.tensor_parallel(parallel.Task(ffn=254), 4),
            (
                "254 columns of the MLP cannot be divided equally among 4 "
                "tensor-parallel ranks; choose a number of ranks that divides 254."
            ),
        ),
        (
            lambda: parallel.Task(heads=5),
            "5 heads do not divide a width of 64.",
        ),
        (lambda: parallel.Task(layers=0), "Every size of a training is 1 or more."),
    ],
)
def test_a_refusal_has_its_numbers(call: Any, said: str) -> None:
    with pytest.raises(CourseError) as refused:
        call()
    assert str(refused.value) == said


def quiet(
    model: Any, pieces: Any, *, divide: bool = True, always: bool = False
) -> None:
    for place, (inputs, targets) in enumerate(pieces):
        silent = always or place < len(pieces) - 1
        with model.no_sync() if silent else nullcontext():
            found = parallel.loss(model(inputs), targets)
            (found / len(pieces) if divide else found).backward()


def loud(model: Any, pieces: Any) -> None:
    for inputs, targets in pieces:
        (parallel.loss(model(inputs), targets) / len(pieces)).backward()


def last(model: Any, pieces: Any) -> None:
    quiet(model, pieces[-1:])


def test_an_accumulation_is_watched() -> None:
    found = single_rank.accumulated(quiet)
    assert (found.backwards, found.reductions) == (4, 1)
    assert found.factor == pytest.approx(1)
    assert single_rank.accumulated(loud).reductions == 4
    silent = single_rank.accumulated(lambda *given: quiet(*given, always=True))
    assert (silent.backwards, silent.reductions) == (4, 0)
    whole = single_rank.accumulated(lambda *given: quiet(*given, divide=False))
    assert whole.factor == pytest.approx(4)
    one = single_rank.accumulated(last)
    assert one.factor != pytest.approx(1, abs=0.5) or one.factor != one.factor
    assert not single_rank.accumulated(lambda *_: None).attempted
    failed = single_rank.accumulated(lambda *_: 1 / 0)
    assert failed.error == "ZeroDivisionError: division by zero"


def test_a_sharding_is_watched() -> None:
    task = parallel.Task()
    block = 4 * task.hidden**2 + 2 * task.hidden * task.ffn + 4 * task.hidden
    rest = task.parameters - task.layers * block
    found = single_rank.sharded(fsdp, task)
    assert found.groups == (block,) * task.layers + (rest,)
    assert found.again
    assert not single_rank.sharded(fsdp_kept, task).again
    assert not single_rank.sharded(lambda _: None, task).attempted


def test_no_group_is_left_behind() -> None:
    from torch import distributed

    single_rank.accumulated(loud)
    single_rank.sharded(fsdp, parallel.Task())
    assert not distributed.is_initialized()
