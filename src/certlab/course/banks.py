"""Banks: the items of one module, in one TOML file."""

from certlab.course.items import Item, read_item
from certlab.course.problems import Problem
from certlab.course.table import Table
from certlab.course.toml_file import parse_toml


def read_bank(text: str, file: str, problems: list[Problem]) -> list[Item]:
    """The items of one bank, in the file's order.

    Args:
        text: the file's text.
        file: its path from the course's root, for problems.
        problems: where what is wrong is noted.
    """
    data = parse_toml(text, file, problems)
    table = Table(data, file, problems)
    module, rows = table.any("module"), table.tables("item")
    problems += [
        Problem(file, "", f"unknown table {name}; write [[item]].")
        for name in data.keys() - table.taken
    ]
    if not isinstance(module, str) or not module:
        problems.append(Problem(file, "", "no module; add module = a slug."))
    items = (read_item(row.data, str(module), file, problems) for row in rows)
    return [item for item in items if item]
