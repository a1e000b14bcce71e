"""`certlab class plan`, `turn`, `syllabi`, `syllabus` and `kit`."""

from pathlib import Path
from typing import Annotated

import typer

from certlab.console.options import AsJson
from certlab.console.output import print_json, print_rows
from certlab.errors import CourseError

Learners = Annotated[int, typer.Option(max=10_000, help="How many learners there are.")]
Gpus = Annotated[
    str, typer.Option(help='The GPUs: "4xh100-80gb", or "2xa100-80gb,2xl4".')
]
Memory = Annotated[
    float, typer.Option(help="GPU memory in GiB that each learner needs at least.")
]
Sharing = Annotated[
    str,
    typer.Option(
        help="What to do if there are too few GPUs. auto time-slices GPUs without MIG, and "
        "learners take turns on the others. slices time-slices MIG instances too. With "
        "turns, nobody shares a GPU."
    ),
]
Steps = Annotated[
    str, typer.Option("--syllabus", help="Syllabus whose steps the turns follow.")
]
Out = Annotated[
    Path | None, typer.Option("--out", help="Folder to write the settings into.")
]
Image = Annotated[
    str, typer.Option(help="Container image of a learner's server, with its tag.")
]
Cpus = Annotated[
    float,
    typer.Option(help="Processor cores that each learner is guaranteed.", min=0.1),
]
Ram = Annotated[
    float, typer.Option(help="Memory of each learner's server in GiB.", min=0.5)
]
Folder = Annotated[
    Path, typer.Option("--out", help="The folder that certlab class plan wrote.")
]
Number = Annotated[
    int | None,
    typer.Argument(help="Step to go to. Without it, the current step is shown."),
]
Name = Annotated[
    str, typer.Argument(help="Name from the list of certlab class syllabi.")
]
Into = Annotated[
    Path, typer.Argument(help="Folder for the files; it is made if it is missing.")
]
Starts = Annotated[
    str, typer.Option(help="Time at which each day begins, such as 09:00.")
]


def plan(
    learners: Learners,
    gpus: Gpus,
    memory: Memory = 4,
    sharing: Sharing = "auto",
    syllabus: Steps = "",
    out: Out = None,
    image: Image = "registry.example/certlab:1",
    cpus: Cpus = 1,
    ram: Ram = 4,
    as_json: AsJson = False,
) -> None:
    """Divide GPUs among the learners of a class, and write the settings for it."""
    from certlab.classroom.plan import files, report
    from certlab.classroom.plan.class_plan import make_plan
    from certlab.classroom.plan.kubernetes_values import Server
    from certlab.classroom.plan.syllabi import find
    from certlab.course import load

    course = load()
    steps = find(course, syllabus).gpu_steps(course) if syllabus else ()
    made = make_plan(course, learners, gpus, memory, sharing, steps)
    if as_json:
        print_json(report.as_data(made, course))
    else:
        typer.echo("\n".join(report.lines(made, course)))
    if out is not None:
        paths = files.write(out, made, course, Server(image, cpus, ram))
        typer.echo("\nWritten: " + ", ".join(map(str, paths)), err=True)


def turn(number: Number = None, out: Folder = Path()) -> None:
    """Show whose turn it is on the GPUs, or go to another step of the class.

    A plan has turns if there are more learners than places on its GPUs.
    """
    from certlab.classroom.plan.files import read_plan
    from certlab.classroom.plan.ledger import open_ledger
    from certlab.classroom.plan.spawning import LEDGER

    data = read_plan(out)
    turns = data["turns"]
    if not turns:
        raise CourseError(
            f"{out}: everybody has a GPU in this plan, so there are no turns."
        )
    ledger = open_ledger(out / LEDGER, {}, data["learners"])
    if number is not None:
        if not 1 <= number <= len(turns):
            raise CourseError(f"There is no step {number}; give 1 to {len(turns)}.")
        ledger.turn = number - 1
        ledger.write()
    row = turns[ledger.turn % len(turns)]
    names = [ledger.order[n - 1] for n in row["learners"] if n <= len(ledger.order)]
    says = f"Step {ledger.turn + 1} of {len(turns)}, {row['step']}"
    typer.echo(f"{says}: {', '.join(names)}")
    typer.echo("Servers that start from now on follow this step.", err=True)


def syllabi(as_json: AsJson = False) -> None:
    """List the syllabi, which are plans for teaching a class."""
    from certlab.classroom.plan.syllabi import read_syllabi
    from certlab.course import load

    rows = [
        {
            "name": one.id,
            "title": one.title,
            "days": len(one.days),
            "minutes": one.minutes,
            "for": one.audience,
        }
        for one in read_syllabi(load())
    ]
    if as_json or not rows:
        print_json(rows)
    else:
        print_rows([{k: v for k, v in row.items() if k != "for"} for row in rows])


def syllabus(name: Name, starts: Starts = "09:00", as_json: AsJson = False) -> None:
    """Show a syllabus as Markdown, with its timings and the instructor's notes."""
    from certlab.classroom.plan.markdown import as_markdown
    from certlab.classroom.plan.syllabi import as_data, find
    from certlab.course import load

    course = load()
    chosen = find(course, name)
    if as_json:
        print_json(as_data(chosen))
    else:
        typer.echo(as_markdown(chosen, course, starts), nl=False)


def kit(name: Name, folder: Into, as_json: AsJson = False) -> None:
    """Write a rubric, the answers and a sheet for learners, made from a syllabus.

    The folder gets rubric.md, rubric.csv, answers.md and sheet.md. No file that is
    there already is changed.
    """
    from certlab.classroom.plan.kit import files
    from certlab.classroom.plan.syllabi import find
    from certlab.course import load

    course = load()
    chosen = find(course, name)
    paths = [str(one) for one in files.write(folder, files.texts(chosen, course))]
    if as_json:
        print_json({"syllabus": chosen.id, "written": paths})
    else:
        typer.echo(f"Written: {', '.join(paths)}.")


VERBS = {
    "class kit": kit,
    "class plan": plan,
    "class turn": turn,
    "class syllabi": syllabi,
    "class syllabus": syllabus,
}
