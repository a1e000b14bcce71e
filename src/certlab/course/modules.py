"""Modules: one page or several, and which of them a section stands on.

content/modules/mig.md                            the module's only page
content/modules/distributed/10_collectives.md     one of several, by number
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from certlab.course.pages import Page, read_page
from certlab.course.problems import Problem

FOLDER = "content/modules"
_NAME = re.compile(r"\d\d_[a-z0-9]+(_[a-z0-9]+)*\.md")


@dataclass(frozen=True)
class Module:
    """What one slug joins: its pages, its bank, its labs.

    What it says of itself is what its pages say together.
    """

    id: str
    pages: tuple[Page, ...]

    @property
    def file(self) -> str:
        """Where the title stands: the file of its first page."""
        return self.pages[0].file

    @property
    def several(self) -> bool:
        """Whether its pages lie in a folder, with a list of them at its own address."""
        return self.pages[0].id != self.id

    @property
    def title(self) -> str:
        """The module's title: its only page's, or the one in the first page's head."""
        return self.pages[0].over[0] or self.pages[0].title

    @property
    def short(self) -> str:
        """The title as it stands in a list or over a question."""
        return self.pages[0].over[1] or self.pages[0].short

    @property
    def lang(self) -> str:
        """The language of its title."""
        return self.pages[0].lang

    @property
    def minutes(self) -> int:
        """What an attentive reader needs for all pages."""
        return sum(page.minutes for page in self.pages)

    def minutes_of(self, anchors: Collection[str]) -> int:
        """What some of its sections take, by their share of the text; () for all."""
        shares = [page.minutes * page.share(anchors) for page in self.pages]
        return max(1, round(sum(shares))) if anchors else self.minutes

    @property
    def objectives(self) -> tuple[str, ...]:
        """What its pages serve, in their order."""
        return tuple(dict.fromkeys(id for page in self.pages for id in page.objectives))

    @property
    def body(self) -> str:
        """The text of all pages, with placeholders."""
        return "\n".join(page.body for page in self.pages)

    @property
    def sections(self) -> dict[str, str]:
        """Heading by anchor, of all pages in order."""
        return {
            anchor: title
            for page in self.pages
            for anchor, title in page.sections.items()
        }

    def texts(self, anchors: Collection[str]) -> dict[str, str]:
        """What stands in some of its sections, and in those below them, by anchor."""
        return {
            name: text
            for page in self.pages
            for name, text in page.texts(anchors).items()
        }

    def mark(self, anchor: str) -> str:
        """What a link adds to the page's address: "" for the top, where a page opens.

        A page's first section is read from the top, or its opening would be jumped over.
        """
        firsts = (next(iter(page.sections), "") for page in self.pages)
        return f"#{anchor}" if anchor and anchor not in firsts else ""

    def path(self, anchor: str = "") -> str:
        """Where a section stands: its page's id. The module's own where none has it.

        Every link to a section of the course comes from here; what is at the module's
        own path is its only page, or the list of its pages.
        """
        with_it = (page.id for page in self.pages if anchor in page.sections)
        return next(with_it, self.id)


def exists(root: Path, module: str) -> bool:
    """Whether a course has a module, known without reading it."""
    folder = root / FOLDER
    return (folder / f"{module}.md").exists() or (folder / module).is_dir()


def read_modules(root: Path, problems: list[Problem]) -> dict[str, Module]:
    """Every module by its slug; a folder without a page is a problem and no module."""
    folder = root / FOLDER
    found: dict[str, Module] = {}
    for path in sorted([*folder.glob("*.md"), *folder.glob("[!.]*/")]):
        several = path.is_dir()
        pages: list[Page] = []
        for file in sorted(path.glob("*.md")) if several else [path]:
            id = file.relative_to(folder).with_suffix("").as_posix()
            name = f"{FOLDER}/{id}.md"
            if several and not _NAME.fullmatch(file.name):
                says = (
                    "a page is named by number and lower-case words, 10_two_words.md."
                )
                problems.append(Problem(name, "", says))
            pages.append(read_page(file, id, name, several and not pages, problems))
        if not pages:
            says = "the folder has no page; add 10_name.md, or remove it."
            problems.append(Problem(f"{FOLDER}/{path.name}", "", says))
        elif path.stem in found:  # the folder, which is read first
            says = f"there is a folder {path.stem}/ too; keep one page or the folder."
            problems.append(Problem(pages[0].file, "", says))
        else:
            found[path.stem] = Module(path.stem, tuple(pages))
    return found
