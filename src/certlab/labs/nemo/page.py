"""What the page's pictures begin with: a batch calculator, and the bands of LSH."""

from dataclasses import asdict
from typing import Any

from certlab.course import Course
from certlab.errors import CourseError
from certlab.labs.nemo.batches import Layout, accumulation
from certlab.labs.nemo.minhash import chance

# Tokens and length of the epoch whose steps are counted: the worked example's.
TOKENS, LENGTH = 7_198_329, 2048


def _batch(_course: Course, settings: dict[str, str]) -> dict[str, Any]:
    def size(name: str, else_: int = 1) -> int:
        return int(settings.pop(name, str(else_)))

    layout = Layout(size("gpus", 8), size("tp"), size("pp"), size("cp"), size("ep"))
    micro, whole = size("micro"), size("global", layout.world)
    _none_left(settings)
    accumulation(layout, micro, whole)
    begin = asdict(layout)
    del begin["expert_tensor"]
    return {
        "layout": begin,
        "micro": micro,
        "whole": whole,
        "tokens": TOKENS,
        "length": LENGTH,
    }


def _lsh(course: Course, settings: dict[str, str]) -> dict[str, Any]:
    """Curator's defaults, unless others are given."""
    asked = {
        name: int(settings.pop(name, str(course.facts[f"curator.{name}"].value)))
        for name in ("bands", "rows")
    }
    similarity = float(settings.pop("similarity", "0.8"))
    _none_left(settings)
    chance(similarity, **asked)
    return {**asked, "similarity": similarity}


def _none_left(settings: dict[str, str]) -> None:
    if settings:
        raise CourseError(f"There is no setting {', '.join(settings)}.")


BEGINS = {"batch": _batch, "lsh": _lsh}
