"""What a course says of itself as a whole, in content/course.toml, which need not be there.

title = "Leap years"                       # what the course is called
publisher = "Acme"                         # who sets its exams, where that is somebody else
licence = "The course is under ..."        # in sentences of Markdown, for the page About
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
PROGRAM = "certlab"  # a course without a title goes by the program's name
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
        title: what the course is called.
        publisher: who sets its exams, "" where nobody else does. Its pages say that it is
            not affiliated with them, that its questions are its own, and that they publish
            no pass mark.
        licence: how the course may be used, in sentences of Markdown; "" where it says nothing.
        report: the address to which mistakes are reported; without one, the repository's issues.
        repository: the address of the course's repository; "" as long as it is not published.
        contact: the address of who answers for it, "" where it names none.
        groups: in the order in which one learns them.
    """

    report: str = ""
    repository: str = ""
    contact: str = ""
    groups: tuple[Group, ...] = ()
    title: str = PROGRAM
    publisher: str = ""
    licence: str = ""


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
    title, publisher = _line(table, "title", PROGRAM), _line(table, "publisher", "")
    licence = table.text("licence", "")
    groups = tuple(map(_read_group, table.tables("group")))
    table.done()
    named = [slug for one in groups for slug in one.modules]
    for slug in dict.fromkeys(named):
        if slug not in modules:
            table.problem(f"a group names {slug}, and there is no such module.")
        if named.count(slug) > 1:
            table.problem(f"{slug} is in a group twice; keep it in one place.")
    return Settings(report, repository, contact, groups, title, publisher, licence)


def _line(table: Table, key: str, default: str) -> str:
    """A name, which stands in the middle of sentences."""
    name = table.text(key, default).strip()
    if name.isprintable():
        return name or default
    table.problem(f"{key} has more than one line; write it in one.")
    return default


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
