"""The command."""

import sys
import tomllib
from pathlib import Path

from certlab.course.problems import Problem
from certlab.course.settings import FILE, read_settings
from tools.address.places import written
from tools.address.repository import Repository

ROOT = Path(__file__).parents[2]
HOST = "https://github.com/"


def repository_of(root: Path) -> Repository | None:
    """Where the checkout says that it is published; None as long as it says nothing."""
    problems: list[Problem] = []
    modules = {path.stem for path in (root / "content" / "modules").iterdir()}
    settings = read_settings(root, modules, problems)
    if problems:
        sys.exit("\n".join(map(str, problems)))
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    if not settings.repository:
        return None
    if not settings.repository.startswith(HOST):
        sys.exit(
            f"{FILE}: repository is not on {HOST}, and badges, forms and the site have the "
            "addresses that GitHub gives them; leave it empty, and write report instead."
        )
    return Repository(settings.repository, settings.contact, project["version"])


def main(arguments: list[str]) -> int:
    """Write the files, or with --check only name them."""
    if set(arguments) - {"--check"}:
        sys.exit("usage: python -m tools.address [--check]")
    try:
        old = list(written(ROOT, repository_of(ROOT)))
    except ValueError as error:
        sys.exit(str(error))
    for file, text in old:
        print(file.relative_to(ROOT))
        if not arguments:
            file.write_text(text, "utf-8")
    if old and arguments:
        print(f"These do not say what {FILE} says; run python -m tools.address.")
    return int(bool(old and arguments))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
