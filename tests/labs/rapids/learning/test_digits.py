"""The data: apart, balanced, and enlarged by the stated rule only."""

import sys
from pathlib import Path

import numpy as np
import pytest

from certlab.errors import BackendError
from certlab.labs.rapids.real import learning
from certlab.labs.rapids.real.learning import Pictures, methods
from certlab.labs.rapids.real.learning import digits as made


def test_the_pictures_are_apart_and_all_there(data: Pictures) -> None:
    assert (len(data.rows), len(data.held)) == (1437, 360)
    assert not {*map(tuple, data.rows)} & {*map(tuple, data.held)}
    assert data.rows.dtype == np.float32
    assert data.labels.dtype == np.int32
    assert (data.rows.min(), data.rows.max()) == (0, 16)


def test_each_digit_has_its_share_of_those_held_out(data: Pictures) -> None:
    whole = np.bincount(data.labels) + np.bincount(data.held_labels)
    assert abs(np.bincount(data.held_labels) / whole - 0.2).max() < 0.01


def test_more_pictures_begin_with_the_originals(data: Pictures) -> None:
    many = learning.enlarged(data, 4000)
    assert many.rows.shape == (4000, 64)
    assert (many.rows[:1437] == data.rows).all()
    assert (many.labels == data.labels[np.arange(4000) % 1437]).all()
    assert many.held is data.held
    assert (many.rows.min(), many.rows.max()) == (0, 16)
    assert many.rows.dtype == np.float32
    assert (learning.enlarged(data, 700).rows == data.rows[:700]).all()


def test_a_copy_is_moved_by_a_pixel_at_most_and_has_noise(
    data: Pictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(made, "NOISE", 0.0)
    copies = learning.enlarged(data, 2 * 1437).rows[1437:].reshape(-1, 8, 8)
    padded = np.pad(data.rows.reshape(-1, 8, 8), ((0, 0), (1, 1), (1, 1)))
    ways = [
        (copies == padded[:, y : y + 8, x : x + 8]).all(axis=(1, 2))
        for y in range(3)
        for x in range(3)
    ]
    assert np.any(ways, axis=0).all()
    assert min(np.sum(ways, axis=1)) > 1437 / 9 / 2  # each way about as often
    monkeypatch.undo()
    noisy = learning.enlarged(data, 2 * 1437).rows[1437:].reshape(-1, 8, 8)
    inside = (copies > 4) & (copies < 12)
    assert 0.9 < float((noisy - copies)[inside].std()) < 1.1


def test_one_seed_gives_one_set_of_copies(data: Pictures) -> None:
    a, b, c = (learning.enlarged(data, 2000, seed).rows for seed in (1, 1, 2))
    assert (a == b).all()
    assert (a != c).any()


def test_more_than_the_memory_holds_is_one_sentence(
    data: Pictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(made, "free_gib", lambda: 0.5)
    assert len(learning.enlarged(data, 2000).rows) == 2000
    with pytest.raises(BackendError) as refused:
        learning.enlarged(data, 1_000_000)
    assert str(refused.value) == (
        "1,000,000 pictures take 1.91 GiB while they are made and 0.5 GiB are free; "
        "take fewer rows, or end what else runs."
    )


def test_free_memory_is_read_where_the_system_tells_it(tmp_path: Path) -> None:
    told = tmp_path / "meminfo"
    told.write_text("MemTotal: 8388608 kB\nMemAvailable: 2097152 kB\n")
    assert made.free_gib(told) == 2
    told.write_text("MemTotal: 8388608 kB\n")
    assert made.free_gib(told) == made.cpu().memory_gib
    assert made.free_gib(tmp_path / "nothing") == made.cpu().memory_gib


def test_a_missing_library_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.datasets", None)
    with pytest.raises(BackendError) as refused:
        learning.pictures()
    assert str(refused.value) == (
        "scikit-learn is not installed; run certlab lab prepare "
        "rapids/20_machine_learning (about 200 MB), then restart the kernel."
    )
    monkeypatch.setitem(sys.modules, "umap", None)
    with pytest.raises(BackendError, match=r"^umap-learn is not installed; run"):
        learning.scikit_learn(1).estimator(learning.method("umap"))


def test_without_umap_learn_the_other_four_are_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert learning.methods_here() == learning.METHODS
    monkeypatch.setattr(methods, "find_spec", lambda _name: None)
    assert [one.id for one in learning.methods_here()] == [
        "forest",
        "kmeans",
        "pca",
        "knn",
    ]
