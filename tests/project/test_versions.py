"""environment.yml, constraints.txt and CITATION.cff agree with pyproject.toml."""

import os
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.project.closure import closure

ROOT = Path(__file__).parents[2]
# Names that differ on conda, and what only pip brings there.
CONDA = {
    "matplotlib": "matplotlib-base",
    "cupy-cuda13x": "cupy",
    "ml-dtypes": "ml_dtypes",
    "duckdb": "python-duckdb",
}
PIP_ONLY = {"fsrs"}
RAPIDS = {
    "cuda-version", "cudf", "cudf-polars", "cugraph", "cuml", "dask-cuda", "dask-cudf",
    "nx-cugraph",
}  # fmt: skip
# pip and setuptools come with a virtual environment, not with certlab.
NOT_OURS = {"certlab", "pip", "setuptools"}


@pytest.fixture
def environment() -> dict:
    return yaml.safe_load((ROOT / "environment.yml").read_text("utf-8"))


def bounds(lines: list[str]) -> dict[str, set[str]]:
    found = [Requirement(line) for line in lines]
    return {one.name: {str(bound) for bound in one.specifier} for one in found}


def wanted(pyproject: dict, *extras: str) -> dict[str, set[str]]:
    project = pyproject["project"]
    lines = list(project["dependencies"])
    for extra in extras:
        lines += project["optional-dependencies"][extra]
    return bounds(lines)


def test_conda_has_the_names_and_bounds_of_pyproject(
    environment: dict, pyproject: dict
) -> None:
    lines = [line for line in environment["dependencies"] if isinstance(line, str)]
    (pip,) = [line["pip"] for line in environment["dependencies"] if "pip" in line
              and isinstance(line, dict)]  # fmt: skip
    rapids = {line.split()[0] for line in lines} & RAPIDS
    assert rapids == RAPIDS
    conda = bounds([line for line in lines if line.split()[0] not in RAPIDS])
    assert conda.pop("python") == {pyproject["project"]["requires-python"]}
    assert conda.pop("pip") == set()
    ours = wanted(pyproject, "study", "data", "gpu")
    assert bounds(pip[:-1]) == {name: ours.pop(name) for name in PIP_ONLY}
    assert conda == {CONDA.get(name, name): value for name, value in ours.items()}
    assert pip[-1] == "--editable ."


def test_rapids_are_of_one_release(environment: dict) -> None:
    lines = [line for line in environment["dependencies"] if isinstance(line, str)]
    releases = {
        line.split("=")[1]
        for line in lines
        if line.split()[0] in RAPIDS - {"cuda-version"}
    }
    assert len(releases) == 1
    assert environment["channels"] == ["rapidsai", "conda-forge"]


def pins() -> list[Requirement]:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    return [Requirement(line) for line in lines if not line.startswith("#")]


@pytest.fixture(scope="module")
def brought() -> dict[str, str]:
    """Version by name of all that the extras study, test and site have brought here."""
    return closure("certlab[study,test,site]")


def test_everything_that_is_installed_is_pinned(brought: dict[str, str]) -> None:
    pinned = {one.name for one in pins()}
    assert {"jupyterlab", "tornado", "pytest", "sphinx"} <= brought.keys()
    assert brought.keys() - NOT_OURS <= pinned
    assert "torch" in pinned


def test_pins_are_sorted_and_exact() -> None:
    names = [one.name for one in pins()]
    assert names == sorted(names)
    for one in pins():
        (bound,) = one.specifier
        assert bound.operator == "=="


@pytest.mark.skipif(not os.environ.get("CI"), reason="a developer may try versions")
def test_ci_runs_what_is_pinned(brought: dict[str, str]) -> None:
    pinned = {
        one.name: str(one.specifier).removeprefix("==")
        for one in pins()
        if not one.marker or one.marker.evaluate()
    }
    differ = {
        name: (version, pinned[name])
        for name, version in brought.items()
        if name not in NOT_OURS and version.partition("+")[0] != pinned[name]
    }
    assert differ == {}


def test_each_direct_requirement_allows_its_pin(pyproject: dict) -> None:
    pinned = {one.name: str(one.specifier).removeprefix("==") for one in pins()}
    for name, allowed in wanted(pyproject, "study", "test", "site", "torch").items():
        requirement = Requirement(name + ",".join(allowed))
        assert requirement.specifier.contains(pinned[canonicalize_name(name)]), name


def test_what_is_cited_is_this_version(pyproject: dict) -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    project = pyproject["project"]
    assert cited["version"] == project["version"]
    assert cited["authors"] == project["authors"]
    assert cited["license"] in project["license"]
