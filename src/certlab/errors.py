"""What can go wrong, each told in one sentence: where, what, what to do.

CourseError             anything a learner or an author can fix
├── ContentError        a file of the course says what it must not
├── HistoryError        an answer could not be recorded, or the log not be read
├── WorkspaceError      the learner's folder cannot be used
├── Refusal             what was asked for cannot be computed or cannot exist
├── BackendError        the array library asked for is not there
├── RankError           a run on several ranks did not end well
├── ServerError         a server, JupyterLab first, does not start
└── SiteError           the static site cannot be built or served
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager


class CourseError(Exception):
    """A problem the reader can fix; its text is the whole message."""

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows: IPython asks an error how it wants to be shown."""
        return [str(self)]


class ContentError(CourseError):
    """A file of the course says what it must not."""


class HistoryError(CourseError):
    """An answer could not be recorded, or the log could not be read."""


class WorkspaceError(CourseError):
    """The learner's folder cannot be used."""


class Refusal(CourseError):
    """What was asked for cannot be computed or cannot exist.

    Attributes:
        says: the sentence with its numbers, for a surface to say in its language.
    """

    def __init__(self, says: str) -> None:
        super().__init__(says)
        self.says = says


class BackendError(CourseError):
    """The array library asked for is not there."""


class RankError(CourseError):
    """A run on several ranks did not end well.

    Attributes:
        rank: the one at fault; None where it is no single one.
        output: what the ranks printed, by rank, for those that printed anything.
        trace: lines of the function that failed, as Python shows them.
    """

    def __init__(
        self,
        says: str,
        rank: int | None = None,
        output: Mapping[int, str] | None = None,
        trace: Sequence[str] = (),
    ) -> None:
        super().__init__(says)
        self.rank = rank
        self.output = dict(output or {})
        self.trace = tuple(trace)

    def _render_traceback_(self) -> list[str]:
        return [str(self), *self.trace]


class ServerError(CourseError):
    """A server does not start."""


class SiteError(CourseError):
    """The static site cannot be built or served."""


@contextmanager
def read_or_refuse(refusal: CourseError) -> Iterator[None]:
    """Raise a refusal for whatever goes wrong while a library reads somebody's file.

    A parser fails in more ways than it documents, too little memory and too many calls
    among them, and each is the file's fault. It goes around the library's calls only: what
    we make of the values it gave is ours, and a fault in that must be seen.
    """
    try:
        yield
    except CourseError:
        raise
    except Exception as error:
        raise refusal from error
