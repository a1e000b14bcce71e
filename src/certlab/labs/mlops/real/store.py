"""MLflow on one SQLite file: opened without telemetry, and its refusals in one sentence.

The labs call MLflow's own functions. These here stand around the calls that can fail for a
reason that a learner can mend.
"""

import logging
import os
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from io import StringIO
from pathlib import Path
from typing import Any

from certlab.errors import Refusal
from certlab.labs.mlops.real.store_file import look


def open_store(file: Path, experiment: str) -> Any:
    """Make a file MLflow's store in this process, with artefacts beside it, and begin.

    MLflow reports its use to its makers unless it is told not to, so it is told first.

    Args:
        file: the SQLite file; a new one gets MLflow's tables.
        experiment: its name; runs that are started from now on belong to it.

    Returns:
        mlflow.MlflowClient: a client of that store.

    Raises:
        Refusal: the file cannot be used; it is as it was.
    """
    if unfit := sorted({"%", "?"} & {*str(file.absolute())}):
        raise Refusal(
            f"{file.name} lies below a path with {' and '.join(unfit)}, which MLflow "
            "takes for a part of its address; name a file elsewhere."
        )
    os.environ["MLFLOW_DISABLE_TELEMETRY"] = "true"
    os.environ["MLFLOW_ENABLE_ARTIFACTS_PROGRESS_BAR"] = "false"
    import mlflow

    look(file)
    for name in ("mlflow", "alembic"):
        logging.getLogger(name).setLevel(logging.ERROR)
    mlflow.set_tracking_uri(f"sqlite:///{file.absolute().as_posix()}")
    with warnings.catch_warnings():
        # MLflow 3.17 asks SQLAlchemy 2.1 for a strategy that it calls deprecated.
        warnings.simplefilter("ignore")
        client = mlflow.MlflowClient()
        found = client.get_experiment_by_name(experiment)
    if found is None:
        # Where it is not told, MLflow puts artefacts into the folder of the process.
        beside = (file.absolute().parent / "artefacts").as_uri()
        client.create_experiment(experiment, artifact_location=beside)
    mlflow.set_experiment(experiment)
    return client


@contextmanager
def told() -> Iterator[None]:
    """Whatever MLflow refuses in here is a Refusal of one sentence.

    Raises:
        Refusal: what MLflow said, without the tables and the trace that it shows.
    """
    from mlflow.exceptions import MlflowException

    try:
        yield
    except MlflowException as error:
        raise Refusal(_sentence(str(error))) from error


def record(client: Any, run: str) -> dict[str, str]:
    """What a run wrote down: its parameters and its own tags, by name.

    Args:
        client: an MlflowClient.
        run: the run's id.

    Raises:
        Refusal: there is no such run in the store.
    """
    with told():
        data = client.get_run(run).data
    own = {k: v for k, v in data.tags.items() if not k.startswith("mlflow.")}
    return {**data.params, **own}


def found(client: Any, query: str) -> list[str]:
    """The ids of the runs that a query finds, over all experiments, the newest first.

    Args:
        client: an MlflowClient.
        query: in MLflow's language, such as "metrics.accuracy > 0.9".

    Raises:
        Refusal: the query cannot be read.
    """
    with told():
        all_ids = [one.experiment_id for one in client.search_experiments()]
        runs = client.search_runs(all_ids, query, max_results=1000)
    return [one.info.run_id for one in runs]


def register(run: str, name: str) -> int:
    """File the model of a run under a name; the number of the version that it becomes.

    Args:
        run: the run's id; it logged its model as "model".
        name: of the registered model, which is made where there is none.

    Raises:
        Refusal: there is no such run, or no model in it.
    """
    import mlflow

    # MLflow tells on the error stream what went well, too.
    with told(), redirect_stderr(StringIO()):
        return int(mlflow.register_model(f"runs:/{run}/model", name).version)


def load(address: str) -> Any:
    """The model at an address such as "models:/tumours@champion".

    Raises:
        Refusal: no version is there, or none that can be read.
    """
    import mlflow

    with told():
        return mlflow.pyfunc.load_model(address)


def ask(model: Any, table: Any) -> Any:
    """The answers of a loaded model, whose signature the table has to fit.

    Args:
        model: as `load` gives it.
        table: pandas.DataFrame, a row for each answer.

    Raises:
        Refusal: a column is missing or has another type.
    """
    with told():
        return model.predict(table)


def _sentence(says: str) -> str:
    """What matters of MLflow's message, as one sentence with what to do."""
    if "database is locked" in says:
        return (
            "The store is locked by another program that is writing to it; wait for "
            "that program or end it, then try again."
        )
    first, _, after = says.partition("Error: ")
    if after and "enforce schema" in first:
        why = after.strip().splitlines()[0].rstrip(".").replace(". ", ": ")
        return f"The table does not fit the model's signature ({why}); mend the table."
    # MLflow lists what it would take, in the order of a set: another one in each process.
    said = re.sub(r"(\. Valid keys are| not one of) '\{.*", "", says.strip())
    said = said.splitlines()[0].rstrip(".").replace(". ", ": ")
    for words, advice in _ADVICE.items():
        if words in said:
            return f"{said}; {advice}."
    return f"MLflow refused: {said}."


_ADVICE = {
    "Run with id=": "look for the run with a query, or open the store that holds it",
    "Registered model alias": "point it at a version first, or load one by its number",
    "Model Version (name=": "list the versions of that model, and name one of them",
    "Registered Model with name=": "register a version under that name first",
    "Registered model with name=": "register a version under that name first",
    "filter string": "join comparisons by AND, each as in metrics.accuracy > 0.9",
    "Invalid attribute key": "write metrics.NAME or params.NAME",
    "quoted string": "parameters are kept as text, so write 'the value' in quotes",
    "Invalid comparator": "of parameters only equality can be asked, since they are text",
    "Expected numeric value": "write the number of a metric without quotes",
}
