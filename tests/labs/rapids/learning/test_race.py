"""Times: threads that are really limited, every engine clocked, stages and leaks."""

import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from certlab.labs.rapids.real import learning
from certlab.labs.rapids.real.learning import Pictures, leaks, race, stage_times
from certlab.labs.rapids.real.learning.threads import limited

ONE = learning.scikit_learn(1)
FOREST, KNN = learning.method("forest"), learning.method("knn")


def threads() -> set[int]:
    return {one["num_threads"] for one in threadpool_info()}


def test_openmp_and_blas_are_held_to_the_threads_named() -> None:
    with threadpool_limits(limits=2):
        assert threads() == {2}
        with limited(1):
            assert threads() == {1}
        with limited(0):
            assert threads() == {2}
        assert threads() == {2}


def test_a_model_is_trained_and_asked_within_the_limit(
    few: Pictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []

    class Model:
        def fit(self, _rows: object, _labels: object) -> None:
            seen.append(threads())

        def predict(self, held: object) -> object:
            seen.append(threads())
            return held

    monkeypatch.setattr(learning.Engine, "estimator", lambda *_a, **_k: Model())
    with threadpool_limits(limits=2):
        learning.train(FOREST, ONE, few)
    assert seen == [{1}, {1}]


def test_engines_are_timed_in_turn_after_a_first_call(
    few: Pictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    monkeypatch.setattr(race, "train", lambda *given: asked.append(given[1].threads))
    two = learning.scikit_learn(2)
    found = learning.fit_times([ONE, two], few, [KNN], rounds=3)
    assert asked == [1, 2, 1, 2, 1, 2, 1, 2]
    assert found.keys() == {"knn"}
    assert found["knn"].keys() == {ONE, two}


def test_times_are_seconds_of_the_real_work(few: Pictures) -> None:
    found = learning.fit_times([ONE], few, rounds=2)
    assert found.keys() == {"forest", "kmeans", "pca", "knn"}
    for taken in found.values():
        assert 0 < taken[ONE].low <= taken[ONE].value <= taken[ONE].high < 60
    assert found["forest"][ONE].low > found["pca"][ONE].low


def test_a_sweep_has_a_time_for_each_size(data: Pictures) -> None:
    found = learning.sweep(ONE, data, [100, 3000], [FOREST])
    (few, many) = found["forest"]
    assert 0 < few < many


def test_umap_is_slower_the_first_time_in_a_process(
    few: Pictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = []
    monkeypatch.setattr(
        race, "train", lambda *given, **_near: rows.append(len(given[2].rows))
    )
    clock = iter([0.0, 7.0, 10.0, 10.5])
    monkeypatch.setattr(race.time, "perf_counter", lambda: next(clock))
    found = learning.umap_starts(ONE, few, rows=50)
    assert (found.first, found.second) == (7.0, 0.5)
    assert rows == [50, 50]


@pytest.mark.parametrize("one", [FOREST, KNN], ids=lambda one: one.id)
def test_the_stages_of_a_job_are_all_there(one: learning.Method, few: Pictures) -> None:
    found = learning.stages(one, ONE, few, rows=500)
    assert [*found] == ["read", "scale", "train", "predict", "report"]
    assert all(taken > 0 for taken in found.values())


def test_the_file_that_is_read_has_the_pictures(few: Pictures) -> None:
    rows, labels = stage_times._read(stage_times._written(few))
    assert abs(rows - few.rows).max() <= 0.051
    assert (labels == few.labels).all()


def test_features_chosen_on_all_rows_find_what_is_not_there(data: Pictures) -> None:
    found = leaks.chosen(data)
    assert abs(found["after the split"] - 0.5) < 0.1
    assert found["before the split"] > 0.65


def test_a_scaler_that_saw_all_rows_changes_little_here(data: Pictures) -> None:
    found = leaks.scaled(data)
    assert min(found.values()) > 0.95
    assert abs(found["after the split"] - found["before the split"]) < 0.01
