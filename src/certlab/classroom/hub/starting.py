"""`certlab class serve`: what is asked for becomes one `Launch`, told to the instructor."""

import fcntl
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from certlab.cache_folder import VARIABLE as CACHE
from certlab.classroom.gates import refuse_what_is_missing
from certlab.classroom.hub import (
    address,
    closed,
    launch,
    limits,
    preflight,
    proxy,
    serving,
)
from certlab.classroom.hub.configuration import SERVICE
from certlab.classroom.hub.launch import INSTRUCTOR, Launch
from certlab.classroom.plan.syllabi import find
from certlab.console.output import open_at
from certlab.course import load
from certlab.errors import ServerError
from certlab.servers.running import free_ports

SHARED = Path("/var/cache/certlab-class")  # which learners' accounts can read
OPEN = (
    "Learners can read and change each other's files, because all servers run in your "
    "account. Run it as root, which gives each learner an account, or accept it with --trusting."
)

_PASSWORD = re.compile(r"://[^:/@]*:[^@]+@|[?&]password=")  # in a database's address


@dataclass(frozen=True)
class HubOptions:
    """What the command line says; `launch.Launch` explains the names."""

    name: str
    port: int
    ip: str
    address: str
    subdomains: bool
    folder: Path
    trusting: bool
    new_code: bool
    learners: int
    limits: limits.Limits
    idle_minutes: int
    database: str
    kept_days: int
    syllabus: str
    certificate: Path | None
    key: Path | None
    gpus: Path | None
    settings: Path | None


def as_root() -> bool:
    """Whether this process may make accounts."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def cache_of(folder: Path, accounts: bool) -> Path:
    """Where what all learners share is kept."""
    chosen = os.environ.get(CACHE)
    return Path(chosen) if chosen else SHARED if accounts else folder / "cache"


def start(options: HubOptions, say: Callable[[str], None]) -> None:
    """Run a class's Hub until Ctrl-C.

    Raises:
        CourseError: there is no such syllabus, or it names what is not there.
        ServerError: it cannot be started as asked, or it ended by itself.
    """
    accounts = as_root() and not options.trusting
    if not accounts and not options.trusting:
        raise ServerError(OPEN)
    _refuse(options)
    folder = options.folder.expanduser().resolve()
    _check(options, folder, accounts, say)
    try:
        # Learners' accounts and the service's go through it; its files are root's alone.
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o711 if accounts else 0o700)
        cache = cache_of(folder, accounts).expanduser().resolve()
        cache.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ServerError(
            f"{error.filename}: cannot be written ({error.strerror}); name another folder "
            "with --folder."
        ) from error
    with _alone(folder):
        say("Looking for the Hub's proxy ...")
        program = proxy.fetch(cache)
        say("Building the pages of the course; the first time takes some minutes ...")
        serving.build_pages(str(cache))
        made = _launch(options, folder, cache, program, accounts)
        made.write()
        serving.serve(made, lambda: _tell(made, say), say)
    say("The class is closed, and all of its servers have ended.")


def _refuse(options: HubOptions) -> None:
    """What cannot go well, before anything is made."""
    if options.subdomains:
        address.refuse_subdomains(options.address)
    if bool(options.certificate) != bool(options.key):
        raise ServerError(
            "HTTPS needs both --certificate and --key; give the other too."
        )
    for path in filter(
        None, (options.certificate, options.key, options.settings, options.gpus)
    ):
        if not path.exists():
            raise ServerError(f"{path}: there is no such file; check the path.")
    if options.settings and options.settings.is_dir():
        raise ServerError(f"{options.settings}: this is a folder; name the file in it.")
    if options.syllabus:
        course = load()
        refuse_what_is_missing(course, find(course, options.syllabus))
    if _PASSWORD.search(options.database):
        raise ServerError(
            "--database: every account of this machine can read a password there; put it "
            "into a password file that PGPASSFILE names, and leave it out."
        )


def _check(
    options: HubOptions, folder: Path, accounts: bool, say: Callable[[str], None]
) -> None:
    """Say what `certlab class check` finds, and stop where no class can start."""
    wanted = preflight.Wanted(
        options.learners,
        options.port,
        accounts,
        options.limits,
        folder,
        cache_of(folder, accounts),
        options.ip,
    )
    stops = []
    for one in preflight.findings(wanted):
        say(f"{one.level:5}{one.says}")
        stops += [one.says] * one.stops
    if stops:
        raise ServerError(stops[0])


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    with open(folder / "lock", "w", opener=closed.opener) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise ServerError(
                f"{folder}: a class runs from here already; end it with Ctrl-C there, or "
                "name another folder with --folder."
            ) from error
        yield


def _launch(
    options: HubOptions, folder: Path, cache: Path, program: Path, accounts: bool
) -> Launch:
    kept = launch.secrets_of(folder, new_code=options.new_code)
    hub, api, service = free_ports(3)
    scheme = "https" if options.certificate else "http"
    standard = options.port == (443 if options.certificate else 80)
    host = options.ip or address.of_this_machine()
    own = f"{scheme}://{host}{'' if standard else f':{options.port}'}/"
    return Launch(
        folder=str(folder),
        cache=str(cache),
        name=options.name,
        address=options.address or own,
        subdomains=options.subdomains,
        ip=options.ip,
        port=options.port,
        ports=(hub, api, service),
        code=kept["code"],
        password=kept["password"],
        token=kept["token"],
        accounts=accounts,
        gib=options.limits.gib,
        cpus=options.limits.cpus,
        idle_minutes=options.idle_minutes,
        database=options.database or str(folder / SERVICE / "class.sqlite"),
        kept_days=options.kept_days,
        syllabus=options.syllabus,
        certificate=_whole(options.certificate),
        key=_whole(options.key),
        gpus=_whole(options.gpus),
        settings=_whole(options.settings),
        proxy=str(program),
    )


def _whole(path: Path | None) -> str:
    return str(path.expanduser().resolve()) if path else ""


def _tell(made: Launch, say: Callable[[str], None]) -> None:
    """What the instructor needs to say and to know."""
    say("")
    say(f"Learners join at  {made.address}")
    say(f"with the code     {made.code}")
    say("")
    say(f"You join there as {INSTRUCTOR}")
    say(f"with the password {made.password}")
    say("")
    if not made.subdomains:
        say(
            "Each browser gets to its own learner's server alone; if you can, give each"
        )
        say("server a name of its own (--subdomains), which keeps them apart better.")
    if not made.certificate:
        say("This is plain HTTP: others on the network could read what is typed, and a")
        say(
            "page at another port of this machine would get cookies; close other ports."
        )
    free = shutil.disk_usage(made.folder).free / 2**30
    say(f"All is kept in {made.folder} ({free:.0f} GiB free).")
    say(open_at(made.address))
