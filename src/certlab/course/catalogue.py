"""The whole course, read from disk into frozen objects.

Nothing is registered: a file in its place is in the course.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol, TypeVar

from certlab import module_parts
from certlab.course.banks import read_bank
from certlab.course.certifications import (
    Certification,
    Objective,
    read_certification,
)
from certlab.course.claims import Claim, read_claims
from certlab.course.everyday import read_everyday
from certlab.course.facts import Fact, Source, read_fact, read_source
from certlab.course.figures import Figure, read_figure
from certlab.course.glossary import Term, alphabetical, read_terms
from certlab.course.item_pictures import FILE as PICTURES
from certlab.course.item_pictures import ItemPicture, read_pictures
from certlab.course.items import Item
from certlab.course.labs import Lab, read_lab
from certlab.course.laws import FILE as LAWS
from certlab.course.laws import Law, read_laws
from certlab.course.location import PARTS
from certlab.course.maths import read_maths
from certlab.course.modules import Module, read_modules
from certlab.course.pages import Page
from certlab.course.problems import Problem
from certlab.course.programme import Programme, read_programme
from certlab.course.settings import PROGRAM, Group, read_settings
from certlab.course.speedups import FILE as SPEEDUPS
from certlab.course.speedups import Speedup, read_speedups
from certlab.course.table import Table
from certlab.course.toml_file import read_text, read_toml
from certlab.errors import ContentError
from certlab.near_names import choice
from certlab.words import ENGLISH


class _Named(Protocol):
    @property
    def id(self) -> str: ...

    @property
    def file(self) -> str: ...


T = TypeVar("T", bound=_Named)


@dataclass(frozen=True)
class Course:
    """Everything there is to read, run and answer, each by its id.

    `modules` holds the pages of each, by its slug; `notebooks` the drills of quizzes/;
    `glossary` the terms of all modules, in alphabetical order; `maths` the MathML of each
    formula; `claims` what circulates and is not so; `speedups` what is claimed to be
    faster; `pictures` what moves when an item is answered; `laws` what must hold between facts; `groups` the modules in the order in which
    one learns them; `tables` those of the modules' own, by their kind, whose numbers are
    among the facts too; `report` where mistakes are reported;
    `repository` where the course is published, "" as long as it is not; `title`,
    `publisher` and `licence` as `Settings` has them; `programme` what holds for all exams; `everyday` the course's words by what
    people say in their place.
    """

    root: Path
    facts: dict[str, Fact]
    sources: dict[str, Source]
    figures: dict[str, Figure]
    modules: dict[str, Module]
    items: dict[str, Item]
    labs: dict[str, Lab]
    notebooks: dict[str, Lab]
    certifications: dict[str, Certification]
    glossary: dict[str, Term]
    maths: dict[str, str]
    lang: str = "en"
    claims: dict[str, Claim] = field(default_factory=dict)
    speedups: dict[str, Speedup] = field(default_factory=dict)
    pictures: dict[str, ItemPicture] = field(default_factory=dict)
    laws: dict[str, Law] = field(default_factory=dict)
    tables: dict[str, dict[str, Any]] = field(default_factory=dict)
    report: str = ""
    repository: str = ""
    groups: tuple[Group, ...] = ()
    title: str = PROGRAM
    publisher: str = ""
    licence: str = ""
    programme: Programme = field(default_factory=Programme)
    everyday: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @cached_property
    def situations(self) -> dict[str, str]:
        """The scenario of each item that belongs to one, in the order of the banks."""
        found: dict[str, str] = {}
        for one in self.items.values():
            for child in one.body.children:
                found.setdefault(child, one.id)
        return {id: found[id] for id in self.items if id in found}

    @cached_property  # an exam is asked for often, and few of all items are its own
    def by_exam(self) -> dict[str, list[Item]]:
        """The items that name an objective of an exam, by its id, in the order of the banks."""
        found: dict[str, list[Item]] = {}
        for item in self.items.values():
            for exam in {id.partition(".")[0] for id in (item.objective, *item.also)}:
                found.setdefault(exam, []).append(item)
        return found

    @property
    def grouped(self) -> dict[str, list[Module]]:
        """The modules as one learns them, by the title of their group; "" for no group.

        A group without modules is left out.
        """
        left = dict(self.modules)
        found = {
            one.titles.get(self.lang, one.titles[ENGLISH.lang]): [
                left.pop(slug) for slug in one.modules if slug in left
            ]
            for one in self.groups
        }
        found[""] = list(left.values())
        return {title: modules for title, modules in found.items() if modules}

    @property
    def pages(self) -> dict[str, Page]:
        """Every page of every module, by its path below content/modules."""
        return {
            page.id: page for module in self.modules.values() for page in module.pages
        }

    @property
    def objectives(self) -> dict[str, Objective]:
        """Every objective of every certification, by id."""
        return {
            objective.id: objective
            for certification in self.certifications.values()
            for domain in certification.domains
            for objective in domain.objectives
        }

    def lab(self, name: str) -> Lab:
        """The lab of that id, or the only one whose id holds the name.

        Raises:
            ContentError: none, or several.
        """
        found = [lab for id, lab in self.labs.items() if name in id]
        found = [lab for lab in found if lab.id == name] or found
        if len(found) == 1:
            return found[0]
        if found:
            names = ", ".join(lab.id for lab in found)
            raise ContentError(
                f"There are several labs called {name}; name one of {names}."
            )
        says = choice(name, self.labs, "certlab lab list")
        raise ContentError(f"There is no lab called {name}; {says}")


def read(root: Path, problems: list[Problem]) -> Course:
    """The course as far as it can be read; what is wrong is noted in `problems`."""
    problems += _links_out(root)
    facts, sources, tables = _facts_and_sources(root, problems)

    def each(pattern: str, one: Callable[..., T]) -> dict[str, T]:
        paths = sorted(root.glob(pattern))
        rows = [one(path, _name(path, root), problems) for path in paths]
        return unique(rows, problems)

    items: list[Item] = []
    for path in sorted(root.glob("quizzes/*.toml")):
        file = _name(path, root)
        items += read_bank(read_text(path, file, problems), file, problems)
    modules = read_modules(root, problems)
    settings = read_settings(root, modules, problems)
    return Course(
        root=root,
        facts=unique(facts, problems),
        sources=unique(sources, problems),
        tables={kind: unique(rows, problems) for kind, rows in tables.items()},
        figures=each("content/figures/*.svg", read_figure),
        modules=modules,
        items=unique(items, problems),
        labs=_notebooks(root, "labs", problems),
        notebooks=_notebooks(root, "quizzes", problems),
        certifications=each("content/certifications/*.toml", read_certification),
        glossary=_glossary(root, problems),
        maths=read_maths(root, problems),
        claims=_claims(root, problems),
        speedups=unique(read_speedups(root / SPEEDUPS, SPEEDUPS, problems), problems),
        pictures=unique(read_pictures(root / PICTURES, PICTURES, problems), problems),
        laws=unique(read_laws(root / LAWS, LAWS, problems), problems),
        report=settings.report,
        repository=settings.repository,
        groups=settings.groups,
        title=settings.title,
        publisher=settings.publisher,
        licence=settings.licence,
        programme=read_programme(root, problems),
        everyday=read_everyday(root, problems),
    )


def _links_out(root: Path) -> Iterator[Problem]:
    """Files that lie elsewhere: whoever shows this course would show those of a machine."""
    folders = [root / part for part in PARTS]
    for path in sorted(one for part in folders for one in (part, *part.rglob("*"))):
        if path.is_symlink() and not path.resolve().is_relative_to(root.resolve()):
            says = "is a link out of the course; put the file itself here."
            yield Problem(_name(path, root), "", says)


def _facts_and_sources(
    root: Path, problems: list[Problem]
) -> tuple[list[Fact], list[Source], dict[str, list[Any]]]:
    """Facts, sources, and by their kind the tables that a module has readers for."""
    facts, sources = [], []
    tables: dict[str, list[Any]] = {}
    for path in sorted(root.glob("content/facts/*.toml")):
        file = _name(path, root)
        table = Table(read_toml(path, file, problems), file, problems)
        rows = table.tables("fact")
        facts += [read_fact(row.data, file, problems) for row in rows]
        rows = table.tables("source")
        sources += [read_source(row.data, file, problems) for row in rows]
        others = sorted(table.data.keys() - table.taken)
        readers = _readers() if others else {}
        for kind in others:
            if kind in readers:
                rows = table.tables(kind)
                found = [readers[kind](row.data, file, problems) for row in rows]
                tables.setdefault(kind, []).extend(found)
                facts += [fact for row in found for fact in row.facts]
            else:
                known = " or ".join(
                    f"[[{name}]]" for name in ("fact", "source", *readers)
                )
                problems.append(
                    Problem(file, "", f"unknown table {kind}; write {known}.")
                )
    return facts, sources, tables


def _readers() -> dict[str, Callable[..., Any]]:
    """How the modules read tables of their own, by the tables' kind."""
    return {
        kind: read
        for part in module_parts.find("gates")
        for kind, read in part.TABLES.items()
    }


