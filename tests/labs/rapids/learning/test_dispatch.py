"""What cuml.accel logs, read; and a job run under it in a process of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

from certlab.errors import BackendError
from certlab.labs.rapids.real import learning
from certlab.labs.rapids.real.learning import Call

LIST = Path(__file__).parents[3] / "vectors" / "rapids" / "cuml_accel_log.txt"
LINES = [one for one in LIST.read_text("utf-8").splitlines() if one[0] != "#"]
INSTALLED, ON_GPU, FALLING, ON_CPU = LINES


def log(*lines: str) -> str:
    return "\n".join(lines)


def test_each_kind_of_line_is_read() -> None:
    why = "`init=<function first at 0x7f>` is not supported"
    told = learning.calls(
        log(
            INSTALLED,
            ON_GPU.format(call="UMAP.fit_transform"),
            "the script's own output ran on CPU",
            FALLING.format(call="KMeans.fit", reason=why),
            ON_CPU.format(call="KMeans.fit"),
            ON_CPU.format(call="KMeans.predict"),
        )
    )
    assert told == (
        Call("UMAP.fit_transform", "GPU"),
        Call("KMeans.fit", "CPU", why),
        Call("KMeans.predict", "CPU"),
    )
    assert learning.ran_on_cpu(told) == {"KMeans.fit", "KMeans.predict"}


def test_a_reason_belongs_to_its_own_call_only() -> None:
    told = learning.calls(
        log(
            FALLING.format(call="PCA.fit", reason="no"),
            ON_GPU.format(call="KMeans.fit"),
            ON_CPU.format(call="PCA.transform"),
            FALLING.format(call="PCA.fit", reason="no"),
            ON_CPU.format(call="PCA.fit"),
            ON_CPU.format(call="PCA.fit"),
        )
    )
    assert [one.why for one in told] == ["", "", "no", ""]


def test_the_example_has_no_line_that_cuml_does_not_write() -> None:
    told = learning.calls(learning.EXAMPLE)
    written = [INSTALLED]
    for one in told:
        if one.place == "GPU":
            written.append(ON_GPU.format(call=one.name))
            continue
        if one.why:
            written.append(FALLING.format(call=one.name, reason=one.why))
        written.append(ON_CPU.format(call=one.name))
    assert learning.EXAMPLE.splitlines() == written
    assert learning.ran_on_cpu(told) == {
        "RandomForestClassifier.fit",
        "RandomForestClassifier.predict",
    }


def test_the_plain_job_makes_the_calls_of_the_example() -> None:
    """Run with classes that log as cuml.accel does, were all but warm_start supported."""
    code = f"""
import sklearn.cluster, sklearn.decomposition, sklearn.ensemble, sklearn.neighbors
import sklearn.preprocessing
from certlab.labs.rapids.real.learning import plain_job

def watched(cls, name, fault=""):
    plain = getattr(cls, name)
    def method(self, *a, **k):
        call = cls.__name__ + "." + name
        if fault and name == "fit":
            print({FALLING!r}.format(call=call, reason=fault))
        found = plain(self, *a, **k)
        print(({ON_CPU!r} if fault else {ON_GPU!r}).format(call=call))
        return found
    setattr(cls, name, method)

print({INSTALLED!r})
watched(sklearn.preprocessing.StandardScaler, "fit_transform")
watched(sklearn.decomposition.PCA, "fit_transform")
watched(sklearn.cluster.KMeans, "fit")
for name in ("fit", "predict"):
    watched(sklearn.neighbors.KNeighborsClassifier, name)
    watched(sklearn.ensemble.RandomForestClassifier, name, "`warm_start=True` is not supported")
plain_job.main()
"""
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    logged = [one for one in run.stdout.splitlines() if one.startswith("[cuml.accel]")]
    assert logged == learning.EXAMPLE.splitlines()


@pytest.fixture
def accel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package cuml.accel that only says how it was called."""
    package = tmp_path / "cuml" / "accel"
    package.mkdir(parents=True)
    (package.parent / "__init__.py").touch()
    (package / "__init__.py").touch()
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return package / "__main__.py"


def test_a_job_is_run_under_it_and_its_log_comes_back(accel: Path) -> None:
    accel.write_text("import sys\nprint(sys.argv[1:])\n")
    assert learning.watch() == (
        "['-v', '-m', 'certlab.labs.rapids.real.learning.plain_job']\n"
    )


def test_a_job_that_fails_or_hangs_is_one_sentence(accel: Path) -> None:
    accel.write_text("raise RuntimeError('no GPU here.')\n")
    with pytest.raises(BackendError) as refused:
        learning.watch("job")
    assert str(refused.value) == (
        "job under cuml.accel failed: RuntimeError: no GPU here."
    )
    accel.write_text("import time\ntime.sleep(60)\n")
    with pytest.raises(BackendError, match=r"was not done after 0\.5 s; give it less"):
        learning.watch("job", seconds=0.5)
