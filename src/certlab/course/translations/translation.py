"""One language: its pages, its banks, and its words for values of facts."""

import re
from dataclasses import dataclass, replace
from pathlib import Path

from certlab.course.facts import Fact
from certlab.course.pages import Page
from certlab.course.problems import Problem
from certlab.course.table import Table
from certlab.course.toml_file import read_toml
from certlab.course.translations.banks import ItemTexts, read_bank
from certlab.course.translations.pages import PageText, read_page

FOLDER = "content/translations"
PHRASES = "facts.toml"
# A value that is words and no name: "not supported", "3g first", but not "R570".
_WORDS = re.compile(r"(?:\w+ )*[a-z]+")


@dataclass(frozen=True)
class Translation:
    """What there is in one language.

    Attributes:
        pages: by id of the English page.
        items: by id of the English item.
        phrases: what an English value of a fact reads in this language.
    """

    lang: str
    pages: dict[str, PageText]
    items: dict[str, ItemTexts]
    phrases: dict[str, str]

    def reworded(self, fact: Fact) -> Fact:
        """The fact as this language says it; a number or a name is as it was."""
        if isinstance(fact.value, str) and fact.value in self.phrases:
            return replace(fact, value=self.phrases[fact.value])
        return fact


def is_words(fact: Fact) -> bool:
    """Whether a fact's value is words that another language says otherwise."""
    return isinstance(fact.value, str) and _WORDS.fullmatch(fact.value) is not None


def languages(root: Path) -> list[str]:
    """The languages that a course has texts in beside English."""
    return sorted(path.name for path in (root / FOLDER).glob("*") if path.is_dir())


def read(
    root: Path, english: dict[str, Page], lang: str, problems: list[Problem]
) -> Translation:
    """One language as far as it can be read; nothing where it has no folder."""
    folder = root / FOLDER / lang
    return Translation(
        lang=lang,
        pages=_pages(root, folder, english, problems),
        items=_items(root, folder, problems),
        phrases=_phrases(root, folder, problems),
    )


def _pages(
    root: Path, folder: Path, english: dict[str, Page], problems: list[Problem]
) -> dict[str, PageText]:
    found = {}
    for path in sorted(folder.glob("modules/**/*.md")):
        file = path.relative_to(root).as_posix()
        id = path.relative_to(folder / "modules").with_suffix("").as_posix()
        if id not in english:
            problems.append(Problem(file, "", f"there is no module's page {id}."))
            continue
        page = read_page(path, english[id], folder.name, file, problems)
        if page:
            found[id] = page
    return found


def _items(root: Path, folder: Path, problems: list[Problem]) -> dict[str, ItemTexts]:
    found: dict[str, ItemTexts] = {}
    for path in sorted(folder.glob("quizzes/*.toml")):
        file = path.relative_to(root).as_posix()
        for row in read_bank(path, file, problems):
            if row.id in found:
                says = f"is translated in {found[row.id].file} too; keep one."
                problems.append(Problem(file, row.id, says))
            found.setdefault(row.id, row)
    return found


def _phrases(root: Path, folder: Path, problems: list[Problem]) -> dict[str, str]:
    path = folder / PHRASES
    if not path.exists():
        return {}
    file = path.relative_to(root).as_posix()
    table = Table(read_toml(path, file, problems), file, problems)
    found = {value: table.text(value) for value in table.data}
    return {value: text for value, text in found.items() if text}
