"""One TOML file of the course, read whole."""

import tomllib
from pathlib import Path
from typing import Any

from certlab.course.problems import Problem


def read_toml(path: Path, file: str, problems: list[Problem]) -> dict[str, Any]:
    """The file's tables; {} and a problem when it cannot be read."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        problems.append(Problem(file, "", f"not valid TOML: {error}."))
    except OSError as error:
        problems.append(Problem(file, "", f"cannot be read: {error.strerror}."))
    return {}
