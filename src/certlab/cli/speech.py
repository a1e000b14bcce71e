"""The language that a verb speaks."""

from collections.abc import Iterator
from contextlib import contextmanager

from certlab.errors import CourseError
from certlab.words import Words, text


@contextmanager
def spoken(lang: str | None) -> Iterator[Words]:
    """The words of a language; what goes wrong meanwhile is said in it.

    Raises:
        CourseError: there is no such language, or what went wrong.
    """
    words = text(lang)
    try:
        yield words
    except CourseError as error:
        raise CourseError(words.say(error.args[0])) from error
