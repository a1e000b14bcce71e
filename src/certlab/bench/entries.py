"""The claims that were asked for, each with what this machine made of it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from certlab.bench.trial import NO_GPU, STOPPED, Trial, run
from certlab.bench.unlike import unlike
from certlab.compute.contest import Contest
from certlab.compute.gpus import gpus
from certlab.compute.processor import cores
from certlab.course import Course
from certlab.course.claim_arithmetic import filled, limit, worked
from certlab.course.speedups import NO_MATTER, Beside, Speedup
from certlab.errors import CourseError
from certlab.near_names import choice

NO_LAB = "no lab yet"
NO_CONTEST = "no contest yet; its lab measures it"


@dataclass(frozen=True, slots=True)
class Entry:
    """A claim and what was found.

    Attributes:
        row: the claim; its texts have their facts in place.
        refused: why its own sides must not be compared; () when they may.
        limit: what the ratio cannot exceed; None where no number is known.
        worked: what the claim's own numbers give.
        trial: of its own contest.
        beside: of the contests near it.
    """

    row: Speedup
    refused: tuple[str, ...]
    limit: float | None
    worked: tuple[float, ...]
    trial: Trial
    beside: tuple[tuple[Beside, Trial], ...] = ()

    @property
    def trials(self) -> tuple[Trial, ...]:
        """All of them, its own first."""
        return (self.trial, *(one for _, one in self.beside))


def chosen(course: Course, names: Sequence[str]) -> list[Speedup]:
    """The claims so named: by id, by module, by lab, or by the claim they come from.

    Raises:
        CourseError: a name is none of these; with the names near it.
    """
    rows = list(course.speedups.values())
    if not names:
        return rows
    wanted: set[str] = set()
    for name in names:
        found = [row.id for row in rows if name in _names(row)]
        if not found:
            raise CourseError(_unknown(name, rows))
        wanted.update(found)
    return [row for row in rows if row.id in wanted]


def _names(row: Speedup) -> tuple[str, ...]:
    short = row.lab.partition("/")[2]
    return tuple(filter(None, (row.id, row.module, row.lab, short, *row.claims)))


def _unknown(name: str, rows: Iterable[Speedup]) -> str:
    known = sorted({one for row in rows for one in _names(row)})
    says = choice(name, known, "certlab bench --list")
    return f"There is no claim, module or lab {name}; {says}"


def jobs(
    rows: Iterable[Speedup], known: Mapping[str, Contest]
) -> dict[str, tuple[str, ...]]:
    """The contests to run, once each, and what each is about."""
    found: dict[str, tuple[str, ...]] = {}
    for row in rows:
        pairs = [(row.contest, row.about), *((o.contest, o.about) for o in row.beside)]
        for id, about in pairs:
            if id in known:
                found.setdefault(id, about)
    return found


def run_all(
    jobs: Mapping[str, tuple[str, ...]],
    known: Mapping[str, Contest],
    seconds: float,
    say: Callable[[str], object],
) -> tuple[dict[str, Trial], bool]:
    """Run the contests one after the other; a Ctrl-C keeps those before it.

    Args:
        seconds: how long to measure each side.
        say: told the contest that begins.

    Returns:
        What became of each, and whether it was stopped.
    """
    found: dict[str, Trial] = {}
    try:
        for id, about in jobs.items():
            say(id)
            found[id] = run(known[id], about, seconds)
    except KeyboardInterrupt:
        return found, True
    return found, False


def went_wrong(trials: Iterable[Trial]) -> bool:
    """Whether a contest failed or was refused; to lack a GPU or a library is no failure."""
    return any(one.state in ("failed", "refused") for one in trials)


def entry(course: Course, row: Speedup, trials: Mapping[str, Trial]) -> Entry:
    """The claim with what was found; a contest that did not get its turn says so."""
    beside = tuple((one, _trial(one.contest, row, trials)) for one in row.beside)
    return Entry(
        row=_told(row, course),
        refused=unlike(row.old, row.new, row.about),
        limit=limit(row, course.facts, cores()),
        worked=worked(row, course.facts),
        trial=_trial(row.contest, row, trials),
        beside=beside,
    )


def _trial(id: str, row: Speedup, trials: Mapping[str, Trial]) -> Trial:
    if id:
        return trials.get(id) or Trial(None, "stopped", STOPPED)
    if row.lab and _on_gpus(row) and not gpus().found:
        return Trial(None, "left out", NO_GPU)
    return Trial(None, "left out", NO_CONTEST if row.lab else NO_LAB)


def _on_gpus(row: Speedup) -> bool:
    """Whether a side of a claim is said to run on a GPU: "a GPU", "A100", "four H100"."""
    devices = {row.old.device, row.new.device} - {"", NO_MATTER}
    return any("CPU" not in one for one in devices)


def _told(row: Speedup, course: Course) -> Speedup:
    beside = tuple(
        replace(one, why=filled(one.why, course.facts)) for one in row.beside
    )
    limit_why, fair, note = (
        filled(one, course.facts) for one in (row.limit_why, row.fair, row.note)
    )
    return replace(row, limit_why=limit_why, fair=fair, note=note, beside=beside)
