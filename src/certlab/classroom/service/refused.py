"""What is refused, each in one sentence."""

from certlab.errors import ServerError


class ServiceError(ServerError):
    """The class service cannot start."""


class Refused(Exception):
    """A request that is refused, before anything of it was written.

    Attributes:
        status: as HTTP counts.
    """

    def __init__(self, status: int, says: str) -> None:
        super().__init__(says)
        self.status = status
