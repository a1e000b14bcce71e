"""What stands in a record: a digest of the data, the versions, and how two records differ."""

import hashlib
import platform
from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

from certlab.errors import Refusal

_NOTHING = "-"  # what a record says of a field that it has not


class Difference(NamedTuple):
    """A field in which two records differ, with what each of them says."""

    field: str
    one: str
    other: str


def digest(file: Path) -> str:
    """SHA-256 of all bytes of a file, as 64 hexadecimal digits.

    Raises:
        Refusal: the file cannot be read.
    """
    try:
        with file.open("rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest()
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise Refusal(
            f"{file.name} cannot be read ({why}), so its digest is not known; "
            "look where the data lies."
        ) from error


def versions(distributions: Iterable[str]) -> dict[str, str]:
    """The version of Python and of each distribution, by name.

    Raises:
        Refusal: one of them is not installed.
    """
    found = {"python": platform.python_version()}
    for name in distributions:
        try:
            found[name] = version(name)
        except PackageNotFoundError as error:
            raise Refusal(
                f"{name} is not installed, so the record cannot hold its version; "
                "install it, or leave it out."
            ) from error
    return found


def differences(
    one: Mapping[str, object], other: Mapping[str, object]
) -> list[Difference]:
    """The fields in which two records differ, in the order of the first one.

    A field that one of them lacks differs too, and "-" stands for it.
    """
    told = [
        Difference(name, str(one.get(name, _NOTHING)), str(other.get(name, _NOTHING)))
        for name in dict.fromkeys([*one, *other])
    ]
    return [row for row in told if row.one != row.other]
