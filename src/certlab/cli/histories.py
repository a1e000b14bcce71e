"""Histories as typed: `certlab import` of one, and `certlab check --history`."""

from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import typer

from certlab.cli.speech import spoken
from certlab.console.output import print_json
from certlab.errors import CourseError
from certlab.words import Sentence, Words, plural

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
        history = find(workspace) / FILE
        copy = _copied(history)
        merged = History(history).merge(file)
        problems = [words.say(one) for one in merged.problems]
        refused = bool(problems) and not merged.added + merged.known
        if as_json:
            told = {"file": str(file), **asdict(merged), "problems": problems}
            told["copy"] = copy and str(copy)
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
        if copy and merged.added:
            back = words(
                "Your history as it was is in {copy}; "
                "to go back, close certlab and put that file in its place.",
                copy=copy,
            )
            typer.echo(back)


def _sentence(words: Words, name: str, added: int, known: int) -> str:
    """What came of it, as day/static/summary.js says it."""
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


def _copied(history: Path) -> Path | None:
    """The copy that an import leaves.

    Raises:
        HistoryError: it cannot be made; nothing was imported.
    """
    from datetime import UTC, datetime

    from certlab.errors import HistoryError
    from certlab.study.history_copies import copy_of

    try:
        return copy_of(history, datetime.now(UTC))
    except OSError as error:
        says = Sentence(
            "{path}: nothing was imported, for no copy could be made of it ({why}); "
            "make room or give write access, then import again.",
            path=history,
            why=error.strerror or str(error),
        )
        raise HistoryError(says) from error


def check_history(file: Path | None, *, fix: bool, as_json: bool) -> None:
    """Say what is broken in a history, and with `fix` repair it.

    Raises:
        HistoryError: it cannot be read, or not be repaired.
    """
    from datetime import UTC, datetime

    from certlab.course import load
    from certlab.course.workspace import find
    from certlab.planner.goal import is_no_goal
    from certlab.study.history import FILE
    from certlab.study.history_check import Repaired, answerable, check, repair
    from certlab.study.history_merge import opened

    path, now = file or find() / FILE, datetime.now(UTC)
    with spoken(None) as words:
        known = (answerable(load(), path.parent), now, is_no_goal)
        with opened(path) as found:
            data = found.read()
        done = repair(path, *known) if fix else Repaired(check(data, *known))
        if as_json:
            _print_checked(path, done)
        else:
            for line in _checked(words, path, done):
                typer.echo(line)
    raise typer.Exit(1 if done.found.faults and not fix else 0)


def _print_checked(path: Path, done: Any) -> None:
    found = done.found
    lines = [
        {"line": one.line, "kind": one.kind, "why": str(one.why)}
        for one in found.faults
    ]
    told = {"file": str(path), "rows": found.rows, "faults": found.counts}
    more = {"copy": done.copy, "set_aside": done.aside}
    print_json(told | {"notes": found.notes, "lines": lines} | more)


def _checked(words: Words, path: Path, done: Any) -> Iterator[str]:
    found = done.found
    yield words.ngettext("{file}: {n} row.", "{file}: {n} rows.", found.rows, file=path)
    told = {**FAULTS, **NOTES}
    for name, count in (found.counts | found.notes).items():
        yield "  " + words.say(told[name](count))
    if not found.faults:
        yield words("Nothing is broken.")
        return
    for one in found.faults[:_LISTED]:
        yield "  " + words("Line {n} {why}.", n=one.line, why=words.say(one.why))
    more = len(found.faults) - _LISTED
    if more > 0:
        yield "  " + words.ngettext("And {n} more.", "And {n} more.", more)
    if done.copy is None:
        yield words("certlab check --history --fix repairs it, and makes a copy first.")
        return
    yield words("It is repaired. As it was, it is in {copy}.", copy=done.copy)
    yield words("What was taken out is in {file}.", file=done.aside)
    yield words(
        "To go back, close certlab and put the copy in the place of {file}.", file=path
    )


FAULTS: dict[str, Callable[[int], str]] = {
    "unreadable": lambda n: plural(
        "{n} line cannot be read as a row.", "{n} lines cannot be read as rows.", n
    ),
    "field": lambda n: plural(
        "{n} row has a field that cannot be used.",
        "{n} rows have a field that cannot be used.",
        n,
    ),
    "number": lambda n: plural(
        "{n} row holds NaN or Infinity, which JSON has not.",
        "{n} rows hold NaN or Infinity, which JSON has not.",
        n,
    ),
    "twice": lambda n: plural(
        "{n} line has the ulid of a line before it.",
        "{n} lines have the ulid of a line before them.",
        n,
    ),
}
NOTES: dict[str, Callable[[int], str]] = {
    "newer": lambda n: plural(
        "{n} line was written by a newer version of certlab, and stays.",
        "{n} lines were written by a newer version of certlab, and stay.",
        n,
    ),
    "future": lambda n: plural(
        "{n} row is dated in the future; it stays, and does not count until then.",
        "{n} rows are dated in the future; they stay, and do not count until then.",
        n,
    ),
    "unknown": lambda n: plural(
        "{n} answer is to a question that this course has not, and stays.",
        "{n} answers are to questions that this course has not, and stay.",
        n,
    ),
    "unusable": lambda n: plural(
        "{n} goal or exam could not have been set, and is passed over.",
        "{n} goals or exams could not have been set, and are passed over.",
        n,
    ),
    "astray": lambda n: plural(
        "{n} step of an exam has no beginning before it, and is passed over.",
        "{n} steps of an exam have no beginning before them, and are passed over.",
        n,
    ),
}
