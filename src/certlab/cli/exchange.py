"""`certlab import` and `certlab export`: questions of other tools, in and out."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from certlab.cli.histories import import_history, is_history
from certlab.cli.own_decks import import_deck
from certlab.console.options import AsJson, Workspace
from certlab.console.output import print_json
from certlab.errors import CourseError

Named = Annotated[
    str, typer.Option("--from", help="jupyterquiz, gift, anki, apkg or mkdocs-quiz.")
]
Bank = Annotated[
    Path | None,
    typer.Option(
        "--to", help="Name of the new file or deck. The default comes from FILE."
    ),
]
Sources = Annotated[
    list[str] | None, typer.Option("--source", help="Id of a source. May be repeated.")
]
Output = Annotated[
    Path | None, typer.Option(help="The new file. The default name is certlab.")
]


def import_file(
    file: Path,
    module: Annotated[
        str | None, typer.Option(help="The module that the questions belong to.")
    ] = None,
    objective: Annotated[
        str | None, typer.Option(help="The objective that they count for.")
    ] = None,
    mine: Annotated[
        bool, typer.Option("--mine", help="Make a deck of your own, for certlab drill.")
    ] = False,
    to: Bank = None,
    form: Named = "",
    source: Sources = None,
    workspace: Workspace = None,
    as_json: AsJson = False,
) -> None:
    """Add a history of answers, cards of your own, or questions of another tool.

    A history is what the site exports, or history.jsonl from another machine.
    Its answers are added to yours. With --mine, questions become a deck of your
    own, which is updated when you import it again. Without --mine, they become
    drafts for the course. The command names everything that it cannot take.
    """
    if mine:
        import_deck(file, to.name if to else "", form, workspace, as_json=as_json)
        return
    if module is None and objective is None and not form and is_history(file):
        import_history(file, workspace, as_json=as_json)
        return
    for name, given in (("module", module), ("objective", objective)):
        if given is None:
            raise typer.BadParameter(
                "questions need it, if they are not to be --mine.",
                param_hint=f"--{name}",
            )
    _import_questions(file, module or "", objective or "", to, form, source, as_json)


def _import_questions(
    file: Path,
    module: str,
    objective: str,
    to: Path | None,
    form: str,
    source: list[str] | None,
    as_json: bool,
) -> None:
    from certlab.course import load
    from certlab.course.banks import read_bank
    from certlab.course.problems import Problem
    from certlab.course.table import valid_id
    from certlab.formats.draft_bank import bank_text
    from certlab.formats.import_formats import read_file

    course = load()
    if not valid_id(module):
        raise CourseError(f"{module}: a module is lower-case words joined by hyphens.")
    if objective not in course.objectives:
        says = "certlab check --coverage lists them"
        raise CourseError(f"There is no objective {objective}; {says}.")
    for id in source or ():
        if id not in course.sources:
            raise CourseError(f"There is no source {id}; enter it among the facts.")
    bank = to or file.with_suffix(".toml")
    _refuse_existing(bank)
    name, reading = read_file(file, form)
    text = bank_text(reading, module, objective, source or ())
    problems: list[Problem] = []
    items = read_bank(text, bank.name, problems)
    if items:
        _write_new(bank, text.encode())
    told = {
        "file": str(file),
        "format": name,
        "written": str(bank) if items else "",
        "items": [item.id for item in items],
        "lost": _notes(reading.notes, lost=True),
        "changed": _notes(reading.notes, lost=False),
        "to_do": [f"{one.id}: {one.says}" for one in problems],
    }
    if as_json:
        print_json(told)
    else:
        _print_import(told)
    raise typer.Exit(0 if items else 1)


def export_questions(
    to: Annotated[str, typer.Option(help="The format: apkg, qti, gift, json or csv.")],
    output: Output = None,
    module: Annotated[str | None, typer.Option(help="Export only this module.")] = None,
    exam: Annotated[
        str | None, typer.Option(help="Export only what counts for this exam.")
    ] = None,
    pool: Annotated[str, typer.Option(help="Pool: practice or exam.")] = "practice",
    as_json: AsJson = False,
) -> None:
    """Write the questions for another tool, and name those that do not fit there."""
    import time

    from certlab.course import load
    from certlab.formats import export_formats, exports

    parts = ("certlab", module, exam)
    ending = export_formats.ENDINGS.get(to, "")
    path = output or Path("-".join(filter(None, parts)).lower() + ending)
    _refuse_existing(path)
    course = load()
    items = exports.chosen(course, module, exam, pool)
    done = export_formats.write(to, exports.compiled(course, items), time.time())
    if not done.count:
        raise CourseError(f"None of {len(items)} items fits into {to}.")
    _write_new(path, done.data)
    lost = [*done.lost, *exports.variants(items)]
    if as_json:
        rows = [vars(one) for one in lost]
        print_json({"written": str(path), "items": done.count, "lost": rows})
        return
    _print_losses("left out", (one for one in lost if one.whole))
    _print_losses("not whole", (one for one in lost if not one.whole))
    typer.echo(f"{_count(done.count, 'question')} written to {path}.")


def _refuse_existing(path: Path) -> None:
    if path.exists() or path.is_symlink():
        raise CourseError(f"{path}: is there already; name a new file.")


def _write_new(path: Path, data: bytes) -> None:
    """Write a file that is not there yet; a half-written one is taken away."""
    try:
        file = path.open("xb")
    except FileExistsError:
        raise CourseError(f"{path}: is there already; name a new file.") from None
    except OSError as error:
        says = f"cannot be written ({error.strerror}); name another place."
        raise CourseError(f"{path}: {says}") from None
    try:
        with file:
            file.write(data)
    except OSError as error:
        path.unlink(missing_ok=True)
        says = f"cannot be written ({error.strerror}); make room or name another place."
        raise CourseError(f"{path}: {says}") from None


def _notes(notes: Iterable[Any], *, lost: bool) -> list[str]:
    return [f"{one.where}: {one.says}" for one in notes if one.lost is lost]


def _print_import(told: dict[str, Any]) -> None:
    _print_lines("did not come in", told["lost"])
    _print_lines("came in changed", told["changed"])
    _print_lines("to do, as certlab check will say", told["to_do"])
    count = _count(len(told["items"]), "question")
    if told["written"]:
        typer.echo(f"{count} from {told['format']} written to {told['written']}.")
    else:
        typer.echo("certlab: No question came in; nothing is written.", err=True)


def _print_lines(what: str, lines: list[str]) -> None:
    if lines:
        typer.echo(f"{len(lines)} {what}:")
        for line in lines:
            typer.echo(f"  {line}")
        typer.echo("")


def _print_losses(what: str, lost: Iterable[Any]) -> None:
    """Reasons, each with the items it holds for."""
    reasons: dict[str, list[str]] = {}
    for one in lost:
        reasons.setdefault(one.says, []).append(one.item)
    for says, items in reasons.items():
        typer.echo(f"{_count(len(items), 'item')} {what}: {says}")
        typer.echo(f"  {', '.join(items)}\n")


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"
