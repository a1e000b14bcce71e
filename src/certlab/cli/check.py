"""`certlab check`: what is wrong with the course, what is in it, what it gives away."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from certlab.cli.histories import check_history
from certlab.console.options import AsJson
from certlab.console.output import print_json, print_rows

Day = Annotated[
    datetime | None,
    typer.Option(formats=["%Y-%m-%d"], help="Check as if it were this day."),
]


def check(
    file: Annotated[
        Path | None, typer.Argument(help="With --history: another history.")
    ] = None,
    fix: Annotated[
        bool,
        typer.Option(
            "--fix",
            help="Enter new ids, put notebooks in order, and run our labs that show old data.",
        ),
    ] = False,
    run_labs: Annotated[
        bool,
        typer.Option(
            "--run-labs",
            help="With --fix: run what shows old data in a course of somebody else, too.",
        ),
    ] = False,
    coverage: Annotated[
        bool,
        typer.Option(
            "--coverage", help="Show how much of each exam and quota is covered."
        ),
    ] = False,
    exam: Annotated[
        str | None,
        typer.Option(help="With --coverage: list the objectives of this exam."),
    ] = None,
    voice: Annotated[
        bool,
        typer.Option(
            "--voice", help="Show how the pages speak, beside the best texts."
        ),
    ] = False,
    on: Day = None,
    history: Annotated[
        bool,
        typer.Option(
            "--history", help="Check your history; --fix repairs it after a copy."
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Check all content, quizzes, labs and facts, and report every problem at once.

    Warnings are printed, and are no failure. With --history it checks what you
    have answered instead.
    """
    if history:
        check_history(file, fix=fix, as_json=as_json)
    if file is not None:
        raise typer.BadParameter("a file is checked with --history.", param_hint="FILE")
    from certlab.course import check as course_check
    from certlab.course import ledger, location
    from certlab.study import example

    root = location.find()
    known = ledger.read_ledger(root)  # before --fix enters what is new
    changed = _fixed(root, run_labs=run_labs) if fix else []
    today = (on or datetime.now().astimezone()).date()
    course, found = course_check.check(root, today)
    changed = sorted({*changed, *(example.record(course) if fix else [])})
    new = {id for id in course.items if ("item", id) not in known}
    found = sorted({*found, *_found_above(course, new)})
    problems = [one for one in found if not one.warning]
    warnings = [one for one in found if one.warning]
    about = _about(course, coverage=coverage or exam is not None, exam=exam)
    if voice:
        from certlab.course.quality.voice import voice as spoken

        about["voice"] = spoken(course)
    if as_json:
        told: dict[str, Any] = {"fixed": changed}
        told["problems"] = [asdict(one) for one in problems]
        told["warnings"] = [asdict(one) for one in warnings]
        print_json(told | about)
    else:
        for line in (*(f"fixed {file}" for file in changed), *problems, *warnings):
            typer.echo(str(line))
        _print(course, about, len(problems))
    raise typer.Exit(1 if problems else 0)


def _fixed(root: Path, *, run_labs: bool) -> list[str]:
    """Put files in order, and run the labs that show old data; the files that changed."""
    from certlab.cli.reruns import run_again
    from certlab.course import check as course_check
    from certlab.course import location
    from certlab.course.catalogue import read
    from certlab.course.problems import Problem

    changed = course_check.fix(root)
    if run_labs or location.is_ours(root):
        unread: list[Problem] = []
        old = read(root, unread)
        # On a course that cannot be read a lab would stop, or show half of the data.
        changed += [] if unread else run_again(old)
    return changed


def _found_above(course: Any, new: set[str]) -> Iterator[Any]:
    """What only those who grade, measure and plan can find in a course; `new` are item ids."""
    from certlab.bench import registry
    from certlab.course import coverage
    from certlab.study import example
    from certlab.study.item_tests import run_item_tests, translated_item_tests

    yield from run_item_tests(course)
    yield from translated_item_tests(course)
    yield from registry.problems(course)
    yield from example.unrecorded(course)
    yield from coverage.over_quota(course, new)


def _about(course: Any, *, coverage: bool, exam: str | None) -> dict[str, Any]:
    """What is in a course, as JSON shows it; of one exam the objectives of that alone."""
    from certlab.course import check as course_check
    from certlab.course import coverage as cover
    from certlab.course import exam_path, location, unnamed
    from certlab.course.quality.figures import figures
    from certlab.study.exam_codes import certification
    from certlab.words.extract import untranslated

    table = cover.coverage(course) if coverage else course_check.table(course)
    # The interface is ours, so whoever writes a course of their own hears nothing of it.
    missing = untranslated() if location.is_ours(course.root) else {}
    about = {
        "table": table,
        "quality": figures(course),
        "untranslated": {lang: count for lang, count in missing.items() if count},
        "unnamed": unnamed.unnamed(course),
    }
    if not coverage:
        return about
    objectives, unwritten = cover.by_objective(course), exam_path.unwritten(course)
    if exam is not None:
        named = certification(course, exam)
        own = f"{named.id}."
        objectives = [row for row in objectives if row["objective"].startswith(own)]
        unwritten = [row for row in unwritten if row["exam"] == named.code]
    return about | {"objectives": objectives, "unwritten": unwritten}


def _print(course: Any, about: dict[str, Any], problems: int) -> None:
    """The same for people, below what was found."""
    from certlab.course import unnamed

    for lang, count in about["untranslated"].items():
        says = "said in English; run python -m certlab.words, and translate them."
        typer.echo(f"{lang}: {count} messages of the interface are {says}")
    if about["unnamed"]:
        typer.echo(unnamed.warning(course, about["unnamed"]))
    if problems:
        typer.echo(f"\n{problems} problem{'s'[: problems > 1]}.", err=True)
        return
    print_rows(about["table"])
    more = (about.get(name) for name in ("objectives", "unwritten", "voice"))
    for rows in filter(None, more):
        typer.echo("")
        print_rows(rows)
    _print_figures(about["quality"])
    typer.echo("\nNo problems.")


def _print_figures(rows: list[dict[str, Any]]) -> None:
    """The quality gate's figures in per cent; a key's place is from 0 to 1."""
    if not rows:
        return
    shares = ("chance", "longest", "shortest", "guessed")
    typer.echo("")
    print_rows(
        [
            {
                "choices of": row["bank"],
                "items": row["choices"],
                **{f"{name} %": round(100 * row[name]) for name in shares},
                "shuffled %": f"{100 * row['luck']:.0f}, < {100 * row['luck_high']:.0f}",
                "place": f"{row['place']:.2f}",
                "lift %": f"{100 * row['low']:+.0f} to {100 * row['high']:+.0f}",
            }
            for row in rows
        ]
    )
