"""What a file holds, read off its bytes, against cuobjdump on files made by nvcc and NVRTC."""

import re
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certlab.errors import BackendError, CourseError
from certlab.labs.cuda.compatibility import Code, parse, read
from certlab.labs.cuda.real import compiler

SOURCE = """
extern "C" __global__ void scale(float *y, const float *x, float a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i];
}
"""
TARGETS = [
    *("sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_90a", "sm_100", "sm_100a"),
    *("sm_103", "sm_103a", "sm_110", "sm_120", "sm_120a", "sm_121"),
    *("compute_75", "compute_90", "compute_90a", "compute_100f", "compute_120a"),
]
Build = Callable[[str], bytes]


@pytest.fixture(scope="module", params=["nvcc", "NVRTC"])
def build(request: pytest.FixtureRequest) -> Build:
    try:
        here = compiler.compiler(request.param)
    except BackendError as error:
        pytest.skip(f"no {request.param} that works: {error}")
    made: dict[str, bytes] = {}

    def once(target: str) -> bytes:
        if target not in made:
            made[target] = here.build(SOURCE, target)
        return made[target]

    return once


def listed(path: Path) -> list[str]:
    """Targets that NVIDIA's own tool names, SASS and PTX."""
    program = compiler.tool("cuobjdump")
    run = subprocess.run(
        [program, "-lelf", "-lptx", path],
        capture_output=True,
        text=True,
        check=True,
    )
    rows = re.findall(r"\.(sm_\w+)\.(cubin|ptx)", run.stdout)
    prefix = {"cubin": "sm_", "ptx": "compute_"}
    return [prefix[kind] + name.removeprefix("sm_") for name, kind in rows]


@pytest.mark.parametrize("target", TARGETS)
def test_a_single_file_is_known_by_its_bytes(build: Build, target: str) -> None:
    found = read(build(target))
    assert found.form == ("cubin" if target.startswith("sm_") else "ptx")
    assert found.codes == (parse(target),)


@pytest.mark.parametrize("target", [one for one in TARGETS if one.startswith("sm_")])
def test_cuobjdump_names_the_same_target(
    build: Build, target: str, tmp_path: Path
) -> None:
    path = tmp_path / "one.cubin"
    path.write_bytes(build(target))
    run = subprocess.run(
        [compiler.tool("cuobjdump"), "-elf", path],
        capture_output=True,
        text=True,
        check=True,
    )
    (name,) = re.findall(r"sm=(\w+)", run.stdout)
    (code,) = read(path.read_bytes()).codes
    assert str(code) == f"sm_{name}"


@pytest.mark.parametrize(
    "targets",
    [
        ["sm_90"],
        ["sm_80", "sm_90a", "compute_90"],
        ["sm_100", "compute_100f", "sm_120a", "compute_75"],
        ["compute_90a", "sm_86", "sm_103a"],
    ],
)
def test_a_fat_binary_holds_what_cuobjdump_lists(
    build: Build, targets: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "all.fatbin"
    path.write_bytes(compiler.bundle([(one, build(one)) for one in targets]))
    found = read(path.read_bytes())
    assert found.form == "fatbin"
    assert [str(one) for one in found.codes] == targets
    assert sorted(map(str, found.codes)) == sorted(listed(path))


def test_a_program_shows_the_code_in_it(tmp_path: Path) -> None:
    try:
        nvcc = compiler.compiler("nvcc")
    except BackendError as error:
        pytest.skip(f"no nvcc that works: {error}")
    (tmp_path / "scale.cu").write_text(SOURCE)
    options = ["-gencode", "arch=compute_80,code=sm_80"]
    options += ["-gencode", "arch=compute_90,code=[sm_90,compute_90]"]
    subprocess.run(
        [nvcc.path, "-c", *options, "-o", "scale.o", "scale.cu"],
        cwd=tmp_path,
        check=True,
    )
    found = read((tmp_path / "scale.o").read_bytes())
    assert str(found) == "a program with sm_80, sm_90, compute_90"
    assert sorted(map(str, found.codes)) == sorted(listed(tmp_path / "scale.o"))


def test_a_program_without_gpu_code_has_none() -> None:
    found = read(Path("/proc/self/exe").read_bytes())
    assert str(found) == "a program with no GPU code"


def cubin(abi: int, flags: int) -> bytes:
    """The head of a cubin without sections, as old ones are read."""
    data = bytearray(64)
    data[:9] = b"\x7fELF\x02\x01\x01\x33" + bytes([abi])
    struct.pack_into("<H", data, 18, 190)
    struct.pack_into("<I", data, 48, flags)
    return bytes(data)


def test_without_ptxas_note_the_header_tells_by_its_abi() -> None:
    """Flags of a CUDA 12 cubin for sm_89, and of a CUDA 13 one for sm_120."""
    assert read(cubin(7, 0x590559)).codes == (Code("SASS", (8, 9)),)
    assert read(cubin(8, 0x6007802)).codes == (Code("SASS", (12, 0)),)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "neither a cubin, nor a fat binary"),
        (b"#!/bin/sh\n", "neither a cubin"),
        (b".version 8.0\nno target", "neither a cubin"),
        (b"\x7fELF\x02\x01", "cut off"),
        (struct.pack("<IHHQ", 0xBA55ED50, 1, 16, 99), "cut off"),
        (struct.pack("<IHHQHHIQ", 0xBA55ED50, 1, 16, 16, 2, 0, 0, 0), "cut off"),
    ],
)
def test_other_bytes_are_refused_in_a_sentence(data: bytes, says: str) -> None:
    with pytest.raises(CourseError, match=says):
        read(data)


@given(
    st.binary(max_size=200),
    st.sampled_from([b"\x7fELF\x02\x01\x01\x33\x08", b"\x50\xed\x55\xba"]),
)
def test_no_bytes_end_in_a_traceback(rest: bytes, head: bytes) -> None:
    says = ""
    try:
        read(head + rest)
    except CourseError as error:
        says = str(error)
    assert says == "" or says.endswith(".")
