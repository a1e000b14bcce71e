"""The texts of nvidia-smi, which are data: content/machines/nvidia-smi and some captures."""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from certlab.course import location
from certlab.labs.operations.node import described


class Field(NamedTuple):
    """A field of a selective query.

    Attributes:
        name: that heads its column; it may be asked for by another name.
        unit: "" where it has none.
        value: with the names of readings in braces.
    """

    name: str
    unit: str
    value: str


def _read(*path: str) -> str:
    return location.find().joinpath("content", *path).read_text("utf-8")


def words() -> Mapping[str, Any]:
    """What it says when it changes something, and what each selection of `-d` shows."""
    return described.table("nvidia-smi/words")


def table() -> Mapping[str, str]:
    """The parts of its tables and lists, by name, without the line end at their ends."""
    return described.table("nvidia-smi/table")


@cache
def fields(query: str) -> Mapping[str, Field]:
    """The fields of a selective query, "--query-gpu", by each of their names."""
    by_name: dict[str, Field] = {}
    for names, unit, value in described.table("nvidia-smi/fields")[query]:
        first, *_ = names.split()
        by_name |= dict.fromkeys(names.split(), Field(first, unit, value))
    return by_name


@cache
def log() -> tuple[str, tuple[tuple[str, str], ...]]:
    """The head of `-q`, and what it prints of a GPU in blocks: (name, text with line ends)."""
    head, _, body = _read("machines", "nvidia-smi", "query.txt").partition(
        "GPU {bus}\n"
    )
    blocks: list[tuple[str, str]] = []
    for line in body.splitlines(keepends=True):
        if line[4] == " ":  # deeper: it belongs to the block before
            name, text = blocks.pop()
            blocks.append((name, text + line))
        else:
            blocks.append((line.partition(":")[0].partition("{")[0].strip(), line))
    return head, tuple(blocks)


@cache
def capture(folder: str, id: str) -> str:
    """The text of a capture, without its last line end."""
    return _read("captures", folder, f"{id}.txt").removesuffix("\n")
