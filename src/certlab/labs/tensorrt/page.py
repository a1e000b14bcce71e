"""What the picture of clipping on the page begins with."""

import math
from functools import cache
from typing import Any

from certlab.course import Course
from certlab.errors import CourseError
from certlab.labs.tensorrt.calibration import (
    LEVELS,
    Histogram,
    by_entropy,
    by_error,
    by_max,
    by_percentile,
)

BINS, WIDTH = 256, 1 / 16
TYPICAL = 0.9  # the body of the distribution falls by e within so much
OUTLIERS = {150: 6.0, 187: 3.0, 188: 2.0, 230: 2.0, 255: 1.0}
SHARE = 0.9999


@cache
def activations() -> Histogram:
    """Activations after a ReLU, made up: most are small, and a few are very large."""
    body = (
        math.floor(60000 * math.exp(-(n + 0.5) * WIDTH / TYPICAL)) for n in range(BINS)
    )
    return Histogram(
        tuple(count + OUTLIERS.get(n, 0.0) for n, count in enumerate(body)), WIDTH
    )


@cache
def thresholds() -> dict[str, dict[str, int]]:
    """Bins that each calibrator keeps, by bits."""
    shown = activations()
    return {
        str(bits): {
            "max": by_max(shown),
            "percentile": by_percentile(shown, SHARE),
            "entropy": by_entropy(shown, bits),
            "error": by_error(shown, bits),
        }
        for bits in LEVELS
    }


def _clipping(_course: Course, settings: dict[str, str]) -> dict[str, Any]:
    bits = settings.pop("bits", "8")
    kept = int(settings.pop("kept", str(BINS)))
    if settings or bits not in thresholds() or not 1 <= kept <= BINS:
        raise CourseError(
            f"A picture of clipping takes bits, 8 or 4, and kept, 1 to {BINS} bins."
        )
    shown = activations()
    return {
        "counts": [*shown.counts],
        "width": shown.width,
        "levels": {str(b): n for b, n in LEVELS.items()},
        "marks": thresholds(),
        "bits": bits,
        "kept": kept,
    }


BEGINS = {"clipping": _clipping}
