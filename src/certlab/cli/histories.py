"""`certlab import` of a history: the answers of a browser, or of another machine."""

from pathlib import Path
from typing import Any

import typer

from certlab.cli.output import print_json
from certlab.errors import CourseError

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

    merged = History(find(workspace) / FILE).merge(file)
    refused = bool(merged.problems) and not merged.added + merged.known
    if as_json:
        print_json({"file": str(file), **vars(merged)})
        raise typer.Exit(refused)
    if refused:
        raise CourseError(f"{file.name}: {merged.problems[0]}")
    typer.echo(_sentence(file.name, merged))
    more = len(merged.problems) - _LISTED
    listed = merged.problems[:_LISTED] if more > 1 else merged.problems
    for problem in listed:
        typer.echo(f"  {problem}")
    if more > 1:
        typer.echo(f"  And {more} more.")


def _sentence(name: str, merged: Any) -> str:
    """What came of it, as widgets/static/summary.js says it."""
    told = f"{name}: {merged.added} answer{'s' * (merged.added != 1)} added"
    if not merged.known:
        return f"{told}."
    verb = "was" if merged.known == 1 else "were"
    return f"{told}; {merged.known} {verb} here already."
