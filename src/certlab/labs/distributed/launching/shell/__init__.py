"""Enough of bash to read a job script: what its commands are, and their words.

Nothing is run. `$(…)`, and variables that the script does not set, stay as they are written,
so that a rule can see them. Where a condition is not known, both ways are followed.

From text to tree     syntax (the parts), words, simple, reader
What stands for what  variables, arithmetic, parameters, expansion; marks: what is not known
Command by command    run, with conditions, effects (assignments and builtins) and command
Both ways             ways (which of them matter), crossroads (which one a run takes)
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from certlab.errors import CourseError
from certlab.labs.distributed.launching.shell.command import Command
from certlab.labs.distributed.launching.shell.crossroads import Crossroads
from certlab.labs.distributed.launching.shell.marks import (
    DONE,
    KEPT,
    Open,
    as_typed,
    handed_on,
    holes,
    unknown,
)
from certlab.labs.distributed.launching.shell.reader import Reader
from certlab.labs.distributed.launching.shell.run import Run
from certlab.labs.distributed.launching.shell.variables import Variables
from certlab.labs.distributed.launching.shell.ways import Matters

__all__ = [
    "DONE",
    "KEPT",
    "Command",
    "Crossroads",
    "Open",
    "Reader",
    "Run",
    "Script",
    "Variables",
    "as_typed",
    "handed_on",
    "holes",
    "read",
    "unknown",
]

_WAYS = 32  # through one script
_LONGEST = 300_000  # characters; the longest job scripts have a tenth of that


@dataclass(frozen=True)
class Script:
    """What a script runs.

    Attributes:
        commands: in their order, each way after the other, none twice.
        comments: by line.
        forks: lines where both ways were followed.
        whole: whether all ways were.
    """

    commands: tuple[Command, ...]
    comments: Mapping[int, str]
    forks: tuple[int, ...] = ()
    whole: bool = True

    @property
    def forked(self) -> Iterator[str]:
        """That both ways were followed somewhere, as a sentence; nothing where not."""
        if not self.forks:
            return
        *most, last = map(str, self.forks)
        told = (
            f"lines {', '.join(most)} and {last} test" if most else f"line {last} tests"
        )
        rest = "." if self.whole else ", but not all ways that there are."
        yield f"what {told} is known only on the day, so both ways were followed{rest}"


def read(
    text: str,
    known: Mapping[str, str],
    first: int = 1,
    arguments: tuple[str, ...] | None = None,
) -> Script:
    """A script, followed on all its ways.

    Args:
        text: all of it.
        known: the environment that it begins with.
        first: the number of its first line.
        arguments: `$1` and on; None where nobody knows them.

    Raises:
        CourseError: it is no script, or one that no person has written.
    """
    if len(text) > _LONGEST:
        raise CourseError(
            f"Line {first}: the script has more than {_LONGEST:,} characters; a job script "
            "has fewer, so give that."
        )
    try:
        return _followed(text, known, first, arguments)
    except RecursionError:
        raise CourseError(
            f"Line {first}: what stands here or below is nested too deeply to be a job script."
        ) from None


def _followed(
    text: str,
    known: Mapping[str, str],
    first: int,
    arguments: tuple[str, ...] | None,
) -> Script:
    """All ways through a script."""
    reader = Reader(text, first)
    block = reader.script()
    work = [0]
    matters = Matters(block)
    found: dict[object, Command] = {}
    forks: set[int] = set()
    waiting: list[tuple[int, ...]] = [()]
    count = 0
    while waiting and count < _WAYS:
        crossroads, count = Crossroads(waiting.pop()), count + 1
        run = Run(matters, crossroads)
        have = Variables.of(known, arguments)
        have.work = work
        for one in run.script(block, have):
            key = (
                one.words,
                one.line,
                one.repeated,
                tuple(one.environment.items()),
                one.heredoc,
            )
            found.setdefault(key, one)
        forks |= set(crossroads.lines)
        waiting += crossroads.others()
    return Script(
        tuple(found.values()), reader.comments, tuple(sorted(forks)), not waiting
    )
