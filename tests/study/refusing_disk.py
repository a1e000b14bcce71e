"""Every surface on a disk that really refuses: full, read-only, or somebody else's.

    python -m tests.study.refusing_disk full|read-only|right FOLDER

"full" and "read-only" mount a small disk at the folder, so they want root, or
`unshare --map-root-user --mount`. "right" gives root up.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from certlab.course import Course, load
from certlab.errors import HistoryError
from certlab.study.answers import Answer, to_bytes, to_line
from certlab.study.exams import Sitting, begin
from certlab.study.history import FILE, History, Log
from certlab.study.session import Session
from certlab.terminal.drill import Drill
from certlab.terminal.exam import Exam
from certlab.widgets.decks import Quiz
from tests.study.exams.test_sitting import right
from tests.study.histories import answer_to

NOBODY = 65534
ROW = Answer("mig-x", 1, "wrong", 0.0, at="2026-11-21T10:00:00+00:00")
REASON = {
    "full": "No space left on device",
    "read-only": "Read-only file system",
    "right": "Permission denied",
}


class Disk:
    """A folder that takes nothing while it is asked to refuse."""

    def __init__(self, how: str, folder: Path) -> None:
        self.how, self.folder = how, folder
        mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "none", str(folder)]
        if how == "right":
            folder.chmod(0o777)
            if os.getuid() == 0:
                # What is imported at the first answer may lie in root's own folder.
                with tempfile.TemporaryDirectory() as name:
                    History(Path(name) / FILE).append(ROW)
                os.setuid(NOBODY)
        else:
            subprocess.run(mount, check=True)
        (self.folder / "home").mkdir()

    def refuse(self, on: bool) -> None:
        if self.how == "full":
            self._fill() if on else (self.folder / "ballast").unlink()
        elif self.how == "read-only":
            way = "ro" if on else "rw"
            remount = ["mount", "-o", f"remount,{way}", str(self.folder)]
            subprocess.run(remount, check=True)
        else:
            for path in (*self.folder.rglob("*.jsonl"), self.folder / "home"):
                path.chmod((0o444 if on else 0o644) | (0o111 * path.is_dir()))

    def _fill(self) -> None:
        path = self.folder / "ballast"
        with path.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(b"x" * 512)


class Surface:
    """One way to answer: `try_it` answers a question, and returns what was said."""

    def __init__(self, disk: Disk, course: Course, name: str) -> None:
        self.disk, self.course = disk, course
        self.history = History(disk.folder / "home" / name / FILE)

    def refused(self, said: str) -> None:
        """What was said is the one sentence."""
        begins = f"{self.history.path}: "
        ends = f" ({REASON[self.disk.how]}); make room or give write access, then "
        answer = f"{begins}the answer was not recorded{ends}answer again."
        step = f"{begins}this was not recorded{ends}try again."  # of an exam
        assert said in (answer, step), said

    def stood(self) -> Log:
        log = self.history.read()
        assert log.problems == (), "nothing half written is left"
        return log


def until_refused(surface: Surface, act: Callable[[], str]) -> None:
    """Act until the disk refuses: a last page may have room for some more."""
    surface.disk.refuse(True)
    for _ in range(100):
        before = surface.stood().rows
        if said := act():
            surface.refused(said)
            assert surface.stood().rows == before
            break
    else:
        raise AssertionError("a full disk took everything")
    surface.disk.refuse(False)
    assert act() == "", "with room, the same answer is taken"
    assert len(surface.stood().rows) == len(before) + 1


def a_session(surface: Surface) -> None:
    """A notebook's own session; first into an empty history, then into one with rows."""
    session = Session(
        surface.course, surface.history, kinds=("single", "multi", "numeric")
    )

    def act() -> str:
        question = session.questions[0]
        try:
            reply = session.answer(question, answer_to(question))
        except HistoryError as error:
            return str(error)
        assert reply.verdict.outcome == "correct"
        return ""

    until_refused(surface, act)
    until_refused(surface, act)


