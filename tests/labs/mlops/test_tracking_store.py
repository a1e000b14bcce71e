"""MLflow on one SQLite file: what it keeps, what it refuses, and in which words."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from certlab.errors import Refusal
from certlab.labs.mlops.real import store

# MLflow itself is imported by open_store alone, once its telemetry is off.
if find_spec("mlflow") is None or find_spec("skops") is None:
    pytest.skip("mlflow-skinny is not installed", allow_module_level=True)

# What MLflow says of its own types for agents while it is imported.
pytestmark = pytest.mark.filterwarnings(
    "ignore:.*Any type hint is inferred as AnyType:UserWarning"
)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with one run, whose model is y = 2 x."""
    file = tmp_path_factory.mktemp("store") / "mlflow.db"
    store.open_store(file, "lines")
    import mlflow
    import pandas as pd
    from sklearn.linear_model import LinearRegression

    table = pd.DataFrame({"x": [0.0, 1.0, 2.0]})
    line = LinearRegression().fit(table, [0.0, 2.0, 4.0])
    with mlflow.start_run(run_name="line"):
        mlflow.log_params({"seed": 3, "scaling": "none"})
        mlflow.set_tag("data", "b24c")
        mlflow.log_metric("accuracy", 0.5)
        mlflow.sklearn.log_model(
            line,
            name="model",
            signature=mlflow.models.infer_signature(table, line.predict(table)),
            pip_requirements=["scikit-learn"],
        )
    return file


@pytest.fixture
def client(file: Path) -> Any:
    """A client of that store."""
    return store.open_store(file, "lines")


@pytest.fixture
def copy(file: Path, tmp_path: Path) -> Path:
    """A copy to damage."""
    return Path(shutil.copy(file, tmp_path / "copy.db"))


def told(action: Callable[[], object]) -> str:
    """The one sentence with which something is refused."""
    with pytest.raises(Refusal) as caught:
        action()
    says = str(caught.value)
    assert says.endswith(".")
    assert "\n" not in says
    assert ". " not in says
    return says


def refused(file: Path) -> str:
    """The sentence on a file, which stays as it was."""
    before = file.read_bytes()
    says = told(lambda: store.open_store(file, "lines"))
    assert file.read_bytes() == before
    assert file.name in says
    return says


def of_schema(file: Path, revision: str) -> None:
    """Write another revision of the schema into a store."""
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = ?", (revision,))


def test_a_run_is_found_again_with_what_went_in(client: Any) -> None:
    (run,) = store.found(client, "metrics.accuracy > 0.4 and tags.data LIKE 'b2%'")
    assert store.record(client, run) == {"seed": "3", "scaling": "none", "data": "b24c"}
    assert store.found(client, "metrics.accuracy > 0.6") == []


def test_artefacts_lie_beside_the_file(client: Any, file: Path) -> None:
    run = store.found(client, "")[0]
    assert list((file.parent / "artefacts").rglob("MLmodel"))
    assert client.get_run(run).info.artifact_uri.startswith(file.parent.as_uri())


def test_an_alias_is_its_last_move_and_latest_is_the_last_version(client: Any) -> None:
    run = store.found(client, "")[0]
    for _ in range(3):
        store.register(run, "lines")
    for alias, version in [("champion", 2), ("challenger", 3), ("champion", 3)]:
        client.set_registered_model_alias("lines", alias, version)
    assert store.register(run, "lines") == 4
    client.set_registered_model_alias("lines", "champion", 2)
    pointed = {
        alias: int(client.get_model_version_by_alias("lines", alias).version)
        for alias in ("champion", "challenger")
    }
    assert pointed == {"champion": 2, "challenger": 3}
    assert client.get_model_version("lines", "3").aliases == ["challenger"]
    assert max(int(one.version) for one in client.search_model_versions("")) == 4


def test_a_model_answers_what_fits_its_signature_only(client: Any) -> None:
    import pandas as pd

    run = store.found(client, "")[0]
    model = store.load(f"models:/answers/{store.register(run, 'answers')}")
    table = pd.DataFrame({"x": [3.0]})
    assert store.ask(model, table).tolist() == pytest.approx([6.0])
    assert "'x'" in told(lambda: store.ask(model, pd.DataFrame({"y": [3.0]})))
    for unfit in (table.astype("int64"), table.astype(str)):
        assert "signature" in told(lambda unfit=unfit: store.ask(model, unfit))


