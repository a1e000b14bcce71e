"""What a course says of itself as a whole, in content/course.toml, which need not be there.

report = "https://example.org/issues"  # or mailto:; where learners report a mistake
"""

import re
from pathlib import Path

from certlab.course.problems import Problem
from certlab.course.table import Table
from certlab.course.toml_file import read_toml

FILE = "content/course.toml"
_ADDRESS = re.compile(r"(https?://|mailto:)\S+")


def read_report(root: Path, problems: list[Problem]) -> str:
    """The address to which mistakes are reported, "" where the course names none."""
    path = root / FILE
    if not path.exists():
        return ""
    table = Table(read_toml(path, FILE, problems), FILE, problems, "")
    address = table.text("report", "")
    table.done()
    if address and not _ADDRESS.fullmatch(address):
        says = "report is no address; write one that begins with https:// or mailto:."
        table.problem(says)
        return ""
    return address
