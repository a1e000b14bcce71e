"""What the page's picture of images and drivers begins with."""

from dataclasses import asdict
from typing import Any

from certlab.course import Course
from certlab.course.facts import Fact
from certlab.errors import CourseError
from certlab.labs.containers import images

DRIVERS = (525, 535, 550, 570, 580, 590, 615)


def _fits(course: Course, settings: dict[str, str]) -> dict[str, Any]:
    shelf, gpus = images.images(course.facts), images.gpus(course.facts)
    gpu = settings.pop("gpu", "h100")
    image = settings.pop("image", "triton-25-09-vllm")
    driver = int(settings.pop("driver", "570"))
    if settings:
        raise CourseError(f"There is no setting {', '.join(settings)}.")
    if gpu not in gpus or image not in shelf or driver not in DRIVERS:
        raise CourseError(f"There is no {gpu} with R{driver} and {image} to choose.")
    return {
        "gpus": [{"id": id, **asdict(one)} for id, one in gpus.items()],
        "images": [
            {"id": id, "tag": images.read(one.name).tag, "cuda": one.cuda}
            for id, one in shelf.items()
        ],
        "drivers": [str(one) for one in DRIVERS],
        "table": table(course.facts),
        "gpu": gpu,
        "image": image,
        "driver": str(driver),
    }


def table(facts: dict[str, Fact]) -> dict[str, Any]:
    """The numbers of the rules: oldest branches, a capability, CUDA by branch."""
    return {
        "oldest": {
            str(n): int(facts[f"cuda-{n}.min_driver"].value) for n in (11, 12, 13)
        },
        "capability": str(facts["cuda-13.oldest_compute_capability"].value),
        "cuda": {
            str(one): str(facts[f"r{one}.cuda"].value)
            for one in DRIVERS
            if f"r{one}.cuda" in facts
        },
    }


BEGINS = {"fits": _fits}
