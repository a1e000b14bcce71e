"""A course as those see it who show no prose of its pages, or that of one module's alone.

What is made from such a course cannot hang on what was left out of it. So it holds until
something else is edited, and one edited sentence makes little anew.
"""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from pathlib import PurePosixPath
from typing import TypeVar

from certlab.app.pages import edition
from certlab.app.pages.earlier_results import Remember, anew, key
from certlab.app.pages.languages import editions
from certlab.course import Course
from certlab.course.modules import FOLDER, Module
from certlab.course.pages import Page

T = TypeVar("T")
_TRANSLATED = "content/translations"


class ProseApart:
    """What is made from a course, without more of its prose than it takes.

    Attributes:
        others: the course in other languages.
        bare_others: the same without prose.
    """

    def __init__(self, course: Course, remember: Remember = anew) -> None:
        self.course, self.remember = course, remember
        self.others = editions(course)
        self.bare_others = [
            replace(one, course=_without_prose(one.course)) for one in self.others
        ]
        self._bare = _without_prose(course)

    def of_all(self, name: str, make: Callable[[Course], T]) -> T:
        """What is made without prose; `name` says what, and all that it hangs on besides."""
        return self.remember(key(name, self._state), lambda: make(self._bare))

    def of_module(self, id: str, name: str, make: Callable[[Course], T]) -> T:
        """What is made with the prose of one module."""
        module = self.course.modules[id]
        seen = replace(self._bare, modules={**self._bare.modules, id: module})
        bodies = [page.body for page in module.pages]
        return self.remember(key(name, self._state, bodies), lambda: make(seen))

    @cached_property
    def _state(self) -> str:
        """A name for all of the course but its prose, of which nothing else is made."""
        whole = hashlib.sha256()
        for course in (self._bare, *(one.course for one in self.bare_others)):
            whole.update(repr(course.modules).encode())
        for file, digest in edition.files(self.course.root):
            if not _is_prose(PurePosixPath(file)):
                whole.update(f"{file} {digest}\n".encode())
        return whole.hexdigest()


def _without_prose(course: Course) -> Course:
    """The course with the front matter and the headings alone of each page."""
    modules = {id: _bare(one) for id, one in course.modules.items()}
    return replace(course, modules=modules)


def _is_prose(file: PurePosixPath) -> bool:
    """Whether a file of the course is a page: content/translations/zh_TW/modules/mig.md is."""
    folders = [str(one) for one in file.parents]
    return file.suffix == ".md" and (
        FOLDER in folders
        or (_TRANSLATED in folders and any(one.endswith("/modules") for one in folders))
    )


def _bare(module: Module) -> Module:
    return replace(module, pages=tuple(map(_headings, module.pages)))


def _headings(page: Page) -> Page:
    lines = (f"{marks} {title}" for marks, title in page.headings)
    return replace(page, body="\n\n".join(lines))
