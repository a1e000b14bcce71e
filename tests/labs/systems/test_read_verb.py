"""`certlab read` as somebody at a terminal types it."""

import json
import os
from pathlib import Path

import pytest

from certlab.course import location
from certlab.labs.systems.topology import capture, captures
from tests.command_line import Run, certlab

pytestmark = pytest.mark.usefixtures("read_once")

FILES = Path("content/captures/systems")


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """No variable of NCCL is set, and names of files begin at the course's folder."""
    for name in os.environ:
        if name.startswith(("NCCL_", "TORCH_NCCL_")):
            monkeypatch.delenv(name)
    monkeypatch.chdir(location.find())


def read(*words: str, text: str = "", **variables: str) -> Run:
    return certlab("read", *words, lines=text, **{"COLUMNS": "100", **variables})


def test_a_file_whose_kind_is_found_out_and_its_log() -> None:
    run = read(
        str(FILES / "topo-a100-uneven.txt"),
        *("--log", str(FILES / "nccl-a100-uneven.txt"), "--gpu", "a100"),
    )
    assert run.returncode == 0, run.stderr
    first, *rest = run.stdout.splitlines()
    assert first.startswith("- problem, links missing: GPU2 and GPU3: at most NV10")
    assert any("2 pairs by P2P: GPU0-GPU1 (NV12) and GPU2-GPU3" in one for one in rest)
    assert any("250 GB/s in one direction" in one for one in rest)


def test_what_is_piped_in() -> None:
    text = capture("ibstat-no-manager").text
    assert "no subnet manager" in read(text=text).stdout
    assert read(text=text).stdout == read("ibstat", "-", text=text).stdout


def test_a_file_as_powershell_writes_it(tmp_path: Path) -> None:
    one = tmp_path / "topo.txt"
    one.write_bytes(capture("topo-a100-uneven").text.encode("utf-16"))
    assert read(str(one)).stdout == read(str(FILES / "topo-a100-uneven.txt")).stdout
    one.write_bytes("GPU0\tGPU1\n".encode("utf-16-le"))
    assert read(str(one)).stderr.endswith("save it as UTF-8.\n")


@pytest.mark.parametrize("id", captures())
def test_every_capture_as_json(id: str) -> None:
    found = json.loads(read(str(FILES / f"{id}.txt"), "--json").stdout)
    assert found["kind"] == capture(id).kind
    assert {"rule", "weight", "says"} == set(found["findings"][0])


def test_a_paste_of_several_outputs_as_json() -> None:
    both = capture("topo-a100-uneven").text + capture("nvlink-a100").text
    found = json.loads(read("--json", text=both).stdout)
    assert found["kind"] == "topo"
    assert [one["kind"] for one in found["also"]] == ["nvlink"]
    assert found["also"][0]["cards"]
    only = json.loads(read("topo", "-", "--json", text=both).stdout)
    assert "also" not in only
    assert "lines were not read" in only["findings"][-1]["says"]


def test_settings_move_the_transports() -> None:
    file = str(FILES / "topo-five-pcie.txt")
    run = read(file, "--json", "--set", "NCCL_P2P_LEVEL=SYS")
    assert {one["transport"] for one in json.loads(run.stdout)["pairs"]} == {"P2P"}


def test_variables_by_name_from_a_pipe_and_of_the_shell() -> None:
    named = read("env", "NCCL_IB_HCA=mlx5_1").stdout
    assert named.startswith("NCCL_IB_HCA=mlx5_1\n  Which verbs devices")
    assert "also takes mlx5_10 to mlx5_19" in named
    assert read("env", "-", text="A=1\nNCCL_IB_HCA=mlx5_1\n").stdout == named
    assert read("env", NCCL_IB_HCA="mlx5_1").stdout == named
    whole = json.loads(read("env", "--json").stdout)
    assert whole["set"] == {}
    assert len(whole["variables"]) >= 17


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["nowhere.txt"], "nowhere.txt cannot be read: No such file"),
        (["README.md"], "This is none of what nvidia-smi topo -m"),
        (["topo", str(FILES / "nvlink-a100.txt")], "No line begins with GPU0"),
        (
            [str(FILES / "nvlink-a100.txt"), "--gpu", "a100"],
            "go with a topo; this is nvl",
        ),
        ([str(FILES / "topo-b300.txt"), "--gpu", "a1"], 'NVLink of "a1" is not known'),
        ([str(FILES / "topo-b300.txt"), "--cpu", "via"], "--cpu takes intel, amd, arm"),
        (["topo", "a", "b"], "One FILE at a time; there are 2: a, b."),
        (["env", "NCCL_DEBUG"], '"NCCL_DEBUG" is not a setting'),
    ],
)
def test_what_it_refuses_is_one_sentence(words: list[str], says: str) -> None:
    run = read(*words)
    assert run.returncode == 1
    assert says in run.stderr
    assert run.stderr.startswith("certlab: ")
    assert len(run.stderr.splitlines()) == 1
