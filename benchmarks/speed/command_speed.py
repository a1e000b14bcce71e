"""What commands cost before one sees anything, each against `certlab --help` in turn.

In seconds of the processor, because those are the same on a busy machine. A command is a
process of its own with an empty home; what an answer's plan costs is asked of the app's own
planner, which makes it in a server that runs.
"""

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from benchmarks.speed.rows import Row
from certlab.cache_folder import VARIABLE as CACHE
from certlab.compute.interval import of_median
from certlab.course import Course, load
from certlab.course.workspace import VARIABLE as WORKSPACE
from certlab.day.planner import Planner
from certlab.day.start_page import Links
from certlab.errors import CourseError
from certlab.planner.goal import set_goal
from certlab.study.answers import Answer, new_ulid, stamp, to_line
from certlab.study.history import FILE, History

_EXAM, _AHEAD, _MINUTES = "NCA-AIIO", 49, 30  # the goal: its code, days off, a day
_DAYS = 120  # over which the answers were given
_YARDSTICK = "certlab --help"
# In this order in each home: the first makes the list of the day, and the others find it.
# Drill is given no input, so it ends at its first question.
_COMMANDS = {
    "certlab plan, the day's first": ("plan",),
    "certlab": (),
    "certlab drill, to its first question": ("drill", "--plain"),
}


def command_rows(answers: Iterable[int], rounds: int) -> Iterator[Row]:
    """Each command at so many answers, and `certlab` where there is no goal yet."""
    course = load()
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder))
        home.seconds("--help"), home.seconds()  # what the first ones leave in caches
        first = [home.against_help() for _ in range(rounds)]
        yield replace(_row("certlab, in an empty home", first), goal=2.5)
        for number in answers:
            lines = synthetic(course, number)
            found: dict[str, list[tuple[float, float]]] = {one: [] for one in _COMMANDS}
            for _ in range(rounds):
                home.fill(course, lines)
                for name, words in _COMMANDS.items():
                    found[name].append(home.against_help(*words))
            for name, pairs in found.items():
                yield _row(f"{name}, at {number:,} answers", pairs)


def answer_rows(answers: Iterable[int], rounds: int) -> Iterator[Row]:
    """What is planned after one more answer, where the list of the day is there."""
    course = load()
    for number in answers:
        with tempfile.TemporaryDirectory() as folder:
            home = Home(Path(folder))
            home.fill(course, synthetic(course, number))
            planner = Planner(home.history, Links(), "app", load=lambda: course)
            planner.today()
            found = []
            for item in _items(course)[:rounds]:
                home.history.append(Answer(item, 1, "correct", 1.0))
                begun = time.process_time()
                planner.today()
                took = time.process_time() - begun
                found.append((took, home.seconds("--help")))
        yield _row(f"the app's plan after an answer, at {number:,} answers", found)


class Home:
    """A learner's home with nothing in it, and what commands cost there."""

    def __init__(self, folder: Path) -> None:
        self.history = History(folder / "work" / FILE)
        self._environment = os.environ | {
            "HOME": str(folder),
            CACHE: str(folder / "cache"),
            WORKSPACE: str(folder / "work"),
        }
        # Else each process would compile what it imports.
        self._environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def fill(self, course: Course, lines: str) -> None:
        """Leave a history and a goal there, and no list of today."""
        self.history.path.parent.mkdir(exist_ok=True)
        self.history.path.write_text(lines, "utf-8")
        today = datetime.now().astimezone().date()
        day = today + timedelta(days=_AHEAD)
        set_goal(course, self.history, _EXAM, day, _MINUTES, today=today)

    def against_help(self, *words: str) -> tuple[float, float]:
        """What a command costs, and what `certlab --help` does just before."""
        plain = self.seconds("--help")
        return self.seconds(*words), plain

    def seconds(self, *words: str) -> float:
        """Of the processor, in a process of its own.

        Raises:
            CourseError: it ended with a problem.
        """
        before = _of_children()
        run = subprocess.run(
            [sys.executable, "-m", "certlab", *words],
            env=self._environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if run.returncode:
            last = (run.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise CourseError(f"certlab {' '.join(words)} ended with: {last}")
        return _of_children() - before


def synthetic(course: Course, number: int) -> str:
    """The lines of so many answers, spread over days past; four of five are right."""
    draw, items = random.Random(number), _items(course)
    begun = datetime.now().astimezone() - timedelta(days=_DAYS)
    step = timedelta(days=_DAYS - 1) / max(number, 1)
    rows = []
    for place in range(number):
        at = begun + place * step
        right = draw.random() < 0.8
        rows.append(
            Answer(
                *(draw.choice(items), 1, "correct" if right else "wrong", float(right)),
                milliseconds=draw.randrange(8_000, 60_000),
                surface="app",
                device="speed",
                at=stamp(at),
                ulid=new_ulid(at),
            )
        )
    return "".join(f"{to_line(row)}\n" for row in rows)


def _items(course: Course) -> list[str]:
    """Those of the exam that are asked for practice."""
    return [
        id
        for id, item in course.items.items()
        if item.objective.startswith(_EXAM.lower()) and item.pool == "practice"
    ]


def _row(what: str, pairs: list[tuple[float, float]]) -> Row:
    """Of seconds, and those of the yardstick."""
    seconds = statistics.median(ours for ours, _ in pairs)
    found = of_median([ours / plain for ours, plain in pairs])
    note = f"{seconds:.2f} s of the processor here."
    return Row(what, _YARDSTICK, found, note=note)


def _of_children() -> float:
    """Seconds of all processes that this one has started and that have ended."""
    import resource  # only where there is one: not on Windows

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
