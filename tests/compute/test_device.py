"""The machine in words, on machines we do not have."""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from certlab.compute import Choice, device, processor
from certlab.compute.gpus import Gpu, Gpus, Run, gpus

CPU = Choice("numpy", "pandas", "CuPy is not installed")
GPU = Choice("cupy", "pandas", "cuDF is not installed")
REFUSED = Choice("", "", '"gpu" was asked for, and CuPy is not installed')


def says(text: str, status: int = 0) -> Run:
    return lambda _command: (status, text)


def test_gpus_are_read_from_the_rows_of_nvidia_smi() -> None:
    text = (
        "NVIDIA Something, 16 GB edition, 16384, 580.65.06, 8.9\n"
        "NVIDIA Other, [N/A], 580.65.06, [N/A]\n"
    )
    assert gpus(says(text)) == Gpus(
        (
            Gpu("NVIDIA Something, 16 GB edition", 16.0, "580.65.06", "8.9"),
            Gpu("NVIDIA Other", None, "580.65.06", ""),
        )
    )


def test_the_query_is_one_csv_without_units() -> None:
    asked: list[Sequence[str]] = []
    gpus(lambda command: (asked.append(command), (0, ""))[1])
    assert asked == [
        (
            "nvidia-smi",
            "--query-gpu=name,memory.total,driver_version,compute_cap",
            "--format=csv,noheader,nounits",
        )
    ]


def raising(error: Exception) -> Run:
    def run(_command: Sequence[str]) -> tuple[int, str]:
        raise error

    return run


@pytest.mark.parametrize(
    ("run", "why"),
    [
        (says(""), "nvidia-smi lists none"),
        (
            says("No devices were found.\n", 6),
            "nvidia-smi failed (No devices were found)",
        ),
        (says("", 9), "nvidia-smi failed (exit status 9)"),
        (
            raising(subprocess.TimeoutExpired("nvidia-smi", 20)),
            "nvidia-smi gave no answer in 20 s",
        ),
        (
            raising(PermissionError(13, "Permission denied")),
            "nvidia-smi does not start (Permission denied)",
        ),
    ],
    ids=["none", "none, as a failure", "silent failure", "hanging", "not executable"],
)
def test_without_gpus_there_is_a_reason(run: Run, why: str) -> None:
    assert gpus(run) == Gpus((), why)


def test_a_machine_without_nvidia_smi(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert gpus().why == "nvidia-smi was not found"
    assert device.summary().endswith("; no GPU: nvidia-smi was not found.")
    assert device.report()["gpu"] == "none: nvidia-smi was not found"


def test_a_real_program_is_run_and_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "nvidia-smi"
    program.write_text("#!/bin/sh\necho 'NVIDIA Paper, 2048, 580.1, 9.0'\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert device.report()["gpu 0"] == (
        "NVIDIA Paper, memory 2.0 GiB, compute capability 9.0, driver 580.1"
    )


def test_the_report_is_json_of_texts() -> None:
    rows = device.report()
    assert json.loads(json.dumps(rows)) == rows
    assert all(isinstance(value, str) and value for value in rows.values())
    assert {"system", "python", "cpu", "memory", "numpy", "cupy"} <= rows.keys()


def test_this_machines_processor() -> None:
    found = device.cpu()
    assert found.name
    assert found.cores == device.cores() >= 1
    assert found.memory_gib is None or found.memory_gib > 0


def test_a_processor_is_named_by_its_model(tmp_path: Path) -> None:
    table = tmp_path / "cpuinfo"
    table.write_text("processor\t: 0\nmodel\t\t: 6\nmodel name\t: Paper  CPU\n")
    assert processor._cpuinfo_name(table).split() == ["Paper", "CPU"]
    table.write_text("CPU implementer\t: 0x41\n")
    assert processor._cpuinfo_name(table) == ""
    assert processor._cpuinfo_name(tmp_path / "none") == ""


@pytest.mark.parametrize(
    ("paths", "needs", "choice", "path", "why"),
    [
        ("GC", ["numpy"], GPU, "GPU", "CuPy works here"),
        ("GC", [], CPU, "CPU", "CuPy is not installed"),
        ("CB", [], GPU, "CPU", "it needs no GPU"),
        ("CB", [], REFUSED, "CPU", "it needs no GPU"),
        ("G", [], CPU, "none", "it needs a GPU, and CuPy is not installed"),
        ("GC", [], REFUSED, "none", '"gpu" was asked for, and CuPy is not installed'),
        ("C", ["no-such"], CPU, "none", "no-such is not installed; run certlab lab prepare a/10_b"),
        ("C", ["no-a", "no-b"], CPU, "none", "no-a and no-b are not installed; run certlab lab prepare a/10_b"),
    ],
)  # fmt: skip  # one case a line
def test_the_path_of_a_lab(
    paths: str, needs: list[str], choice: Choice, path: str, why: str
) -> None:
    assert device.path_of(paths, needs, choice, "a/10_b") == (path, why)
