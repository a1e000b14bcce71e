"""Amounts as somebody types them: 256MiB, 1.5 GB, 1000."""

import re

from certlab.errors import CourseError

_AMOUNT = re.compile(r"([0-9][0-9_,]*\.?[0-9]*)\s*([A-Za-z]*)")


def in_bytes(text: str) -> int:
    """A size in bytes; a bare number is bytes.

    Raises:
        CourseError: it is not a size, or not a whole number of bytes.
    """
    from certlab.course.units import UNITS

    found = _AMOUNT.fullmatch(text.strip())
    unit = UNITS.get((found and found.group(2)) or "bytes")
    if found is None or unit is None or unit.dimension != "information":
        raise CourseError(f"{text} is not a size; write 256MiB, 1GB or 1000.")
    count = float(found.group(1).replace(",", "").replace("_", "")) * unit.factor
    if not count.is_integer():
        raise CourseError(f"{text} is not a whole number of bytes; write another size.")
    return int(count)
