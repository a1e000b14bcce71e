"""What the page's widgets begin with: data sheets for the roofline, formats for the bits."""

from typing import Any

from certlab.course import Course
from certlab.course.facts import Fact
from certlab.errors import CourseError
from certlab.labs.gpu_architecture import numbers, roofline

# A GPU's name, the fact of its bandwidth, and what its rates begin with.
GPUS = {
    "t4": ("T4", "t4", "t4"),
    "a100-80gb": ("A100-80GB (SXM4)", "a100-80gb", "a100"),
    "l4": ("L4", "l4", "l4"),
    "l40s": ("L40S", "l40s", "l40s"),
    "h100-sxm5": ("H100 (SXM5)", "h100-sxm5", "h100-sxm5"),
    "h200-sxm": ("H200 (SXM5)", "h200-sxm", "h200-sxm"),
    "b200": ("B200", "b200", "b200"),
}
# A format's id and name, the fact of its dense rate, and the bytes of a number.
FORMATS = (
    ("fp32", "FP32, no Tensor Cores", "fp32_peak", 4),
    ("tf32", "TF32", "tf32_dense", 4),
    ("fp16", "FP16", "fp16_dense", 2),
    ("fp8", "FP8", "fp8_dense", 1),
    ("fp4", "FP4", "fp4_dense", 0.5),
)
_TERA = {"TB/s": 1, "GB/s": 1e-3}


def _roofline(course: Course, settings: dict[str, str]) -> dict[str, Any]:
    gpu, precision = settings.pop("gpu", "h100-sxm5"), settings.pop("format", "fp16")
    intensity = float(settings.pop("intensity", "64"))
    _none_left(settings)
    gpus = [
        {"id": id, "name": name, **_sheet(course.facts, memory, rates)}
        for id, (name, memory, rates) in GPUS.items()
        if f"{memory}.memory_bandwidth" in course.facts
    ]
    formats = {one["id"]: [peak[0] for peak in one["peaks"]] for one in gpus}
    if precision not in formats.get(gpu, ()):
        raise CourseError(f"There is no rate of {gpu} in {precision} among the facts.")
    return {
        "gpus": gpus,
        "works": {str(each): _works(each) for *_, each in FORMATS},
        "gpu": gpu,
        "precision": precision,
        "intensity": intensity,
    }


def _sheet(facts: dict[str, Fact], memory: str, rates: str) -> dict[str, Any]:
    """Bandwidth in TB/s, and [id, name, TFLOPS, bytes a number] of each format."""
    bandwidth = facts[f"{memory}.memory_bandwidth"]
    return {
        "bandwidth": float(bandwidth.value) * _TERA[bandwidth.unit],
        "peaks": [
            [id, name, facts[f"{rates}.{rate}"].value, each]
            for id, name, rate, each in FORMATS
            if f"{rates}.{rate}" in facts
        ],
    }


def _works(itemsize: float) -> list[list[Any]]:
    """[name, operations a byte] of what the lab measures."""
    works = {
        "y = ax + y": roofline.axpy(10**6, itemsize),
        "matrix × vector": roofline.matvec(4096, 4096, itemsize),
        "matrix × matrix, 1,024": roofline.matmul(1024, 1024, 1024, itemsize),
    }
    return [[name, work.intensity] for name, work in works.items()]


def _numberbits(_course: Course, settings: dict[str, str]) -> dict[str, Any]:
    format = numbers.format_of(settings.pop("format", "fp8-e4m3"))
    value = float(settings.pop("value", "1"))
    _none_left(settings)
    formats = [
        {
            "id": one.id,
            "name": one.name,
            "exponent": one.exponent,
            "mantissa": one.mantissa,
            "top": one.top,
        }
        for one in numbers.FORMATS.values()
    ]
    return {"formats": formats, "format": format.id, "value": value}


def _none_left(settings: dict[str, str]) -> None:
    if settings:
        raise CourseError(f"There is no setting {', '.join(settings)}.")


BEGINS = {"roofline": _roofline, "numberbits": _numberbits}
