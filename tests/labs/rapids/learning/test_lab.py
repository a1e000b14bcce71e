"""The lab's other paths, cell by cell: with a cuML, without umap-learn, on one core."""

import json
import sys
from collections.abc import Callable, Iterator
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

import matplotlib as mpl
import pytest

from certlab.course import load
from certlab.course.notebook import source
from certlab.labs.rapids.real import learning
from certlab.labs.rapids.real.learning import Engine, dispatch, engine, methods

from .conftest import FlatUmap, Listed

LAB = "rapids/20_machine_learning"
TIMED = ("stages-facts",)  # on a busy machine few rows are read and not trained on
Run = Callable[[], tuple[dict[str, Any], str]]


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Run]:
    """Run the lab's code cells on small data; the names they made, what they printed."""
    umap = ModuleType("umap")
    umap.__spec__ = ModuleSpec("umap", None)
    umap.UMAP = FlatUmap  # type: ignore[attr-defined]  # its own compiles for seconds
    monkeypatch.setitem(sys.modules, "umap", umap)
    before = mpl.get_backend()
    mpl.use("agg")

    def cells() -> tuple[dict[str, Any], str]:
        found = json.loads(load().labs[LAB].path.read_text("utf-8"))["cells"]
        run = [c for c in found if c["cell_type"] == "code" and c["id"] not in TIMED]
        text = "\n\0\n".join(source(one) for one in run)
        for large, small in (
            ("[360, 1437, 5000]", "[100, 200]"),
            ("one, data) for id in", "one, data, rows=300) for id in"),
            ("fit_times(engines, data)", "fit_times(engines, data, rounds=1)"),
        ):
            assert large in text
            text = text.replace(large, small)
        shared: dict[str, Any] = {}
        for cell in text.split("\n\0\n"):
            exec(cell, shared)  # noqa: S102 -- a lab's own cells
        return shared, capsys.readouterr().out

    with mpl.rc_context():
        yield cells
    mpl.use(before)


def test_with_a_cuml_it_is_judged_timed_and_drawn(
    run: Run, cuml: dict[str, Listed], monkeypatch: pytest.MonkeyPatch
) -> None:
    fast = Engine("cuML", 0)
    cpu = (learning.scikit_learn(1), learning.scikit_learn())
    monkeypatch.setattr(learning, "engines", lambda: (*cpu, fast))
    monkeypatch.setattr(learning, "watch", lambda: dispatch.EXAMPLE)
    shared, printed = run()
    assert shared["judged"] == [cpu[0], fast]
    assert {key[0] for key in shared["reached"] if key[1] == fast} == {
        *("forest", "kmeans", "pca", "knn", "umap")
    }
    assert all(fast in taken for taken in shared["times"].values())
    assert fast.title in shared["swept"]
    assert "No cuML" not in printed
    assert all(each.settings for each in cuml.values())


def test_a_cuml_that_misses_the_score_ends_the_lab(
    run: Run,
    cuml: dict[str, Listed],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    cuml["RandomForestClassifier"].real = shallow
    fast = Engine("cuML", 0)
    monkeypatch.setattr(learning, "engines", lambda: (learning.scikit_learn(1), fast))
    with pytest.raises(AssertionError):
        run()
    printed = capsys.readouterr().out
    assert "every engine here reached the score: False" in printed
    assert "random forest: accuracy 0." in printed


def shallow(**settings: Any) -> Any:
    from sklearn.ensemble import RandomForestClassifier

    return RandomForestClassifier(**{**settings, "max_depth": 1, "n_estimators": 1})


@pytest.mark.usefixtures("fresh")
def test_without_umap_learn_and_on_one_core_the_lab_goes_on(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CERTLAB_BACKEND", "cpu")
    monkeypatch.setattr(methods, "find_spec", lambda _name: None)
    monkeypatch.setattr(engine, "cores", lambda: 1)
    monkeypatch.delitem(sys.modules, "umap")
    shared, printed = run()
    assert "UMAP is left out; certlab lab prepare" in printed
    assert "umap-learn is not installed: passed over." in printed
    assert [one.title for one in shared["engines"]] == ["scikit-learn, 1 thread"]
    assert "umap" not in shared["runs"]
