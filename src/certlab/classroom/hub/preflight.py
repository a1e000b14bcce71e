"""The look at a machine before the day: has it room for so many seats, and all programs?

Every check is one sentence. A seat without a kernel took 0.15 GiB when it was measured; what
is added for a kernel is an estimate. A lab that loads a network takes more, so give --memory
for those.
"""

import importlib.util
import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from certlab.classroom.hub import address, limits, proxy
from certlab.classroom.hub.limits import Limits

SEAT_GIB = 0.7  # a JupyterLab below a Hub, and one kernel with its libraries
HUB_GIB = 0.6  # the Hub, its proxy and the class's service
DISK_GIB = 0.25  # of a learner: the workspace, what labs write, a cache
PROCESSES = 60  # of a learner, threads counted
FILES = 64  # that the proxy and the Hub open for a learner
SEATS_A_CPU = 8  # who read and answer; one who runs a lab takes a processor
WANTED = {
    "jupyterhub": "jupyterhub",
    "jupyterhub_idle_culler": "jupyterhub-idle-culler",
    "jupyterlab": "jupyterlab",
    "starlette": "starlette",
    "uvicorn": "uvicorn",
    "sqlalchemy": "sqlalchemy",
    "alembic": "alembic",
}
_GIB = 2**30


@dataclass(frozen=True)
class Check:
    """What one check says.

    Attributes:
        level: "good", "look" (it works, and somebody should know), or "bad".
        says: one sentence.
        stops: whether a class cannot start at all; what is too small is another thing.
    """

    level: str
    says: str
    stops: bool = False


@dataclass(frozen=True)
class Wanted:
    """What a class needs of the machine."""

    learners: int
    port: int
    accounts: bool
    limits: Limits
    folder: Path
    cache: Path
    ip: str = ""


def findings(wanted: Wanted) -> Iterator[Check]:
    """All checks, each with its sentence."""
    yield packages()
    yield _proxy(wanted)
    yield _accounts(wanted)
    yield _memory(wanted)
    yield _limits(wanted)
    yield _processors(wanted)
    yield _disk(wanted)
    yield from _system_limits(wanted)
    yield _port(wanted)
    yield _gpus()


def _port(wanted: Wanted) -> Check:
    if problem := address.port_problem(wanted.ip, wanted.port):
        return Check("bad", problem, stops=True)
    says = f"Port {wanted.port} is free; a firewall must let learners reach it, and no other."
    return Check("good", says)


def packages() -> Check:
    """Whether all that a Hub imports is installed."""
    missing = [
        name for part, name in WANTED.items() if not importlib.util.find_spec(part)
    ]
    if missing:
        names = ", ".join(missing)
        says = f"{names}: not installed; run pip install 'certlab[class]'."
        return Check("bad", says, stops=True)
    return Check("good", "The packages of a class are installed.")


def _proxy(wanted: Wanted) -> Check:
    if proxy.program(wanted.cache).exists():
        return Check("good", "The Hub's proxy is installed.")
    if missing := proxy.lacks():
        return Check("bad", missing, stops=True)
    return Check(
        "look",
        "The Hub's proxy is fetched from npm at the first start, which needs the net.",
    )


def _accounts(wanted: Wanted) -> Check:
    if not wanted.accounts:
        return Check(
            "look",
            "Without root, learners share one account and can read each other's files; run "
            "as root, or give --trusting to accept it.",
        )
    closed = [path for path in _needed() if not _others_can_enter(path)]
    if closed:
        return Check(
            "bad",
            f"{closed[0]}: learners' accounts cannot enter this folder, which holds Python "
            "or the course; move certlab to /opt or /srv, or open the folder (chmod o+rx).",
            stops=True,
        )
    return Check("good", "Each learner gets an account, whose home others cannot read.")


def _needed() -> list[Path]:
    import certlab
    from certlab.course import location

    paths = (
        Path(sys.prefix),
        Path(sys.base_prefix),
        Path(certlab.__file__),
        location.find(),
    )
    return [
        above for path in paths for above in (path.resolve(), *path.resolve().parents)
    ]


def _others_can_enter(path: Path) -> bool:
    return not path.is_dir() or bool(path.stat().st_mode & 0o001)


def _memory(wanted: Wanted) -> Check:
    each = wanted.limits.gib or SEAT_GIB
    need, free = HUB_GIB + each * wanted.learners, _free_memory()
    says = (
        f"{wanted.learners} learners of {each:g} GiB need {need:.0f} GiB of memory, and "
        f"{free:.0f} GiB are free"
    )
    if free >= need:
        return Check("good", f"{says}.")
    fit = max(0, int((free - HUB_GIB) / each))
    return Check("bad", f"{says}; {fit} fit, so take more memory or fewer seats.")


def _free_memory() -> float:
    """GiB that programs can have now."""
    try:
        lines = Path("/proc/meminfo").read_text("utf-8").splitlines()
        rows = dict(line.split(":", 1) for line in lines)
        return int(rows["MemAvailable"].split()[0]) / 2**20
    except (OSError, KeyError, ValueError):
        pages: int = os.sysconf("SC_PHYS_PAGES")
        return pages * os.sysconf("SC_PAGE_SIZE") / _GIB


def _limits(wanted: Wanted) -> Check:
    scoped = wanted.accounts and limits.can_scope()
    level = "good" if scoped and wanted.limits.gib else "look"
    return Check(level, wanted.limits.says(scoped=scoped))


def _processors(wanted: Wanted) -> Check:
    count = (
        len(os.sched_getaffinity(0))
        if hasattr(os, "sched_getaffinity")
        else os.cpu_count()
    )
    there = count or 1
    says = f"{wanted.learners} learners share {there} processors"
    if wanted.learners <= SEATS_A_CPU * there:
        return Check("good", f"{says}.")
    return Check(
        "look",
        f"{says}: labs and the first minute will be slow, as more than {SEATS_A_CPU} share one.",
    )


def _disk(wanted: Wanted) -> Check:
    where = Path("/home") if wanted.accounts else wanted.folder
    while not where.exists():
        where = where.parent
    need = 1 + DISK_GIB * wanted.learners
    free = shutil.disk_usage(where).free / _GIB
    says = f"{where} should have {need:.0f} GiB free, and has {free:.0f} GiB"
    if free >= need:
        return Check("good", f"{says}.")
    return Check("bad", f"{says}; make room before the class.")


def _system_limits(wanted: Wanted) -> Iterator[Check]:
    import resource

    seats = wanted.learners
    kinds = (
        ("open files", resource.RLIMIT_NOFILE, FILES * seats + 256, "-n"),
        ("processes and threads", resource.RLIMIT_NPROC, PROCESSES * seats + 256, "-u"),
    )
    for what, kind, need, flag in kinds:
        soft, hard = resource.getrlimit(kind)
        # The Hub raises its own limit of files as far as it may.
        most = hard if kind == resource.RLIMIT_NOFILE else soft
        if most == resource.RLIM_INFINITY or most >= need:
            yield Check(
                "good", f"The limit on {what} leaves room for {seats} learners."
            )
        else:
            yield Check(
                "bad",
                f"The limit on {what} is {most}, and {seats} learners need {need}; raise it "
                f"with ulimit {flag} {need} in the shell that starts the class.",
            )


def _gpus() -> Check:
    from certlab.compute.gpus import gpus

    found = gpus()
    if found.found:
        names = ", ".join(one.name for one in found.found)
        return Check(
            "good",
            f"GPUs here: {names}. Learners share them as certlab class plan divides them.",
        )
    return Check("look", "No GPU is to be seen here, so labs take the CPU path.")