@pytest.mark.parametrize(
    ("address", "names"),
    [
        ("models:/nobody/1", "nobody"),
        ("models:/nobody@champion", "nobody"),
        ("models:/present/7", "version=7"),
        ("models:/present@canary", "canary"),
        ("models:present", "models:present"),
        ("runs:/4f1c09a/model", "4f1c09a"),
    ],
)
def test_a_model_that_is_not_there(client: Any, address: str, names: str) -> None:
    store.register(store.found(client, "")[0], "present")
    assert names in told(lambda: store.load(address))


def test_a_run_that_is_not_there(client: Any) -> None:
    assert "4f1c09a" in told(lambda: store.record(client, "4f1c09a"))
    assert "4f1c09a" in told(lambda: store.register("4f1c09a", "lines"))


@pytest.mark.parametrize(
    ("query", "advice"),
    [
        ("accuracy > 0.9", "write metrics."),
        ("params.seed = 3", "in quotes"),
        ("params.seed > '3'", "only equality"),
        ("metrics.accuracy > '0.9'", "without quotes"),
        ("metrics.accuracy > 0.9 or params.seed = '3'", "by AND"),
        ("the best ones", "by AND"),
    ],
)
def test_a_query_that_cannot_be_read(client: Any, query: str, advice: str) -> None:
    assert advice in told(lambda: store.found(client, query))


def test_a_store_of_a_newer_mlflow_is_not_called_old(copy: Path) -> None:
    of_schema(copy, "from_next_year")
    assert "a newer MLflow made it" in refused(copy)


def test_a_store_of_an_older_mlflow_says_how_it_is_upgraded(copy: Path) -> None:
    of_schema(copy, "451aebb31d03")  # the first that MLflow ever had
    assert "mlflow db upgrade" in refused(copy)


@pytest.mark.parametrize("part", [0.001, 0.3, 0.9, 0.999])
def test_a_torn_store(copy: Path, part: float) -> None:
    whole = copy.read_bytes()
    copy.write_bytes(whole[: int(len(whole) * part)])
    assert "torn" in refused(copy)


def test_a_store_that_was_overwritten_in_the_middle(copy: Path) -> None:
    whole = bytearray(copy.read_bytes())
    third = len(whole) // 3
    whole[third : 2 * third] = bytes(third)
    copy.write_bytes(whole)
    assert "torn" in refused(copy)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    for bytes_ in (b"", b"SQLite", b"seed,accuracy\n42,0.94\n"):
        (tmp_path / "runs.csv").write_bytes(bytes_)
        assert "not an SQLite database" in refused(tmp_path / "runs.csv")
    assert tmp_path.name in told(lambda: store.open_store(tmp_path, "lines"))


def test_a_database_of_another_program(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "songs.db")) as database, database:
        database.execute("CREATE TABLE songs (name)")
    assert "another program" in refused(tmp_path / "songs.db")


def test_a_store_in_which_somebody_writes(copy: Path) -> None:
    with closing(sqlite3.connect(copy, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        assert "locked" in refused(copy)
        writer.execute("ROLLBACK")
    assert store.found(store.open_store(copy, "lines"), "")


def test_a_store_that_is_locked_later_is_told_in_the_same_words(file: Path) -> None:
    from mlflow.exceptions import MlflowException

    def write() -> None:
        with store.told():
            raise MlflowException("(sqlite3.OperationalError) database is locked\n[SQL")

    assert "locked by another program" in told(write)


def test_a_path_that_would_be_taken_for_an_address(tmp_path: Path) -> None:
    for name in ("100%.db", "which?.db"):
        assert name in told(lambda name=name: store.open_store(tmp_path / name, "x"))
    assert list(tmp_path.iterdir()) == []


NETWORK = """
import sys
asked = []
sys.addaudithook(lambda event, given: asked.append(given) if event == "socket.getaddrinfo" else None)
from pathlib import Path
from certlab.labs.mlops.real import store
store.open_store(Path(sys.argv[1]), "lines")
import mlflow
with mlflow.start_run():
    mlflow.log_metric("accuracy", 0.5)
from mlflow.telemetry.utils import is_telemetry_disabled
print("off" if is_telemetry_disabled() else "on", asked)
"""


def test_nothing_is_reported_to_anybody(copy: Path, tmp_path: Path) -> None:
    # MLflow is quiet in CI by itself, so this Python looks like a learner's.
    environment = {
        name: value
        for name, value in os.environ.items()
        if name in ("PATH", "PYTHONPATH", "HOME", "SYSTEMROOT")
    }
    done = subprocess.run(
        [sys.executable, "-c", NETWORK, copy],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.stdout == "off []\n", done.stderr
