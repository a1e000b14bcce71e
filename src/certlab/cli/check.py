"""`certlab check`: what is wrong with the course, what is in it, what it gives away."""

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
    from certlab.bench import registry
    from certlab.cli.reruns import run_again
    from certlab.course import check as course_check
    from certlab.course import coverage as cover
    from certlab.course import exam_path, ledger, location, unnamed
    from certlab.course.catalogue import read
    from certlab.course.problems import Problem
    from certlab.course.quality.figures import figures
    from certlab.study import example
    from certlab.study.exam_codes import certification
    from certlab.study.item_tests import run_item_tests, translated_item_tests
    from certlab.words.extract import untranslated

    root = location.find()
    known = ledger.read_ledger(root)  # before --fix enters what is new
    changed = course_check.fix(root) if fix else []
    if fix and (run_labs or location.is_ours(root)):
        unread: list[Problem] = []
        old = read(root, unread)
        # On a course that cannot be read a lab would stop, or show half of the data.
        changed += [] if unread else run_again(old)
    today = (on or datetime.now().astimezone()).date()
    course, found = course_check.check(root, today)
    changed = sorted({*changed, *(example.record(course) if fix else [])})
    new = {id for id in course.items if ("item", id) not in known}
    found = sorted(
        {
            *found,
            *run_item_tests(course),
            *translated_item_tests(course),
            *registry.problems(course),
            *example.unrecorded(course),
            *cover.over_quota(course, new),
        }
    )
    problems = [one for one in found if not one.warning]
    warnings = [one for one in found if one.warning]
    coverage = coverage or exam is not None
    table = cover.coverage(course) if coverage else course_check.table(course)
    objectives = cover.by_objective(course) if coverage else []
    unwritten = exam_path.unwritten(course) if coverage else []
    if exam is not None:
        named = certification(course, exam)
        objectives = [
            row for row in objectives if row["objective"].startswith(f"{named.id}.")
        ]
        unwritten = [row for row in unwritten if row["exam"] == named.code]
    rows = figures(course)
    english = {lang: count for lang, count in untranslated().items() if count}
    alone = unnamed.unnamed(course)
    if as_json:
        told: dict[str, Any] = {"fixed": changed}
        told["problems"] = [asdict(one) for one in problems]
        told["warnings"] = [asdict(one) for one in warnings]
        told |= {"table": table, "quality": rows}
        told |= {"untranslated": english, "unnamed": alone}
        more = {"objectives": objectives, "unwritten": unwritten}
        print_json(told | (more if coverage else {}))
    else:
        for line in (*(f"fixed {file}" for file in changed), *problems, *warnings):
            typer.echo(str(line))
        for lang, count in english.items():
            says = "said in English; run python -m certlab.words, and translate them."
            typer.echo(f"{lang}: {count} messages of the interface are {says}")
        if alone:
            typer.echo(unnamed.warning(course, alone))
        if problems:
            typer.echo(f"\n{len(problems)} problems.", err=True)
        else:
            print_rows(table)
            for lines in filter(None, (objectives, unwritten)):
                typer.echo("")
                print_rows(lines)
            _print_figures(rows)
    raise typer.Exit(1 if problems else 0)


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
