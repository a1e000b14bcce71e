"""What a course says of itself as a whole, in content/course.toml, which need not be there.

report = "https://example.org/issues"      # or mailto:; where learners report a mistake
repository = "https://example.org/me/lab"  # where the course is published, once it is
contact = "mailto:me@example.org"          # who answers for it

[[group]]                              # modules, in the order in which one learns them
title = "Hardware"
zh_TW = "硬體"                          # the title in another language
modules = ["gpu-architecture", "mig"]
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from certlab.course.problems import Problem
from certlab.course.table import Table
from certlab.course.toml_file import read_toml
from certlab.words import languages

FILE = "content/course.toml"
_ADDRESS = re.compile(r"(https?://|mailto:)[^\s<>\"\\]+")
# Addresses are made of it by adding to its end, and stand in TOML, YAML and Markdown.
_REPOSITORY = re.compile(r"https?://[\w.-]+(:\d+)?(/[\w.~-]+){2,}")


@dataclass(frozen=True)
class Group:
    """Modules that belong together.

    Attributes:
        titles: what it is called, by language; English is always there.
        modules: their slugs, in the order in which one learns them.
    """

    titles: dict[str, str]
    modules: tuple[str, ...]


@dataclass(frozen=True)
class Settings:
    """What the file says.

    Attributes:
        report: the address to which mistakes are reported; without one, the repository's issues.
        repository: the address of the course's repository; "" as long as it is not published.
        contact: the address of who answers for it, "" where it names none.
        groups: in the order in which one learns them.
    """

    report: str = ""
    repository: str = ""
    contact: str = ""
    groups: tuple[Group, ...] = ()


def read_settings(
    root: Path, modules: Collection[str], problems: list[Problem]
) -> Settings:
    """What the file says; `modules` are the slugs that a group may name."""
    path = root / FILE
    if not path.exists():
        return Settings()
    table = Table(read_toml(path, FILE, problems), FILE, problems, "")
    repository = _address(table, "repository").removesuffix("/").removesuffix(".git")
    if repository and not _REPOSITORY.fullmatch(repository):
        table.problem(
            "repository is not the address of one; write https://HOST/OWNER/NAME."
        )
        repository = ""
    issues = f"{repository}/issues" if repository else ""
    report = _address(table, "report") or issues
    contact = _address(table, "contact")
    groups = tuple(map(_read_group, table.tables("group")))
    table.done()
    named = [slug for one in groups for slug in one.modules]
    for slug in dict.fromkeys(named):
        if slug not in modules:
            table.problem(f"a group names {slug}, and there is no such module.")
        if named.count(slug) > 1:
            table.problem(f"{slug} is in a group twice; keep it in one place.")
    return Settings(report, repository, contact, groups)


def _address(table: Table, key: str) -> str:
    address = table.text(key, "")
    if not address or _ADDRESS.fullmatch(address):
        return address
    table.problem(
        f"{key} is not an address; write one that begins with https:// or mailto:."
    )
    return ""


def _read_group(table: Table) -> Group:
    english, *others = languages()
    titles = {english: table.text("title")}
    titles |= {lang: table.text(lang) for lang in others if table.has(lang)}
    group = Group(titles, table.texts("modules"))
    table.done()
    return group
