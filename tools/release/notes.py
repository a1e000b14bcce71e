"""What a release says of itself: its version, its part of the change log, and where it will be."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from tools.address.__main__ import repository_of
from tools.address.repository import Repository

LOG = "CHANGELOG.md"
_RELATIVE = re.compile(r"\]\((?!https?:|mailto:|#)([^)]+)\)")


@dataclass(frozen=True)
class Release:
    """A release, as the checkout describes it.

    Attributes:
        version: such as "0.1.0", of pyproject.toml.
        heading: what stands behind the version in the change log: its day, once it has one.
        notes: what the change log says of it, in Markdown; "" where it has no part there.
        repository: where it is to be published; None as long as the course does not say.
    """

    version: str
    heading: str
    notes: str
    repository: Repository | None


def read(root: Path) -> Release:
    """The release that this checkout would be."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    repository = repository_of(root)
    log = (root / LOG).read_text("utf-8")
    heading, notes = section(log, project["version"])
    if repository:
        notes = _linked(notes, f"{repository.address}/blob/v{project['version']}")
    return Release(project["version"], heading, notes, repository)


def section(log: str, version: str) -> tuple[str, str]:
    """What stands behind a version in its heading, and below it; both "" where it is not there."""
    part = re.search(
        rf"^## {re.escape(version)}(?![\w.])(.*)\n((?:(?!## ).*\n?)*)",
        log,
        re.MULTILINE,
    )
    return (part[1].strip(" ,-"), part[2].strip() + "\n") if part else ("", "")


def _linked(notes: str, to: str) -> str:
    """The page of a release lies elsewhere than the file that the links were written for."""
    return _RELATIVE.sub(lambda link: f"]({to}/{link[1]})", notes)


def refusal(release: Release, tag: str) -> str:
    """Why this checkout must not be published under a tag, in a sentence; "" where it may."""
    version = release.version
    if tag != f"v{version}":
        return f"the tag is {tag}, and pyproject.toml says {version}; make them agree."
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", release.heading):
        return f"{LOG}: {version} has no day; write ## {version}, YYYY-MM-DD."
    if release.repository is None:
        return (
            "content/course.toml: repository is empty; write where this is published "
            "and run python -m tools.address."
        )
    return ""
