"""What is kept of games: the one that goes on, in a file, and what a submitted one counts for.

The file has the scenario, the seed and the lines, so that it can be sent to somebody and
played again. A submitted game is recorded as an exercise of the lab of these scenarios; see
docs/decisions/labs/scenarios-are-exercises.md.
"""

import json
from pathlib import Path
from typing import Any

from certlab import whole_file
from certlab.course import workspace
from certlab.errors import CourseError
from certlab.labs.operations.node import play, session, shell
from certlab.labs.operations.node.scenarios import scenario, scenarios
from certlab.study import exercises
from certlab.study.answers import Answer
from certlab.study.history import FILE, History

_LARGEST = 10_000_000  # bytes of a saved game


def solved(folder: Path | None = None) -> frozenset[str]:
    """The scenarios that were solved, by id.

    Args:
        folder: the workspace, as `workspace.find` takes it.
    """
    rows = History(workspace.find(folder) / FILE).read().answers
    right = {row.item for row in rows if row.outcome == "correct"}
    return frozenset(one.id for one in scenarios().values() if one.exercise in right)


def read(file: Path, named: str = "") -> dict[str, Any]:
    """The game of a file, as `play.answer` takes it.

    Args:
        named: the scenario that it must be of; "" for any.

    Raises:
        CourseError: it cannot be read, is torn, is no game, one of another scenario, or of
            another edition, in which the same lines may print something else.
    """
    _regular(file)
    try:
        with file.open("rb") as opened:
            found = json.loads(opened.read(_LARGEST))
    except OSError as error:
        raise _unusable(file, error) from error
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or found.get("certlab") != "node":
        raise CourseError(
            f"{file}: it is damaged, or it is no saved game of certlab sim node."
        )
    if found.get("edition") != session.EDITION:
        says = "another edition saved this, where the same lines may print otherwise."
        raise CourseError(f"{file}: {says}")
    asked = {name: found.get(name) for name in ("scenario", "seed", "lines")}
    play.answer(asked)
    if named not in ("", asked["scenario"]):
        raise CourseError(f"{file}: this is a game of {asked['scenario']}.")
    return asked


def put_aside(file: Path, word: str) -> str:
    """Give a file another name, "x.json.torn" or, where there is one, "x.json.torn-2".

    Returns:
        The name.

    Raises:
        CourseError: it cannot be renamed, or is a folder or the like.
    """
    _regular(file)
    aside, count = file.with_name(f"{file.name}.{word}"), 1
    while aside.exists():
        count += 1
        aside = file.with_name(f"{file.name}.{word}-{count}")
    try:
        return file.rename(aside).name
    except OSError as error:
        raise _unusable(file, error) from error


def _regular(file: Path) -> None:
    if file.exists() and not file.is_file():
        raise CourseError(f"{file}: this is no file; name another place for the game.")


def _unusable(file: Path, error: OSError) -> CourseError:
    why = error.strerror or error
    return CourseError(f"{file}: cannot be used ({why}); make room or give access.")


def record(
    asked: dict[str, Any],
    report: dict[str, Any],
    surface: str,
    folder: Path | None = None,
) -> str:
    """Record a game that was submitted.

    Args:
        asked: as `play.answer` takes it.
        report: its report.
        surface: where it was played, as `Answer` has it.
        folder: the workspace, as `workspace.find` takes it.

    Returns:
        Why it could not be recorded; "" where it was.
    """
    id = scenario(asked["scenario"]).exercise
    how = {"seed": asked["seed"], "surface": surface, "mode": "exercise"}
    outcome, score = "correct" if report["passed"] else "wrong", report["score"]
    return exercises.keep(Answer(id, 1, outcome, score / 100, **how), folder)


class Game:
    """A game that goes on, kept after each line.

    Attributes:
        asked: scenario, seed and lines, as `play.answer` takes them.
        shown: what `play.answer` gave for the last of them.
        note: what of the last line could not be kept or recorded, "" where all was.
        ended: whether the last line submitted it.
    """

    def __init__(
        self, asked: dict[str, Any], file: Path | None, folder: Path | None = None
    ) -> None:
        """Take up a game.

        Args:
            asked: as the attribute.
            file: that is to hold it; None to keep it nowhere.
            folder: the workspace, as `workspace.find` takes it.
        """
        self.asked, self.shown = asked, play.answer(asked)
        self.note, self.ended = "", False
        self._file, self._folder = file, folder
        self._kept = file.read_bytes() if file and file.exists() else None

    def enter(self, line: str) -> dict[str, Any]:
        """Play a line; what is shown after it.

        Raises:
            CourseError: the line is too long, or the game has too many; it is as it was.
        """
        if len(line) > shell.LONGEST:
            says = (
                f"The line is too long; this shell takes {shell.LONGEST:,} characters."
            )
            raise CourseError(says)
        asked = {**self.asked, "lines": [*self.asked["lines"], line]}
        before, shown = self.shown, play.answer(asked)
        self.asked, self.shown, self.note = asked, shown, ""
        self.ended = bool(shown["report"]) and shown["report"] != before["report"]
        if self._file:
            self._keep(self._file)
        if self.ended:
            self.note += record(self.asked, shown["report"], "terminal", self._folder)
        return shown

    def _keep(self, file: Path) -> None:
        whole = {"certlab": "node", "edition": session.EDITION, **self.asked}
        data = (json.dumps(whole, indent=1) + "\n").encode()
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            if file.exists() and file.read_bytes() != self._kept:
                theirs = put_aside(file, "other")
                self.note = f"{file}: it was played on elsewhere; that is {theirs} now."
            whole_file.write(file, data)
            self._kept = data
        except OSError as error:
            self.note = str(_unusable(file, error))
