"""`certlab import` of a history: the answers of a browser, or of another machine."""

from dataclasses import asdict
from pathlib import Path

import typer

from certlab.cli.speech import spoken
from certlab.console.output import print_json
from certlab.errors import CourseError
from certlab.words import Sentence, Words

_BEGINNING = 2**16  # bytes in which a history has its first row
_LISTED = 5  # problems that are printed; --json has all


def is_history(file: Path) -> bool:
    """Whether a file says that it is one, by its ending or a first row."""
    from certlab.study.answers import AnswerError, from_bytes

    if file.suffix.lower() == ".jsonl":
        return True
    try:
        with file.open("rb") as opened:
            from_bytes(opened.readline(_BEGINNING))
    except (OSError, AnswerError):
        return False  # whoever reads it as questions says what is wrong with it
    return True


def import_history(file: Path, workspace: Path | None, *, as_json: bool) -> None:
    """Add the answers of a history to the workspace's.

    Raises:
        HistoryError: it cannot be read, or the workspace's not be written.
        CourseError: nothing in it is an answer.
    """
    from certlab.course.workspace import find
    from certlab.study.history import FILE, History

    with spoken(None) as words:
        merged = History(find(workspace) / FILE).merge(file)
        problems = [words.say(one) for one in merged.problems]
        refused = bool(problems) and not merged.added + merged.known
        if as_json:
            told = {"file": str(file), **asdict(merged), "problems": problems}
            print_json(told)
            raise typer.Exit(refused)
        if refused:
            says = Sentence("{file}: {says}", file=file.name, says=merged.problems[0])
            raise CourseError(says)
        typer.echo(_sentence(words, file.name, **vars(merged.answers)))
        more = len(problems) - _LISTED
        for problem in problems[:_LISTED] if more > 1 else problems:
            typer.echo(f"  {problem}")
        if more > 1:
            typer.echo("  " + words.ngettext("And {n} more.", "And {n} more.", more))


def _sentence(words: Words, name: str, added: int, known: int) -> str:
    """What came of it, as app/static/progress/summary.js says it."""
    things = words.ngettext("{n} answer", "{n} answers", added)
    if not known:
        return words("{file}: {answers} added.", file=name, answers=things)
    return words.ngettext(
        "{file}: {answers} added; {n} was here already.",
        "{file}: {answers} added; {n} were here already.",
        known,
        file=name,
        answers=things,
    )
