"""The course ready to use: whole, and in one language."""

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from certlab.course import course_cache, file_times, location
from certlab.course.catalogue import Course, read
from certlab.course.file_times import FileTimes
from certlab.course.modules import Module
from certlab.course.problems import Problem
from certlab.course.translations import translation
from certlab.course.translations.banks import lay_over
from certlab.errors import ContentError
from certlab.words import ENGLISH, text


def load(root: Path | None = None, lang: str | None = None) -> Course:
    """The course, ready to use.

    Args:
        root: the folder with content/, quizzes/ and labs/; found when None.
        lang: "zh_TW" lays that language's texts over the English ones; English when
            None. No setting is asked: a surface knows what its reader speaks.

    Raises:
        ContentError: a file of the course is broken.
        CourseError: there is no such language.
    """
    root = root or location.find()
    files = file_times.look(root / part for part in location.PARTS)
    return in_language(_english(root, files), lang)


@lru_cache(maxsize=1)
def _english(root: Path, files: FileTimes) -> Course:
    """The course, read once while its files stay as they are: a notebook asks often."""
    if kept := course_cache.take(root, files):
        return kept
    problems: list[Problem] = []
    course = read(root, problems)
    _refuse(problems)
    course_cache.keep(course, files)
    return course


def in_language(course: Course, lang: str | None) -> Course:
    """An English course with the texts of a language laid over.

    What that language lacks stays English, and so does an item that was edited after its
    translation: never is an old text shown for a new question.

    Raises:
        ContentError: a file of that language is broken.
        CourseError: there is no such language.
    """
    lang = text(lang or ENGLISH.lang).lang
    if lang == ENGLISH.lang:
        return course
    problems: list[Problem] = []
    found = translation.read(course.root, course.pages, lang, problems)
    _refuse(problems)
    items = {
        id: lay_over(course.items[id], row, lang)
        for id, row in found.items.items()
        if id in course.items and row.fits(course.items[id])
    }
    pages = {id: one.page for id, one in found.pages.items() if one.fits}
    # All pages of a module or none: they link each other.
    modules = {
        id: Module(id, tuple(pages[page.id] for page in one.pages))
        for id, one in course.modules.items()
        if all(page.id in pages for page in one.pages)
    }
    return replace(
        course,
        facts={id: found.reworded(fact) for id, fact in course.facts.items()},
        modules={**course.modules, **modules},
        items={**course.items, **items},
        lang=lang,
    )


def _refuse(problems: list[Problem]) -> None:
    if problems:
        more = f" ({len(problems) - 1} more: run certlab check)" * (len(problems) > 1)
        raise ContentError(f"{min(problems)}{more}")
