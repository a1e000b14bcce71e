"""Compilers without a GPU: found in their order, refusing in one sentence."""

import os
from pathlib import Path

import pytest

from certlab.errors import BackendError
from certlab.labs.cuda.real import compiler

KERNEL = """
extern "C" __global__ void scale(float *y, const float *x, float a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = a * x[i];
}
"""


def program(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with nothing on its path, and no NVIDIA wheels."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(compiler, "_nvidia", list)
    return tmp_path


def test_nvrtc_needs_neither_a_path_nor_a_host_compiler(bare: Path) -> None:
    here = compiler.compiler()
    assert here.name == "NVRTC"
    assert str(here).startswith("NVRTC 1")
    text = here.build(KERNEL, "compute_80").decode()
    assert ".target sm_80" in text
    assert "scale" in text


def test_nvcc_counts_only_with_a_host_compiler(bare: Path) -> None:
    program(bare, "nvcc", "echo 'Cuda compilation tools, release 12.6, V12.6.85'")
    assert compiler.compiler().name == "NVRTC"
    program(bare, "g++", "")
    here = compiler.compiler()
    assert (here.name, here.version, here.path) == ("nvcc", "12.6", f"{bare}/nvcc")


def test_what_nvcc_says_becomes_a_sentence(bare: Path) -> None:
    program(bare, "g++", "")
    program(
        bare,
        "nvcc",
        'case "$1" in --version) echo "release 12.6,";;\n'
        '*) echo "some warning" >&2; echo "kernel.cu(3): error: expected a ;" >&2; exit 2;; esac',
    )
    with pytest.raises(
        BackendError, match=r"nvcc refused: kernel\.cu\(3\): error: expected"
    ):
        compiler.compiler().build(KERNEL, "sm_90")


def test_what_nvrtc_says_becomes_a_sentence() -> None:
    here = compiler.compiler("NVRTC")
    with pytest.raises(BackendError, match=r"NVRTC refused: kernel\.cu\(1\): error"):
        here.build("__global__ void broken( {", "sm_90")
    with pytest.raises(BackendError, match="invalid value for --gpu-architecture"):
        here.build(KERNEL, "sm_12")


def test_without_any_compiler_it_says_what_to_install(
    bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiler.importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(BackendError, match=r"pip install 'certlab\[cuda-tools\]'"):
        compiler.compiler()
    with pytest.raises(BackendError, match="nvdisasm is not here: run pip install"):
        compiler.disassemble(b"")


def test_the_disassembly_has_the_kernels_instructions() -> None:
    here = compiler.compiler("NVRTC")
    for target in ("sm_80", "sm_90", "sm_120"):
        names = compiler.instructions(compiler.disassemble(here.build(KERNEL, target)))
        kinds = {name.split(".")[0] for name in names}
        assert {"LDG", "FMUL", "STG", "EXIT"} <= kinds, target


def test_other_bytes_are_no_cubin() -> None:
    with pytest.raises(BackendError, match="nvdisasm refused: "):
        compiler.disassemble(b"not a cubin")


def test_a_wheels_program_is_found(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = bare / "nvidia" / "cu13" / "bin"
    folder.mkdir(parents=True)
    program(folder, "nvdisasm", "")
    monkeypatch.setattr(compiler, "_nvidia", lambda: [bare / "nvidia"])
    assert compiler.tool("nvdisasm") == str(folder / "nvdisasm")
    (folder / "nvdisasm").chmod(0o644)
    assert compiler.tool("nvdisasm") == "" or os.geteuid() != 0
