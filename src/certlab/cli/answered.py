"""Which exam is meant where none is planned."""

from typing import Any

import typer

from certlab.errors import CourseError
from certlab.words import Sentence, Words


def answered_most(course: Any, log: Any, words: Words) -> Any:
    """The exam that somebody without a plan has answered most of.

    Raises:
        CourseError: there is none, or it cannot be told.
    """

    from certlab.study.exams.blueprint import most_answered

    found = most_answered(course, (row.item for row in log.answers))
    if len(found) != 1:
        codes = ", ".join(one.code for one in found)
        some = Sentence(
            "No exam is planned yet; give --exam with one of {codes}.", codes=codes
        )
        none = Sentence("No exam is planned yet; give --exam CODE.")
        raise CourseError(some if found else none)
    says = words(
        "No exam is planned; this is {code}, which most of your answers are of. "
        "--exam names another.",
        code=found[0].code,
    )
    typer.echo(says, err=True)
    return found[0]
