"""What `certlab bench` races: sides that say what they are, and answers checked first."""

import subprocess
import sys

import pytest

from certlab.compute.processor import cores
from certlab.labs.rapids.real import learning
from certlab.labs.rapids.real.learning import Engine, contest

ONE = learning.scikit_learn(1)
IDS = ["forest-cuml", "kmeans-cuml", "knn-cuml", "umap-cuml"]


def test_the_contests_are_there_and_their_sides_are_alike() -> None:
    found = contest.contests()
    assert [*found] == IDS
    for id, one in found.items():
        assert one.id == id
        assert one.needs == ("cuml",)
        assert (one.old.device, one.new.device) == ("cpu", "gpu")
        assert one.old.dtype == one.new.dtype == "float32"
        assert one.old.size == one.new.size
        assert one.old.threads == cores()  # a GPU is held against all of a CPU
        assert one.new.threads == 0
        assert one.new.transfers  # data begin and end in the computer's own memory
    assert found["umap-cuml"].old.engine == "umap-learn"


def test_asking_for_the_contests_imports_no_library() -> None:
    code = (
        "import sys\nfrom certlab.labs.rapids.real.learning.contest import contests\ncontests()\n"
        "print([one for one in ('numpy', 'sklearn', 'umap', 'cuml') if one in sys.modules])"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert run.stdout == "[]\n"


@pytest.mark.parametrize("name", ["forest", "kmeans", "knn"])
def test_one_library_against_itself_is_the_same(name: str) -> None:
    made = contest._prepared(learning.method(name), ONE, 400, ONE, runs=2)
    assert made.same() == ""
    made.old()
    made.new()
    made.close()


def test_a_new_side_that_does_worse_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Engine.estimator

    def worse(self: Engine, *given: object, **more: object) -> object:
        short = {} if self.threads == 1 else {"max_depth": 1, "n_estimators": 1}
        return plain(self, *given, **more, **short)  # type: ignore[arg-type]  # passed on

    monkeypatch.setattr(Engine, "estimator", worse)
    two = learning.scikit_learn(2)
    made = contest._prepared(learning.method("forest"), ONE, 400, two, runs=1)
    assert made.same().startswith("random forest: accuracy 0.")


def test_umap_is_timed_without_a_seed_and_the_others_with_theirs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seeds: list[int | None] = []
    monkeypatch.setattr(contest, "train", lambda *given: seeds.append(given[3]))
    monkeypatch.setattr(contest, "score", lambda *_given: 1.0)
    for name, expected in (
        ("umap", [None] * 8),
        ("forest", [0, 1, 2, 0, 1, 2, 0, 0]),
        ("knn", [0, 0, 0, 0]),
    ):
        made = contest._prepared(learning.method(name), ONE, 100, ONE)
        assert made.same() == ""
        made.old()
        made.new()
        assert seeds == expected
        seeds.clear()
