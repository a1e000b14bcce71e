"""What of each lab runs on which system: a table of README.md, from the notebooks' metadata."""

import re
from collections.abc import Iterator

from certlab.course.catalogue import Course
from certlab.course.problems import Problem

FILE = "README.md"
_BEGIN, _END = "<!-- labs by system -->", "<!-- /labs by system -->"
_BETWEEN = re.compile(f"(?<={_BEGIN}\n).*(?={_END})", re.DOTALL)


def table(course: Course) -> str:
    """A row for each lab that lacks something on a system, and one for all others."""
    lines = ["| lab | Linux | macOS | Windows |", "|---|---|---|---|"]
    for lab in course.labs.values():
        if lab.macos or lab.windows:
            cells = (one or "as on Linux" for one in (lab.macos, lab.windows))
            lines.append(f"| `{lab.id}` | all of it | {' | '.join(cells)} |")
    rest = "as on Linux" if len(lines) > 2 else "all of it"
    return "\n".join([*lines, f"| any other | all of it | {rest} | {rest} |\n"])


def table_is_current(course: Course) -> Iterator[Problem]:
    """README.md has the table as it would be written now, if it has one."""
    if renewed(course):
        yield Problem(FILE, "", "its labs by system are old; run certlab check --fix.")


def renewed(course: Course) -> str:
    """README.md with its table as it should be; "" where it is, or has none."""
    path = course.root / FILE
    text = path.read_text("utf-8") if path.is_file() else ""
    new = _BETWEEN.sub(lambda _: table(course), text)
    return "" if new == text else new