def _glossary(root: Path, problems: list[Problem]) -> dict[str, Term]:
    terms: list[Term] = []
    for path in sorted(root.glob("content/glossary/*.toml")):
        terms += read_terms(path, _name(path, root), problems)
    found = unique(terms, problems)  # the first of two, in the order of the files
    return {term.id: term for term in sorted(found.values(), key=alphabetical)}


def _claims(root: Path, problems: list[Problem]) -> dict[str, Claim]:
    claims: list[Claim] = []
    for path in sorted(root.glob("content/claims/*.toml")):
        claims += read_claims(path, _name(path, root), problems)
    return unique(claims, problems)


def _notebooks(root: Path, part: str, problems: list[Problem]) -> dict[str, Lab]:
    rows = []
    for path in sorted((root / part).glob("**/*.ipynb")):
        if ".ipynb_checkpoints" not in path.parts:
            id = path.relative_to(root / part).with_suffix("").as_posix()
            rows.append(read_lab(path, id, _name(path, root), problems))
    return unique((lab for lab in rows if lab), problems)


def unique(rows: Iterable[T], problems: list[Problem]) -> dict[str, T]:
    """Rows by id; the first of two with one id is kept, the second a problem."""
    found: dict[str, T] = {}
    for row in rows:
        if row.id in found:
            says = f"the id is already used in {found[row.id].file}; choose another."
            problems.append(Problem(row.file, row.id, says))
        else:
            found[row.id] = row
    return found


def _name(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix()
