"""What a checker says about a line or a script, and the versions that it knows."""

from certlab.errors import Refusal
from certlab.finding import Finding

NEWEST = "11.1"  # the newest whose headers and samples were read
OLDEST = "8.0"


def fault(where: str, says: str) -> Finding:
    """One thing that is wrong: where, and a sentence that says what to do."""
    return Finding("", says, where=where)


def version(text: str) -> tuple[int, int]:
    """A version of TensorRT as numbers that compare, "10.16" as (10, 16).

    Raises:
        Refusal: it is no version, or none that was read.
    """
    major, _, minor = text.partition(".")
    if not (major.isdecimal() and minor.isdecimal()):
        raise Refusal(f"{text!r} is no version of TensorRT: write it as 10.16 or 11.1.")
    found = int(major), int(minor)
    if not _numbers(OLDEST) <= found <= _numbers(NEWEST):
        raise Refusal(
            f"TensorRT {text} was not read for this checker: "
            f"ask about {OLDEST} to {NEWEST}."
        )
    return found


def gone(last: str, at: tuple[int, int]) -> bool:
    """Whether what `last` still had is no longer in version `at`; "" is still there."""
    return bool(last) and _numbers(last) < at


def _numbers(text: str) -> tuple[int, int]:
    major, minor = text.split(".")
    return int(major), int(minor)


def first_without(last: str) -> str:
    """The first version read that lacks what `last` still had."""
    return {"8.6": "9.3", "9.3": "10.0", "10.16": "11.0"}[last]


def came(first: str, at: tuple[int, int]) -> bool:
    """Whether version `at` has what came with `first`."""
    return _numbers(first) <= at
