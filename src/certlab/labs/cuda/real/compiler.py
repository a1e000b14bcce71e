"""A compiler for CUDA that needs no GPU and no driver: nvcc, or NVRTC where there is none.

`nvcc` calls the host's C++ compiler even for GPU code alone, so it counts only where
there is one. NVRTC is a library that needs nothing else. Both, and the disassembler, come
with the toolkit, or by pip with certlab's extra `cuda-tools`.
"""

import importlib.util
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from certlab.errors import BackendError

GET = "run pip install 'certlab[cuda-tools]'"
_SECONDS = 120  # a kernel takes one or two; a busy machine takes its time


@dataclass(frozen=True, slots=True)
class Compiler:
    """A compiler that was found; its text is the sentence that labs print.

    Attributes:
        name: "nvcc" or "NVRTC".
        version: "13.5".
        path: where nvcc is; "" for NVRTC.
    """

    name: str
    version: str
    path: str = ""

    def __str__(self) -> str:
        return f"{self.name} {self.version}, a compiler for CUDA that needs no GPU"

    def build(self, source: str, target: str) -> bytes:
        """PTX for "compute_90", a cubin for "sm_90"; each is made once a process.

        Raises:
            BackendError: the compiler refused; with its first line of complaint.
        """
        return _built(self, source, target)


@cache
def _built(compiler: Compiler, source: str, target: str) -> bytes:
    if compiler.name == "NVRTC":
        return _nvrtc(source, target)
    virtual = target.replace("sm_", "compute_")
    kind = "--cubin" if target.startswith("sm_") else "--ptx"
    options = [kind, f"--gpu-architecture={virtual}"]
    if kind == "--cubin":
        options.append(f"--gpu-code={target}")
    return _nvcc(compiler.path, source, options)


def compiler(want: str = "") -> Compiler:
    """nvcc on the path, nvcc from pip, or NVRTC: the first that works here.

    Args:
        want: "nvcc" or "NVRTC" to take only that one.

    Raises:
        BackendError: there is none; it says what to install.
    """
    if want in ("", "nvcc") and (shutil.which("g++") or shutil.which("cl")):
        path = tool("nvcc")
        if path:
            return Compiler("nvcc", _version(path), path)
    if want in ("", "NVRTC") and importlib.util.find_spec("cuda"):
        try:
            from cuda.bindings import nvrtc

            _, major, minor = nvrtc.nvrtcVersion()
        except Exception as error:
            first = (str(error).strip().splitlines() or [type(error).__name__])[0]
            raise BackendError(f"NVRTC cannot be loaded ({first}); {GET}.") from error
        return Compiler("NVRTC", f"{major}.{minor}")
    raise BackendError(f"There is no CUDA compiler here: {GET}.")


def tool(name: str) -> str:
    """Where a program of the toolkit is: on the path, or brought by pip; "" if nowhere."""
    found = shutil.which(name)
    if found:
        return found
    for folder in _nvidia():
        for path in sorted(folder.glob(f"*/bin/{name}*")):
            if path.stem == name and os.access(path, os.X_OK):
                return str(path)
    return ""


def disassemble(cubin: bytes) -> str:
    """SASS of a cubin, as nvdisasm writes it.

    Raises:
        BackendError: nvdisasm is not here, or does not take the cubin.
    """
    return _on_file(_needed("nvdisasm"), cubin, ".cubin", [])


def bundle(parts: Sequence[tuple[str, bytes]]) -> bytes:
    """A fat binary of parts that `build` made, each with its target.

    Raises:
        BackendError: the toolkit's `fatbinary` is not here, or refuses.
    """
    program = _needed("fatbinary")
    with tempfile.TemporaryDirectory() as folder:
        options = [f"--create={folder}/all.fatbin", "-64"]
        for number, (target, data) in enumerate(parts):
            kind = "elf" if target.startswith("sm_") else "ptx"
            path = Path(folder, f"{number}.{kind}")
            path.write_bytes(data)
            sm = target.partition("_")[2]
            options.append(f"--image3=kind={kind},sm={sm},file={path}")
        _run([program, *options])
        return Path(folder, "all.fatbin").read_bytes()


