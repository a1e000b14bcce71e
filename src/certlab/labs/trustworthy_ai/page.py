"""What the page's widgets begin with."""

from collections.abc import Collection
from typing import Any

from certlab.course import Course
from certlab.errors import CourseError
from certlab.labs.trustworthy_ai.bias import picture
from certlab.labs.trustworthy_ai.privacy import patients, release
from certlab.labs.trustworthy_ai.rails import documents, journey, lines, reading, topics
from certlab.labs.trustworthy_ai.rails.vectors import WIDE


def _biasaudit(_course: Course, settings: dict[str, str]) -> dict[str, Any]:
    first = [_tenths(settings.pop(group, "0.6"), group) for group in ("a", "b")]
    if settings:
        raise CourseError(f"There is no setting {', '.join(settings)}.")
    return {
        "scores": picture.SCORES,
        "a": picture.PEOPLE["A"],
        "b": picture.PEOPLE["B"],
        "first": first,
    }


def _tenths(text: str, group: str) -> int:
    try:
        tenths = round(float(text) * 10)
    except ValueError:
        tenths = -1
    if not 0 <= tenths <= 10:
        raise CourseError(f"Threshold {group}={text} is no number from 0 to 1.")
    return tenths


ROWS, SEED = 20, 11  # of the table on the page


def _anonymity(_course: Course, settings: dict[str, str]) -> dict[str, Any]:
    first = {
        name: _whole(settings.pop(name, str(usual)), name, known)
        for name, usual, known in (
            ("digits", 3, range(4)),
            ("years", 1, (0, *release.SPANS)),
            ("k", 2, range(1, 7)),
            ("illnesses", 1, range(1, 4)),
        )
    }
    if settings:
        raise CourseError(f"There is no setting {', '.join(settings)}.")
    table = [
        (one.postcode, one.born, one.sex, one.illness)
        for one in patients.drawn(ROWS, SEED)
    ]
    return {"table": table, "spans": release.SPANS, "first": {**first, "sex": True}}


def _whole(text: str, name: str, known: Collection[int]) -> int:
    number = int(text) if text.isdigit() else -1
    if number not in known:
        raise CourseError(
            f"Setting {name}={text} is none of {', '.join(map(str, known))}."
        )
    return number


def _fiverails(_course: Course, settings: dict[str, str]) -> dict[str, Any]:
    """All that the small model learns from and reads, since it decides on the page itself."""
    known = range(len(journey.MESSAGES))
    first = _whole(settings.pop("message", "0"), "message", known)
    if settings:
        raise CourseError(f"There is no setting {', '.join(settings)}.")
    return {
        "lines": lines.TOPICS,
        "smooth": topics.SMOOTH,
        "empty": sorted(documents.EMPTY),
        "wide": WIDE,
        "chunks": documents.CHUNKS,
        "rules": journey.RULES,
        "examples": journey.EXAMPLES,
        "ask": journey.BANK,
        "advice": journey.ADVICE,
        "transfer": journey.TRANSFER,
        "near": journey.NEAR,
        "limit": journey.LIMIT,
        "hidden": journey.PRIVATE,
        "invented": reading.INVENTED,
        "says": journey.SAYS,
        "messages": journey.MESSAGES,
        "first": first,
    }


BEGINS = {"anonymity": _anonymity, "biasaudit": _biasaudit, "fiverails": _fiverails}
