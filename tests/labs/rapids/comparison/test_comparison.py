"""The fair comparison's job: one answer in three ways, and what each measurement counts."""

import sys

import numpy as np
import pytest

from certlab.errors import BackendError
from certlab.labs.rapids.real import comparison
from certlab.labs.rapids.real.comparison import contest, nearest


@pytest.mark.parametrize("count", [0, 1, 7, 200])
def test_three_ways_give_one_answer(count: int) -> None:
    x, centres = comparison.points(count, centres=5, width=3)
    plain = comparison.by_lists(x.tolist(), centres.tolist())
    if count == 0:
        assert plain == []
        return
    assert comparison.same_labels(plain, comparison.by_centre(x, centres)) == ""
    assert comparison.same_labels(plain, comparison.by_product(x, centres)) == ""
    apart = ((x[:, None] - centres) ** 2).sum(axis=2)
    assert comparison.same_labels(plain, apart.argmin(axis=1)) == ""


def test_a_tie_goes_to_the_first() -> None:
    x, centres = np.zeros((1, 1)), np.array([[1.0], [-1.0]])
    assert nearest.by_lists(x.tolist(), centres.tolist()) == [0]
    assert nearest.by_centre(x, centres)[0] == nearest.by_product(x, centres)[0] == 0


def test_answers_that_differ_say_how_far() -> None:
    assert nearest.same_labels([1, 2, 3], [1, 0, 0]) == "2 of 3 rows differ"
    assert nearest.same_labels([1], [1, 2]) == "1 rows against 2"


def test_an_offset_moves_nothing_but_rounding() -> None:
    near, far = (comparison.points(50, offset=one) for one in (0.0, 64.0))
    assert np.allclose(far[0] - 64, near[0])
    assert (
        comparison.same_labels(nearest.by_centre(*near), nearest.by_centre(*far)) == ""
    )


def test_threads_are_held_back_and_given_back() -> None:
    threads = pytest.importorskip("threadpoolctl")

    def taken() -> set[int]:
        pools = threads.threadpool_info()
        return {one["num_threads"] for one in pools if one["user_api"] == "blas"}

    before = taken()
    assert comparison.with_threads(1, taken)() == {1}
    assert taken() == before


def test_without_threadpoolctl_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "threadpoolctl", None)
    with pytest.raises(BackendError, match="certlab lab prepare "):
        comparison.with_threads(1, list)


def test_a_first_call_has_its_import_counted() -> None:
    found = comparison.first_call(50, calls=2)
    assert found.cold == found.start + found.first
    assert min(found.start, found.first, found.later) > 0


def test_a_process_that_fails_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "false")
    with pytest.raises(BackendError, match="A new process with NumPy failed"):
        comparison.first_call(50)


def test_a_pipelines_stages_add_up() -> None:
    found = comparison.stages(100, runs=2)["new"]
    assert found.whole == pytest.approx(found.read + found.assign + found.write)
    assert 0 < found.share < 1


@pytest.mark.parametrize("id", ["matmul-threads", "matmul-types"])
def test_the_contests_of_the_processor_give_the_same_answer(
    monkeypatch: pytest.MonkeyPatch, id: str
) -> None:
    pytest.importorskip("threadpoolctl")
    monkeypatch.setattr(contest, "_SIZE", 64)
    ready = contest.contests()[id].make()
    assert ready.same() == ""
    assert np.asarray(ready.new()).shape == (64, 64)


def test_a_product_that_differs_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contest, "_SIZE", 64)
    monkeypatch.setattr(
        contest, "_times", lambda a, b: (a @ b) * (1 + (a.itemsize == 4))
    )
    assert "an element differs by" in contest.contests()["matmul-types"].make().same()
