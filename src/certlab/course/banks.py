"""Banks: the items of one module, in one TOML file."""

import tomllib
from collections.abc import Iterable

from certlab.course.items import Item, read_item
from certlab.course.problems import Problem


def read_bank(text: str, file: str, problems: list[Problem]) -> list[Item]:
    """The items of one bank, in the file's order.

    Args:
        text: the file's text.
        file: its path from the course's root, for problems.
        problems: where what is wrong is noted.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        problems.append(Problem(file, "", f"not valid TOML: {error}."))
        return []
    module = data.pop("module", "")
    rows = data.pop("item", [])
    problems += [
        Problem(file, "", f"unknown table {name}; write [[item]].") for name in data
    ]
    if not isinstance(module, str) or not module:
        problems.append(Problem(file, "", "no module; add module = a slug."))
    return [item for item in _items(rows, str(module), file, problems) if item]


def _items(
    rows: list[dict[str, object]], module: str, file: str, problems: list[Problem]
) -> Iterable[Item | None]:
    for row in rows:
        yield read_item(row, module, file, problems)