def a_plain_drill(surface: Surface) -> None:
    """The lines of a terminal."""
    session = Session(surface.course, surface.history, kinds=("single",), count=1)
    (question,) = session.questions
    shown = [one["id"] for one in question.show["options"]]
    line, said = str(shown.index(answer_to(question)) + 1), []
    typed = 0

    def ask(_prompt: str) -> str:
        nonlocal typed
        typed += 1
        surface.disk.refuse(typed == 1) if typed < 3 else None
        if typed == 2:  # nothing but the refusal since the question
            surface.refused(said[-1])
            assert not any(re.match("Right|Wrong|Correct", one) for one in said)
            assert surface.stood().rows == ()
        return line if typed < 3 else "q"

    summary = Drill(session, ask, said.append).run()
    assert (summary.asked, summary.right) == (1, 1)
    assert len(surface.stood().rows) == 1


def sitting_of(surface: Surface) -> Sitting:
    return begin(surface.course, surface.history, "NCA-AIIO", seed=7, count=6)


def a_mock_exam(surface: Surface) -> None:
    """A sitting: a refused response does not stand, and a refused end can be told again."""
    sitting = sitting_of(surface)

    def act() -> str:
        before = dict(sitting.responses)
        try:
            sitting.respond(len(before) % 6, right(sitting, len(before) % 6))
        except HistoryError as error:
            assert sitting.responses == before
            return str(error)
        return ""

    until_refused(surface, act)
    given = len(sitting.responses)
    surface.disk.refuse(True)
    try:
        while True:  # up to the page's end, so that no step of the end has room
            sitting.flag(0, True)
    except HistoryError as error:
        surface.refused(str(error))
    try:
        sitting.finish()
    except HistoryError as error:
        surface.refused(str(error))
    else:
        raise AssertionError("the end was recorded on a full disk")
    assert surface.stood().answers == ()
    surface.disk.refuse(False)
    sitting.finish()
    assert len(surface.stood().answers) == given


def a_plain_exam(surface: Surface) -> None:
    """A mock exam in the lines of a terminal."""
    sitting, said = sitting_of(surface), []
    place = next(n for n, one in enumerate(sitting.questions) if one.kind == "single")
    shown = [one["id"] for one in sitting.questions[place].show["options"]]
    line = str(shown.index(right(sitting, place)) + 1)
    exam = Exam(sitting, lambda _: line, said.append, at=place)
    exam._show(sitting.questions[place])

    def act() -> str:
        exam.at = exam._shown = place
        before = dict(sitting.responses)
        exam._one()
        kept = said[-1] == "Saved."
        assert kept or sitting.responses == before
        return "" if kept else said[-1]

    until_refused(surface, act)


def a_notebook(surface: Surface) -> None:
    """A part of the app: its page sends a row, and hears of it when it is on disk."""
    widget = Quiz(surface.course, surface.history, ("single",), 1)
    number = 0

    def act() -> str:
        nonlocal number
        number += 1
        row = replace(ROW, ulid=f"{number}")
        try:
            reply = widget.replies()["record"]({"lines": to_line(row)})
        except HistoryError as error:
            return str(error)
        assert row.ulid in reply["lines"]
        return ""

    until_refused(surface, act)


def an_import(surface: Surface) -> None:
    """Another machine's answers: all of them come in, or none."""
    rows = [replace(ROW, ulid=f"{n}", response="x" * 1_000) for n in range(60)]
    surface.history.append(ROW)
    surface.disk.refuse(True)
    says = re.escape(f"nothing was imported ({REASON[surface.disk.how]}); make room")
    with pytest.raises(HistoryError, match=says):
        surface.history.merge(b"".join(map(to_bytes, rows)).decode())
    assert len(surface.stood().rows) == 1
    surface.disk.refuse(False)
    assert surface.history.merge(b"".join(map(to_bytes, rows)).decode()).added == 60


SURFACES = (
    a_session,
    a_plain_drill,
    a_mock_exam,
    a_plain_exam,
    a_notebook,
    an_import,
)


def main(how: str, folder: Path) -> None:
    """Answer in every way; print the ways."""
    course, disk = load(), Disk(how, folder)
    for one in SURFACES:
        one(Surface(disk, course, one.__name__))
    sys.stdout.write(json.dumps([one.__name__ for one in SURFACES]) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
