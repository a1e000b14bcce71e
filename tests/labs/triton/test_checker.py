"""Configurations are read, and mistakes are told before a server sees them."""

import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certlab.errors import Refusal
from certlab.labs.triton import checker, config, metrics

GOOD = """
# a comment
backend: "python"
max_batch_size: 8
input [ { name: "X" data_type: TYPE_FP32 dims: [ 4 ] } ]
output { name: "Y", data_type: TYPE_FP32, dims: 4 }
dynamic_batching { preferred_batch_size: [ 4, 8 ] max_queue_delay_microseconds: 100 }
version_policy: { specific: { versions: [ 1 ] } }
response_cache { enable: true }
"""

MODELS: list[dict[str, Any]] = tomllib.loads(
    Path("tests/vectors/triton/models.toml").read_text("utf-8")
)["model"]


def model(
    folder: Path,
    text: str | None = GOOD,
    file: str = "1/model.py",
    name: str = "fraud",
) -> Path:
    target = folder / name / file
    target.parent.mkdir(parents=True)
    target.touch()
    if text is not None:
        (folder / name / "config.pbtxt").write_text(text)
    return folder / name


def test_a_configuration_is_read() -> None:
    found = config.read(GOOD)
    assert found.one("max_batch_size") == 8
    assert found.one("input").all("dims") == [4]
    assert found.one("output").all("dims") == [4]
    assert found.one("dynamic_batching").all("preferred_batch_size") == [4, 8]
    assert found.one("response_cache").one("enable") is True


def test_a_good_model_has_no_problem(tmp_path: Path) -> None:
    assert checker.problems(model(tmp_path)) == []


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            '"python"',
            '"pyton"',
            "there is no backend 'pyton' of Triton's own; write 'python'.",
        ),
        ('backend: "python"', "", "it names no backend"),
        ("TYPE_FP32 dims", "FP32 dims", "write TYPE_FP32."),
        ("TYPE_FP32 dims", "FLOAT dims", "one such as TYPE_FP32"),
        ("[ 4 ]", "[ 0 ]", "has 0 in its dims"),
        ("dims: [ 4 ]", "", "input X has no dims"),
        (
            "max_queue_delay_microseconds",
            "max_queue_delay_ms",
            "no field max_queue_delay_ms",
        ),
        ("max_batch_size: 8", "max_batch_size: 0", "needs max_batch_size of 1 or more"),
        ("[ 4, 8 ]", "[ 16 ]", "16 is above max_batch_size, 8"),
        ("versions: [ 1 ]", "versions: [ 3 ]", "there is no folder 3/"),
        ("response_cache", "response_cash", "there is no field response_cash"),
        ("backend:", 'name: "other" backend:', "its name is 'other'"),
        ("max_batch_size: 8", "max_batch_size:", "line 5: '['"),
        ("# a comment", "§", "line 2: '§' belongs in no configuration"),
    ],
)
def test_a_mistake_is_one_sentence(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    found = checker.problems(model(tmp_path, GOOD.replace(old, new, 1)))
    assert any(says in one for one in found), found


@pytest.mark.parametrize("row", MODELS, ids=lambda row: str(row["name"]))
def test_a_model_of_the_table(tmp_path: Path, row: dict[str, Any]) -> None:
    name = row.get("folder", "fraud")
    folder = model(tmp_path, row["config"], row["files"][0], name)
    for file in row["files"][1:]:
        (folder / file).parent.mkdir(exist_ok=True)
        (folder / file).touch()
    assert checker.problems(folder) == row["says"]
    assert checker.remarks(folder) == row.get("remarks", [])


def test_a_size_in_front_may_be_the_batch_by_mistake(tmp_path: Path) -> None:
    path = model(tmp_path, GOOD.replace("[ 4 ]", "[ -1, 4 ]"))
    assert checker.problems(path) == []
    (says,) = checker.remarks(path)
    assert says.startswith(
        "fraud: input X begins its dims with -1, and max_batch_size is 8"
    )


PIECES = st.sampled_from(
    [
        *('name: "fraud"', 'backend: "python"', 'platform: "ensemble"', "backend: 3"),
        *("max_batch_size: 8", "input", "output", "[", "{", "}", "]", ":", ",", "dims"),
        *('name: "x"', "data_type: TYPE_FP32", "dims: [ 1 ]", "-1", '"a"', "gpus: 0"),
        *(
            "dynamic_batching",
            "preferred_batch_size",
            "instance_group",
            "version_policy",
        ),
        *("specific", "versions: [ 1 ]", "ensemble_scheduling", "step", "input_map"),
    ]
)


@given(st.lists(PIECES | st.text(max_size=3), max_size=25).map(" ".join))
@settings(deadline=None)
def test_any_text_has_problems_or_none(text: str) -> None:
    with TemporaryDirectory() as folder:
        path = model(Path(folder))
        (path / "config.pbtxt").write_bytes(text.encode())
        checker.problems(path)
        checker.remarks(path)


def test_folders_are_read_too(tmp_path: Path) -> None:
    (says,) = checker.problems(model(tmp_path / "a", file="model.py"))
    assert says.startswith(
        "fraud: it has no folder for a version; put the model's file into fraud/1/"
    )
    (says,) = checker.problems(model(tmp_path / "b", file="1/model.onnx"))
    assert says == "fraud: version 1 has no model.py, which its backend looks for."
    (says,) = checker.problems(model(tmp_path / "c", None))
    assert says == "fraud has no config.pbtxt; write one into fraud/."


def test_an_ensemble_has_no_instances(tmp_path: Path) -> None:
    text = 'platform: "ensemble"\ninstance_group [ { count: 2 } ]\n'
    assert "an ensemble has no instances" in checker.problems(model(tmp_path, text))[0]


def test_a_brace_that_is_missing_names_its_line() -> None:
    with pytest.raises(Refusal, match="line 2: the file's end stands where"):
        config.read('backend: "python"\ninput [ { name: "X"')


def test_metrics_are_read_and_subtracted() -> None:
    text = '# HELP x\nnv_a{model="m",version="1"} 3\nnv_a{model="m",version="2"} 4\nnv_b 1.5\n'
    rows = metrics.read(text)
    assert metrics.total(rows, "nv_a", model="m") == 7
    assert metrics.total(rows, "nv_a", model="m", version="2") == 4
    assert metrics.total(rows, "nv_b") == 1.5
    later = metrics.read(text.replace("} 3", "} 10"))
    assert metrics.grown(rows, later, "nv_a", model="m") == 7
