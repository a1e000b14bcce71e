"""`certlab check`: what is wrong with the course, what is in it, what it gives away."""

from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any

import typer

from certlab.cli.options import AsJson
from certlab.cli.output import print_json, print_rows

Day = Annotated[
    datetime | None,
    typer.Option(formats=["%Y-%m-%d"], help="As on this day, not as today."),
]


def check(
    fix: Annotated[
        bool, typer.Option("--fix", help="Enter new ids, put notebooks in form.")
    ] = False,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="How much of each exam is served.")
    ] = False,
    on: Day = None,
    as_json: AsJson = False,
) -> None:
    """Check all content, quizzes, labs and facts; report every problem at once.

    Warnings are printed, and are no failure.
    """
    from certlab.bench import registry
    from certlab.course import check as course_check
    from certlab.course import location
    from certlab.course.coverage import coverage as course_cover
    from certlab.course.quality.figures import figures
    from certlab.study.trials import trials

    root = location.find()
    changed = course_check.fix(root) if fix else []
    today = (on or datetime.now().astimezone()).date()
    course, found = course_check.check(root, today)
    found = sorted({*found, *trials(course), *registry.problems(course)})
    problems = [one for one in found if not one.warning]
    warnings = [one for one in found if one.warning]
    table = course_cover(course) if coverage else course_check.table(course)
    rows = figures(course)
    if as_json:
        told: dict[str, Any] = {"fixed": changed}
        told["problems"] = [asdict(one) for one in problems]
        told["warnings"] = [asdict(one) for one in warnings]
        print_json(told | {"table": table, "quality": rows})
    else:
        for line in (*(f"fixed {file}" for file in changed), *problems, *warnings):
            typer.echo(str(line))
        if problems:
            typer.echo(f"\n{len(problems)} problems.", err=True)
        else:
            print_rows(table)
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
                "place": f"{row['place']:.2f}",
                "lift %": f"{100 * row['low']:+.0f} to {100 * row['high']:+.0f}",
            }
            for row in rows
        ]
    )
