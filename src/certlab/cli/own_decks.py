"""`certlab import --mine`: cards of the learner's own, from a file of another program."""

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import typer

from certlab.console.output import print_json

_LISTED = 5  # places that are named of those a reason holds for; --json has all


def import_deck(
    file: Path, name: str, form: str, workspace: Path | None, *, as_json: bool
) -> None:
    """Take the cards of a file into a deck of the workspace.

    Args:
        name: the deck's; the file's when "".
        form: the file's format; told by its name and beginning when "".

    Raises:
        CourseError: the file cannot be read, or the deck not be written.
    """
    from certlab.course.workspace import find
    from certlab.formats.own_deck import file_name, read_cards, take_in
    from certlab.study.own_decks import FOLDER

    form, reading = read_cards(file, form)
    name = name or file.stem
    path = find(workspace) / FOLDER / file_name(name)
    taken = take_in(reading, path, name)
    came = any(vars(taken).values())
    if as_json:
        notes = {
            what: [
                f"{one.where}: {one.says}" for one in reading.notes if one.lost is lost
            ]
            for what, lost in (("lost", True), ("changed", False))
        }
        print_json(
            {"file": str(file), "format": form, "deck": name} | asdict(taken) | notes
        )
    else:
        _print("did not come in", (one for one in reading.notes if one.lost))
        _print("came in changed", (one for one in reading.notes if not one.lost))
        says = (
            f"{taken.added:,} new, {taken.updated:,} updated, {taken.known:,} as before; "
            f"the deck is {path}, and certlab drill --mine asks it."
            if came
            else f"certlab: {file}: no card came in; nothing is written."
        )
        typer.echo(says, err=not came)
    raise typer.Exit(0 if came else 1)


def _print(what: str, notes: Iterable[Any]) -> None:
    """Reasons, each with the first places it holds for."""
    reasons: dict[str, list[str]] = {}
    for one in notes:
        reasons.setdefault(one.says, []).append(one.where)
    if reasons:
        typer.echo(f"{len(set().union(*reasons.values())):,} {what}:")
    for says, places in reasons.items():
        more = len(places) - _LISTED
        named = ", ".join(places[:_LISTED]) + (
            f" and {more:,} more" if more > 0 else ""
        )
        typer.echo(f"  {named}: {says}")
