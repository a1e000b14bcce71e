"""The real course, with the items of kinds.toml instead of its own."""

import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path

from certlab.course import Course, load
from certlab.course.items import Item, read_item
from certlab.course.problems import Problem

FILE = Path(__file__).with_name("kinds.toml")


def read_kinds() -> tuple[dict[str, Item], list[Problem]]:
    """The items of kinds.toml by id, and what is wrong with them."""
    problems: list[Problem] = []
    rows = tomllib.loads(FILE.read_text("utf-8"))["item"]
    found = [
        read_item(row, row["id"].partition("-")[0], FILE.name, problems) for row in rows
    ]
    return {item.id: item for item in found if item}, problems


@cache
def kinds() -> Course:
    return replace(load(), items=read_kinds()[0])
