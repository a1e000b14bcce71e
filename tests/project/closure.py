"""What an installed requirement has brought with it."""

from importlib.metadata import PackageNotFoundError, distribution

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


def closure(requirement: str) -> dict[str, str]:
    """Version by name of a requirement, and of all that it needs, as installed here."""
    found: dict[str, str] = {}
    _add(requirement, found, set())
    return found


def _add(requirement: str, found: dict[str, str], seen: set[str]) -> None:
    one = Requirement(requirement)
    if requirement in seen:
        return
    seen.add(requirement)
    try:
        there = distribution(one.name)
    except PackageNotFoundError:
        return  # not for this machine, or it would be here
    found[canonicalize_name(one.name)] = there.version
    for line in there.requires or []:
        marker = Requirement(line).marker
        extras = one.extras or {""}
        if not marker or any(marker.evaluate({"extra": extra}) for extra in extras):
            _add(line.partition(";")[0].strip(), found, seen)