def instructions(sass: str) -> list[str]:
    """Names of the instructions in a listing of nvdisasm, in order: "LDG.E", "FMUL"."""
    found = []
    for line in sass.splitlines():
        _, mark, rest = line.partition("*/")
        words = [one for one in rest.split() if not one.startswith("@")]
        if mark and line.lstrip().startswith("/*") and words:
            found.append(words[0].rstrip(";"))
    return [one for one in found if one[0].isalpha()]


def _needed(name: str) -> str:
    path = tool(name)
    if not path:
        raise BackendError(f"{name} is not here: {GET}.")
    return path


def _nvidia() -> list[Path]:
    """Folders of the package `nvidia`, into which NVIDIA's wheels put their programs."""
    spec = importlib.util.find_spec("nvidia")
    return [
        Path(one) for one in (spec.submodule_search_locations if spec else []) or []
    ]


def _version(nvcc: str) -> str:
    text = _run([nvcc, "--version"])
    return text.partition("release ")[2].partition(",")[0] or "of an unknown version"


def _nvcc(path: str, source: str, options: list[str]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file, out = Path(folder, "kernel.cu"), Path(folder, "out")
        file.write_text(source, "utf-8")
        _run([path, *options, "-o", "out", file.name], folder)
        return out.read_bytes()


def _on_file(program: str, data: bytes, suffix: str, options: list[str]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"code{suffix}")
        path.write_bytes(data)
        return _run([program, *options, str(path)])


def _run(words: Sequence[str], folder: str | None = None) -> str:
    name = Path(words[0]).stem
    try:
        run = subprocess.run(
            words,
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise BackendError(f"{name} gave no answer in {_SECONDS} s.") from error
    except OSError as error:
        raise BackendError(f"{name} does not start ({error.strerror}).") from error
    if run.returncode:
        raise BackendError(f"{name} refused: {_complaint(run.stderr + run.stdout)}.")
    return run.stdout


def _nvrtc(source: str, target: str) -> bytes:
    from cuda.bindings import nvrtc

    error, program = nvrtc.nvrtcCreateProgram(source.encode(), b"kernel.cu", 0, [], [])
    if error.value:
        raise BackendError(f"NVRTC refused the source: {error.name}.")
    try:
        options = [f"--gpu-architecture={target}".encode()]
        (error,) = nvrtc.nvrtcCompileProgram(program, len(options), options)
        if error.value:
            _, size = nvrtc.nvrtcGetProgramLogSize(program)
            log = b" " * size
            nvrtc.nvrtcGetProgramLog(program, log)
            text = log.decode(errors="replace").strip("\0 ")
            raise BackendError(f"NVRTC refused: {_complaint(text) or error.name}.")
        cubin = target.startswith("sm_")
        sizes = nvrtc.nvrtcGetCUBINSize if cubin else nvrtc.nvrtcGetPTXSize
        error, size = sizes(program)
        if error.value or not size:
            raise BackendError(f"NVRTC made nothing for {target}: {error.name}.")
        data: bytes = b" " * size
        (nvrtc.nvrtcGetCUBIN if cubin else nvrtc.nvrtcGetPTX)(program, data)
    finally:
        nvrtc.nvrtcDestroyProgram(program)
    return data if cubin else data.rstrip(b"\0")


def _complaint(text: str) -> str:
    """The line that says what is wrong, of a compiler's page."""
    lines = [line.strip() for line in text.splitlines() if line.strip("\0 \t")]
    told = [
        line for line in lines if "error" in line.lower() or "fatal" in line.lower()
    ]
    return (told or lines or [""])[0].rstrip(". ")
