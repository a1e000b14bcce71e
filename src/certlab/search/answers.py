"""A question answered from the files of the search: passages in words, with their places."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import shorten
from typing import Any

from certlab.errors import CourseError
from certlab.near_names import choice
from certlab.search.asked import LONGEST
from certlab.search.passage import Kind
from certlab.search.ranking import Hit, Index, best
from certlab.search.sentence import best_sentence
from certlab.words import Sentence

_SHORT = 140  # characters: a sentence below that is shown with the next one
_LINE = 320  # and a passage has so many at most
_END = (".", "!", "?", "。", "！", "？")
_MANY = 60  # passages whose categories are offered


@dataclass(frozen=True, slots=True)
class Answer:
    """A passage that answers.

    Attributes:
        id: as the course names it: "page:mig#profiles", "fact:mig.max_instances".
        says: the sentence that has most of what was asked, with the next where it is short.
        address: from the root of the site.
        category: title of the group that its module is in, "" for none.
    """

    kind: Kind
    id: str
    title: str
    says: str
    label: str
    module: str
    category: str
    address: str


@dataclass(frozen=True, slots=True)
class Answers:
    """What was found.

    Attributes:
        unknown: words of the question that the course has nothing like.
        near: by such a word or one that is misspelled, the word it was taken for.
        categories: titles of those in which something was found.
    """

    question: str
    answers: tuple[Answer, ...]
    unknown: tuple[str, ...]
    near: dict[str, str]
    categories: tuple[str, ...]


class Library:
    """The files of the search in a folder.

    Args:
        folder: as app/search_files.py writes it.
        languages: names of those to answer in, the reader's own first.
    """

    def __init__(self, folder: Path, languages: Iterable[str]) -> None:
        self._folder = folder
        paths = [folder / f"{lang}.json" for lang in languages]
        self._indexes = [Index(_read(path)) for path in paths if path.is_file()]

    @property
    def categories(self) -> dict[str, list[str]]:
        """Slugs of modules by the title of their group, in the reader's language."""
        return self._indexes[0].categories

    def modules(self, category: str) -> list[str]:
        """Slugs of the modules that a category has, or that are one by their own name.

        Raises:
            CourseError: there is no such category.
        """
        groups = self.categories
        slugs = [slug for modules in groups.values() for slug in modules]
        for title, modules in groups.items():
            if title.casefold() == category.strip().casefold():
                return modules
        if category.strip().lower() in slugs:
            return [category.strip().lower()]
        says = Sentence(
            "There is no category {name}; {choice}",
            name=category,
            choice=choice(category, [*groups, *slugs]),
        )
        raise CourseError(says)

    def ask(
        self, question: str, most: int, modules: Iterable[str] | None = None
    ) -> Answers:
        """The passages that answer best.

        Args:
            most: how many, at most.
            modules: slugs of those to look in; all where None.

        Raises:
            CourseError: nothing is asked, or too much.
        """
        if len(question) > LONGEST:
            says = Sentence(
                "The question has {n} characters; ask in {most} at most.",
                n=f"{len(question):,}",
                most=LONGEST,
            )
            raise CourseError(says)
        asked = [index.vocabulary.asked(question) for index in self._indexes]
        if not any(asked):
            says = Sentence("The question names nothing to look for; say what it is about.")  # fmt: skip
            raise CourseError(says)
        hits = best(self._indexes, question, _MANY, modules)
        known = {one.word for every in asked for one in every if not one.near}
        odd = [one for every in asked for one in every if one.word not in known]
        return Answers(
            question,
            tuple(map(self._answer, hits[:most])),
            unknown=tuple(dict.fromkeys(one.word for one in odd if not one.meant)),
            near={one.word: one.meant for one in odd if one.meant},
            categories=tuple(
                title
                for title, slugs in self.categories.items()
                if any(hit.module in slugs for hit in hits)
            ),
        )

    def passages(self) -> Iterator[tuple[str, str, list[str]]]:
        """All passages of the first language: id, title and sentences."""
        for file, page, _, kind, *_ in self._indexes[0].shelves:
            for anchor, title, *says in _read(self._folder / f"{file}.json"):
                yield _id(kind, file, page, anchor), title, says

    def _category(self, module: str) -> str:
        return next((one for one, all in self.categories.items() if module in all), "")

    def _answer(self, hit: Hit) -> Answer:
        anchor, title, *sentences = _read(self._folder / f"{hit.file}.json")[hit.place]
        return Answer(
            kind=hit.kind,
            id=_id(hit.kind, hit.file, hit.page, anchor),
            title=title,
            says=_told(sentences, best_sentence(sentences, hit.worth)),
            label=hit.label,
            module=hit.module,
            category=self._category(hit.module),
            address=f"{hit.page}#{anchor}" if anchor else hit.page,
        )


def _told(sentences: Sequence[str], place: int) -> str:
    """A sentence, with those after it as long as it is short."""
    if not sentences:
        return ""
    told = sentences[place]
    for more in sentences[place + 1 :]:
        if len(told) >= _SHORT or len(told) + len(more) > _LINE:
            break
        if not (
            told.endswith(_END) and more.endswith(_END)
        ):  # a line of a table, a head
            break
        told = f"{told} {more}"
    return shorten(told, _LINE, placeholder=" …")


def _id(kind: Kind, file: str, page: str, anchor: str) -> str:
    """How the course names a passage."""
    rest = page.removesuffix(".html").partition("/")[2]
    match kind:
        case "section":
            # In another language a page has the language before it.
            name = file.rpartition("modules/")[2]
            return f"page:{name}#{anchor}" if anchor else f"page:{name}"
        case "term":
            return f"term:{anchor.removeprefix('term-')}"
        case "lab" | "exam":
            return f"{kind}:{rest}"
        case _:
            return f"{kind}:{anchor}"


def _read(path: Path) -> Any:
    """A file of the search, which certlab itself has written."""
    return json.loads(path.read_text("utf-8"))
