"""Images of NGC: what a tag says, and whether a host runs the CUDA inside.

A tag says release and flavour. CUDA and driver are facts, taken from release notes and from
Triton's compatibility matrix. The rules are NVIDIA's: backward, minor-version and forward
compatibility, and code for the GPU.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from certlab.course.facts import Fact
from certlab.errors import Refusal

_NAME = re.compile(
    r"(?P<registry>[^/]+)/(?P<path>[^:@]+)(?::(?P<tag>[^@]+))?(?:@(?P<digest>.+))?"
)
_MONTHLY = re.compile(r"(?P<year>\d\d)\.(?P<month>0[1-9]|1[0-2])(?:-(?P<rest>.+))?")


@dataclass(frozen=True)
class Name:
    """An image's full name; `year` and `month` are 0 where the tag is not monthly."""

    registry: str
    path: str
    tag: str
    digest: str
    year: int
    month: int
    flavour: str


def read(name: str) -> Name:
    """Take a name apart; raise a Refusal where the registry is missing."""
    whole = _NAME.fullmatch(name.strip())
    if not whole or not {".", ":"} & set(whole["registry"]):
        raise Refusal(
            f"{name} names no registry, so Docker Hub is asked; begin with nvcr.io/."
        )
    tag = whole["tag"] or ""
    month = _MONTHLY.fullmatch(tag)
    return Name(
        *(whole["registry"], whole["path"], tag, whole["digest"] or ""),
        2000 + int(month["year"]) if month else 0,
        int(month["month"]) if month else 0,
        (month["rest"] or "") if month else "",
    )


@dataclass(frozen=True)
class Image:
    """An image's full name, and the version of CUDA inside."""

    name: str
    cuda: str


@dataclass(frozen=True)
class Gpu:
    """A GPU: its capability, and which rules hold for it.

    Attributes:
        data_centre: forward compatibility is supported.
        last_driver: the last branch that runs it, 0 while there is none.
        first_cuda: the first CUDA that compiles for it; 11.8 is Hopper's and Ada's.
    """

    name: str
    capability: str
    data_centre: bool
    last_driver: int = 0
    first_cuda: str = "11.0"


@dataclass(frozen=True)
class Verdict:
    """Whether it runs: "runs", "perhaps" or "never", by which rule, and why."""

    outcome: str
    rule: str
    says: str


def images(facts: Mapping[str, Fact]) -> dict[str, Image]:
    """The images whose CUDA is a fact, by their short names."""
    triton = "nvcr.io/nvidia/tritonserver:{}-python-py3"
    names = {
        "image-tensorflow-23-01": "nvcr.io/nvidia/tensorflow:23.01-tf2-py3",
        **{
            f"image-triton-{tag.replace('.', '-')}": triton.format(tag)
            for tag in (
                *("24.12-vllm", "25.03-vllm", "25.09-trtllm", "25.09-vllm"),
                "26.08-vllm",
            )
        },
    }
    return {
        id.removeprefix("image-"): Image(name, str(facts[f"{id}.cuda"].value))
        for id, name in names.items()
    }


def gpus(facts: Mapping[str, Fact]) -> dict[str, Gpu]:
    """GPUs of the examples, by their ids among the facts."""
    last = int(str(facts["volta.last_driver"].value).removeprefix("R"))
    ada = str(facts["ada.first_toolkit"].value).removeprefix("CUDA ")
    blackwell = str(facts["blackwell.first_toolkit"].value).removeprefix("CUDA ")
    rows = {
        "v100": Gpu("V100", "", True, last_driver=last, first_cuda="9.0"),
        "a100": Gpu("A100", "", True),
        "h100": Gpu("H100", "", True, first_cuda=ada),
        "l40s": Gpu("L40S", "", True, first_cuda=ada),
        "b200": Gpu("B200", "", True, first_cuda=blackwell),
        "rtx-4090": Gpu("RTX 4090", "", False, first_cuda=ada),
    }
    return {
        id: Gpu(
            one.name,
            str(facts[f"{id}.compute_capability"].value),
            *(one.data_centre, one.last_driver, one.first_cuda),
        )
        for id, one in rows.items()
    }


def fits(image: Image, gpu: Gpu, driver: str, facts: Mapping[str, Fact]) -> Verdict:
    """Whether the image runs on a host with that GPU and driver, "580.95.05" or "R580".

    The order is that of a real start: the driver must know the GPU, the CUDA inside must
    have code for it, and only then is it asked whether the driver is new enough.
    """
    branch = _branch(driver)
    if gpu.last_driver and branch > gpu.last_driver:
        says = f"R{branch} does not run a {gpu.name}; R{gpu.last_driver} is its last."
        return Verdict("never", "gpu-dropped-by-driver", says)
    own = facts.get(f"r{branch}.cuda")
    if own and _pair(str(own.value)) < _pair(gpu.first_cuda):
        says = f"R{branch} is as new as CUDA {own.value}, and a {gpu.name} needs"
        says = f"{says} CUDA {gpu.first_cuda}; the driver does not know this GPU."
        return Verdict("never", "driver-older-than-gpu", says)
    unfit = _no_code(image, gpu, facts)
    if unfit:
        return unfit
    major = int(image.cuda.partition(".")[0])
    oldest = int(facts[f"cuda-{major}.min_driver"].value)
    if branch >= oldest:
        newer = own is not None and _pair(str(own.value)) >= _pair(image.cuda)
        rule = "backward" if newer else "minor-version"
        says = f"CUDA {image.cuda} asks for R{oldest} or newer, and this is R{branch}."
        return Verdict("runs", rule, says)
    says = f"CUDA {image.cuda} asks for R{oldest} or newer, and this is R{branch}."
    if not gpu.data_centre:
        says += f" Forward compatibility does not cover a {gpu.name}."
        return Verdict("never", "driver-too-old", says)
    says += " Only cuda-compat could help, where its table lists the branch."
    return Verdict("perhaps", "forward", says)


def _no_code(image: Image, gpu: Gpu, facts: Mapping[str, Fact]) -> Verdict | None:
    oldest = str(facts["cuda-13.oldest_compute_capability"].value)
    if _pair(image.cuda) >= (13, 0) and _pair(gpu.capability) < _pair(oldest):
        says = f"CUDA 13 has code from {oldest} on, a {gpu.name} has {gpu.capability}."
        return Verdict("never", "no-code-for-old-gpu", says)
    if _pair(image.cuda) < _pair(gpu.first_cuda):
        says = f"CUDA {image.cuda} is older than the {gpu.name}, which needs"
        says = f"{says} CUDA {gpu.first_cuda}; it runs from PTX alone, if it holds any."
        return Verdict("perhaps", "no-code-for-new-gpu", says)
    return None


def _branch(driver: str) -> int:
    digits = driver.strip().removeprefix("R").partition(".")[0]
    if not digits.isdigit():
        raise Refusal(f'"{driver}" is no driver; write 580.95.05 or R580.')
    return int(digits)


def _pair(version: str) -> tuple[int, int]:
    major, minor, *_ = [*version.split("."), "0"]
    return int(major), int(minor)
