"""Writers killed at random moments, and what is then in the history.

    python -m tests.study.killed_writers 1000

kills 400 drills, 300 mock exams, 200 drills of which two share a history and 100 ends of
a mock exam. It prints, of each, how many rows were acknowledged and how many of those are
lost or there twice.
"""

import json
import os
import random
import select
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path

from certlab.course import Course, load
from certlab.study.answers import Answer
from certlab.study.exams import begin, reports
from certlab.study.history import FILE, History
from certlab.study.session import Session
from tests.study.exams.test_sitting import right
from tests.study.histories import answer_to

LONGEST = 0.012  # seconds that a writer lives at most: some ten answers
Step = Callable[[int], object]  # records an answer that holds this number
Number = Callable[[Answer], object]  # that a row holds


@dataclass
class Killed:
    """What came of it; but for `kills` and `seconds` these are rows."""

    kills: int = 0
    acknowledged: int = 0
    kept: int = 0
    lost: int = 0
    twice: int = 0
    torn: int = 0
    seconds: float = 0.0


class Writer:
    """A fork that records answers, and says the number of each when it is recorded."""

    def __init__(self, step: Step, first: int) -> None:
        self.out, told = os.pipe()
        self.id = os.fork()
        if self.id == 0:
            try:
                for number in count(first):
                    step(number)
                    os.write(told, b"%d\n" % number)
            finally:
                os._exit(1)
        os.close(told)

    def at_work(self) -> None:
        """Until it has said something."""
        ready, _, _ = select.select([self.out], [], [], 60)
        assert ready, "it records nothing"

    def kill(self) -> list[int]:
        """kill -9; returns the numbers that it said."""
        os.kill(self.id, signal.SIGKILL)
        _, status = os.waitpid(self.id, 0)
        assert os.WIFSIGNALED(status), "it ended by itself"
        with os.fdopen(self.out, encoding="ascii") as out:
            return [int(one) for one in out]


def kill_writers(
    history: History, step: Step, number: Number, kills: int, at_once: int = 1
) -> Killed:
    """Kill writers at random moments, so many at once on one history."""
    dice, firsts = random.Random(kills), count(0, 100_000)
    said: list[int] = []
    began = time.monotonic()
    for _ in range(0, kills, at_once):
        writers = [Writer(step, next(firsts)) for _ in range(at_once)]
        for writer in writers:
            writer.at_work()
        for writer in writers:
            time.sleep(dice.random() * LONGEST / at_once)
            said += writer.kill()
    seconds = round(time.monotonic() - began, 1)
    log = history.read()
    found = Counter(map(number, log.rows))
    lines = len(history.path.read_bytes().splitlines())
    return Killed(
        kills,
        acknowledged=len(said),
        kept=len(log.rows),
        lost=sum(one not in found for one in said),
        twice=sum(found[one] > 1 for one in said)
        + lines
        - len(log.rows + log.problems),
        torn=len(log.problems),
        seconds=seconds,
    )


def drill(course: Course, folder: Path, kills: int, at_once: int = 1) -> Killed:
    """Kill drills."""
    history = History(folder / f"drill-{at_once}" / FILE)
    graded = ("single", "multi", "numeric", "order", "match")
    session = Session(course, history, kinds=graded, count=20)
    answers = [(one, answer_to(one)) for one in session.questions]

    def step(number: int) -> None:
        question, answer = answers[number % len(answers)]
        assert session.answer(question, answer, milliseconds=number).due, "not taken"

    return kill_writers(history, step, lambda row: row.milliseconds, kills, at_once)


def sit(course: Course, folder: Path, kills: int) -> Killed:
    """Kill mock exams; their beginning is a row that nobody counts."""
    history = History(folder / "sit" / FILE)
    sitting = begin(course, history, "NCA-AIIO", seed=7, factor=None)
    places = len(sitting.questions)

    def step(number: int) -> None:
        assert sitting.respond(number % places, f"{number}")

    def number(row: Answer) -> object:
        return int(row.response) if row.outcome == "given" else None

    return kill_writers(history, step, number, kills)


def finish(course: Course, folder: Path, kills: int) -> Killed:
    """Kill the end of a mock exam; handed in again, each answer counts once."""
    history = History(folder / "finish" / FILE)
    sitting = begin(course, history, "NCA-AIIO", seed=7, count=8, factor=None)
    for place in range(len(sitting.questions)):
        sitting.respond(place, right(sitting, place))
    given = history.path.read_bytes()
    began = time.monotonic()
    sitting.finish()
    long = time.monotonic() - began
    wanted = {(row.ulid, row.outcome) for row in history.read().answers}
    found, dice, began = Killed(kills), random.Random(kills), time.monotonic()
    for _ in range(kills):
        history.path.write_bytes(given)
        writer = Writer(lambda _: (sitting.finish(), signal.pause()), 0)
        time.sleep(dice.random() * long * 1.2)
        writer.kill()
        before = {row.ulid for row in history.read().answers}
        sitting.finish()
        log = history.read()
        rows = [(row.ulid, row.outcome) for row in log.answers]
        (report,) = reports(course, history)
        assert report.right == len(sitting.questions)
        assert before <= {ulid for ulid, _ in rows}
        ends = sum(row.outcome == "ended" for row in log.rows)
        lines = len(history.path.read_bytes().splitlines())
        found.acknowledged += len(wanted)
        found.kept += len(rows)
        found.lost += len(wanted - set(rows))
        found.twice += ends - 1 + lines - len(log.rows + log.problems)
        found.torn += len(log.problems)
    found.seconds = round(time.monotonic() - began, 1)
    return found


def main(kills: int) -> None:
    """Kill so many writers, in four ways."""
    course, part = load(), kills // 10
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        found = {
            "drills": drill(course, folder, 4 * part),
            "mock exams": sit(course, folder, 3 * part),
            "two at once": drill(course, folder, 2 * part, at_once=2),
            "ends of mock exams": finish(course, folder, part),
        }
    told = {name: asdict(one) for name, one in found.items()}
    sys.stdout.write(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
