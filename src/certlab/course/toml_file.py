"""One TOML file of the course, read whole; it may be anybody's."""

import math
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from certlab.course.problems import Problem
from certlab.course.table import Table

LARGEST = 1_000_000  # characters; our largest bank has 230,000
LONGEST = 5_000  # characters of one text; ours have 540
DEEPEST = 12  # tables and lists in each other, and parts of a dotted key
# Python's reader takes the square of a dotted key's parts, so a long one never reaches it.
_DOTTED = re.compile(
    r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){50}""", re.ASCII
)
_WHOLE = 2**63  # TOML's own bound of a whole number
# Signs that a terminal obeys instead of showing them, or that turn a line around.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def read_toml(path: Path, file: str, problems: list[Problem]) -> dict[str, Any]:
    """The file's tables; {} and a problem when it cannot be read."""
    return parse_toml(read_text(path, file, problems), file, problems)


def read_text(
    path: Path, file: str, problems: list[Problem], most: int = LARGEST
) -> str:
    """The text of a file of the course; "" and a problem when it cannot be read."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        problems.append(Problem(file, "", f"is not UTF-8: {error}."))
    except OSError as error:
        problems.append(Problem(file, "", f"cannot be read: {error.strerror}."))
    else:
        if len(text) <= most:
            return text
        says = f"has more than {most:,} characters; make several files of it."
        problems.append(Problem(file, "", says))
    return ""


def parse_toml(
    text: str, file: str, problems: list[Problem], what: str = ""
) -> dict[str, Any]:
    """The tables of a text; {} and a problem when it is not TOML, or holds odd values.

    Args:
        what: of the file the text is, said in front.
    """
    if _DOTTED.search(text):
        says = f"{what}a name of 50 parts is nested too deeply; write it flatter."
        problems.append(Problem(file, "", says))
        return {}
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        problems.append(Problem(file, "", f"{what}not valid TOML: {error}."))
        return {}
    except RecursionError:
        says = (
            f"{what}tables or lists stand in each other too deeply; write it flatter."
        )
        problems.append(Problem(file, "", says))
        return {}
    except ValueError as error:  # a whole number of thousands of digits, a 31 June
        problems.append(Problem(file, "", f"{what}a value cannot be: {error}."))
        return {}
    if odd := next(_odd(data), ""):
        problems.append(Problem(file, "", f"{what}{odd}."))
        return {}
    return data


def _odd(data: dict[str, Any]) -> Iterator[str]:
    """What no file of a course has to hold, and much would stumble over."""
    left: list[tuple[str, Any, int]] = [("", data, 0)]
    while left:
        name, value, deep = left.pop()
        if deep > DEEPEST:
            yield f"{name[:60]} is nested too deeply; write it flatter"
            return
        if isinstance(value, dict):
            for key, one in value.items():
                if _CONTROL.search(key):
                    yield f"the name {key[:60]!a} holds a control character; remove it"
                left.append((f"{name}.{key}".lstrip("."), one, deep + 1))
        elif isinstance(value, list):
            left += [(name, one, deep + 1) for one in value]
        elif isinstance(value, str) and len(value) > LONGEST:
            yield f"{name} has more than {LONGEST:,} characters; write a shorter text"
        elif isinstance(value, str) and (found := _CONTROL.search(value)):
            yield f"{name} holds the control character {found[0]!a}; remove it"
        elif isinstance(value, int) and not -_WHOLE <= value < _WHOLE:
            yield f"{name} is no number of 64 bits; write a smaller one"
        elif isinstance(value, float) and not math.isfinite(value):
            yield f"{name} is {value}; write a finite number"


def read_rows(path: Path, file: str, kind: str, problems: list[Problem]) -> list[Table]:
    """The `[[kind]]` tables of a file that holds nothing else, in its order."""
    table = Table(read_toml(path, file, problems), file, problems)
    rows = table.tables(kind)
    for name in table.data.keys() - table.taken:
        table.problem(f"unknown table {name}; write [[{kind}]].")
    return rows
