"""What people say and what the course calls it, in content/everyday.toml, which need not be there.

Somebody who is new asks with the words that they have. The search takes theirs for ours:

[[word]]
says = ["graphics card", "video card"]
means = ["GPU"]
"""

from pathlib import Path

from certlab.course.problems import Problem
from certlab.course.table import Table
from certlab.course.toml_file import read_rows

FILE = "content/everyday.toml"


def read_everyday(root: Path, problems: list[Problem]) -> dict[str, tuple[str, ...]]:
    """By what people say, the words that the course has for it."""
    path = root / FILE
    if not path.exists():
        return {}
    found: dict[str, tuple[str, ...]] = {}
    for table in read_rows(path, FILE, "word", problems):
        _read_word(table, found)
    return found


def _read_word(table: Table, found: dict[str, tuple[str, ...]]) -> None:
    says, means = table.texts("says", need=True), table.texts("means", need=True)
    for one in says:
        table.id = one
        if one.casefold() in found:
            table.problem("stands here twice; give it one row.")
        found[one.casefold()] = means
    table.done()
