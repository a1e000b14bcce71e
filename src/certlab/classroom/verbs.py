"""`certlab class`: start a class's Hub, look at the machine before, and help on the day."""

import os
from pathlib import Path
from typing import Annotated

import typer

from certlab.classroom.plan import verb
from certlab.console.options import AsJson
from certlab.console.output import print_json
from certlab.errors import ServerError

PORT = 8000
Folder = Annotated[
    Path | None,
    typer.Option(help="Folder with the code, databases and logs of the class."),
]
Trusting = Annotated[
    bool,
    typer.Option(
        "--trusting",
        help="Run without root. Learners can then read each other's files.",
    ),
]
Learners = Annotated[int, typer.Option(help="How many learners there are.", min=1)]
Listen = Annotated[int, typer.Option("--port", help="Port that learners use.")]
Gib = Annotated[
    float,
    typer.Option(help="Memory of each learner in GiB, or 0 for no limit.", min=0),
]
Cpus = Annotated[
    float, typer.Option(help="Processors of each learner, or 0 for no limit.", min=0)
]


def serve(
    name: Annotated[str, typer.Option(help="What the class is called.")] = "A class",
    port: Listen = PORT,
    ip: Annotated[
        str, typer.Option(help="Address to listen on. The default is all.")
    ] = "",
    address: Annotated[
        str,
        typer.Option(
            help="Address that learners type, if it is not this machine's own."
        ),
    ] = "",
    subdomains: Annotated[
        bool,
        typer.Option(
            "--subdomains",
            help="Give each server a name of its own below that of --address.",
        ),
    ] = False,
    folder: Folder = None,
    trusting: Trusting = False,
    new_code: Annotated[
        bool,
        typer.Option("--new-code", help="Make a new code that learners join with."),
    ] = False,
    learners: Learners = 40,
    memory: Gib = 0.0,
    cpus: Cpus = 0.0,
    idle: Annotated[
        int,
        typer.Option(
            help="Minutes until an idle server is stopped, or 0 for never.", min=0
        ),
    ] = 60,
    database: Annotated[
        str, typer.Option(help="Database of the class service, such as postgresql://…")
    ] = "",
    kept_days: Annotated[
        int, typer.Option(help="Days that the service keeps what learners shared.")
    ] = 30,
    syllabus: Annotated[
        str, typer.Option(help="The syllabus that the class opens with.")
    ] = "",
    certificate: Annotated[
        Path | None, typer.Option(help="File of the certificate for HTTPS, with --key.")
    ] = None,
    key: Annotated[
        Path | None, typer.Option(help="File of the certificate's key.")
    ] = None,
    gpus: Annotated[
        Path | None, typer.Option(help="The folder that certlab class plan wrote.")
    ] = None,
    settings: Annotated[
        Path | None, typer.Option(help="Your own JupyterHub settings, loaded last.")
    ] = None,
) -> None:
    """Start a JupyterHub for a class. Ctrl-C ends it."""
    from certlab.classroom.hub import starting
    from certlab.classroom.hub.limits import Limits

    starting.start(
        starting.HubOptions(
            name=name,
            port=port,
            ip=ip,
            address=address,
            subdomains=subdomains,
            folder=folder or _folder(),
            trusting=trusting,
            new_code=new_code,
            learners=learners,
            limits=Limits(memory, cpus),
            idle_minutes=idle,
            database=database,
            kept_days=kept_days,
            syllabus=syllabus,
            certificate=certificate,
            key=key,
            gpus=gpus,
            settings=settings,
        ),
        typer.echo,
    )


def check(
    learners: Learners = 40,
    port: Listen = PORT,
    folder: Folder = None,
    trusting: Trusting = False,
    memory: Gib = 0.0,
    cpus: Cpus = 0.0,
    as_json: AsJson = False,
) -> None:
    """Find out before the day whether this machine has room for a class."""
    from certlab.classroom.hub import preflight
    from certlab.classroom.hub.limits import Limits
    from certlab.classroom.hub.starting import as_root, cache_of

    accounts = as_root() and not trusting
    where = folder or _folder()
    wanted = preflight.Wanted(
        learners,
        port,
        accounts,
        Limits(memory, cpus),
        where,
        cache_of(where, accounts),
    )
    found = list(preflight.findings(wanted))
    if as_json:
        print_json([{"level": one.level, "says": one.says} for one in found])
    else:
        for one in found:
            typer.echo(f"{one.level:5}{one.says}")
    if any(one.level == "bad" for one in found):
        raise typer.Exit(1)


def reset(
    name: Annotated[str, typer.Argument(help="The learner's nickname.")],
    folder: Folder = None,
) -> None:
    """Give a learner a new workspace. The old one is kept under another name."""
    from certlab.classroom.hub import launch, learners

    started = launch.read(folder or _folder())
    aside = learners.set_aside(started, name)
    if aside is None:
        typer.echo(f"{name} has no workspace yet, so there is nothing to move.")
        return
    typer.echo(
        f"The old workspace is {aside}; the next start of {name} makes a new one."
    )


def words(
    name: Annotated[str, typer.Argument(help="The learner's nickname.")],
    folder: Folder = None,
) -> None:
    """Show the four words that let a learner in again from another browser."""
    from certlab.classroom.hub import launch, learners

    typer.echo(learners.words_of(launch.read(folder or _folder()), name))


def push(folder: Folder = None, as_json: AsJson = False) -> None:
    """Bring the newest course to all learners, and keep what they have edited."""
    from certlab.classroom.hub import launch, learners, pushed, serving

    started = launch.read(folder or _folder())
    typer.echo("Building the pages that have changed ...", err=True)
    serving.build_pages(started.cache)
    done, failed = {}, []
    for name, home in learners.homes(started).items():
        try:
            done[name] = learners.bring_up_to_date(started, name, home)
        except ServerError as error:
            failed.append(name)
            typer.echo(f"{error}", err=True)
            continue
        for line in () if as_json else pushed.lines(name, done[name]):
            typer.echo(line)
    if as_json:
        told = {name: pushed.as_data(one) for name, one in done.items()}
        print_json({"learners": told, "failed": failed})
    else:
        typer.echo(pushed.summary(done, len(failed)))
        if any(one.written or one.offered for one in done.values()):
            typer.echo(pushed.OPEN_FILES)
    if failed:
        raise typer.Exit(1)


def _folder() -> Path:
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return Path("/var/lib/certlab-class")
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "certlab-class"


VERBS = {
    "class serve": serve,
    "class check": check,
    "class push": push,
    "class reset": reset,
    "class words": words,
    **verb.VERBS,
}
