"""What the page's picture begins with: a rank, and a recorded change of the tiny GPT."""

from typing import Any

from certlab.course import Course
from certlab.errors import CourseError
from certlab.labs.fine_tuning import weight_change


def _rank(_course: Course, settings: dict[str, str]) -> dict[str, Any]:
    rank = int(settings.pop("rank", "16"))
    if settings:
        raise CourseError(f"There is no setting {', '.join(settings)}.")
    most = len(weight_change.energy("all"))
    if not 1 <= rank <= most:
        raise CourseError(f"The picture has ranks from 1 to {most}, as rank=16.")
    return {
        "rank": rank,
        "weights": weight_change.WEIGHTS,
        "blocks": weight_change.BLOCKS,
        "shapes": {
            where: [weight_change.SHAPES[name] for name in names]
            for where, names in weight_change.LAYERS.items()
        },
        "energy": {
            where: [round(share, 7) for share in weight_change.energy(where)]
            for where in weight_change.LAYERS
        },
    }


BEGINS = {"rank": _rank}
