"""What a GPU has for its streams."""

from dataclasses import dataclass
from math import isfinite

from certlab.errors import CourseError

IN, OUT, BOTH, SMS = "copy in", "copy out", "copies", "kernels"


@dataclass(frozen=True, slots=True)
class Device:
    """Engines that work side by side.

    Attributes:
        copy_engines: 2 copy in both directions at once, 1 takes turns.
        launch_seconds: what the host needs to queue one piece of work.
    """

    copy_engines: int = 2
    launch_seconds: float = 0.0

    def __post_init__(self) -> None:
        if self.copy_engines not in (1, 2):
            raise CourseError("A device here has 1 or 2 copy engines.")
        if not isfinite(self.launch_seconds) or self.launch_seconds < 0:
            raise CourseError("To queue work takes 0 s or more.")

    @property
    def engines(self) -> tuple[str, ...]:
        """Names of the engines, in the order in which they are drawn."""
        return (IN, SMS, OUT) if self.copy_engines == 2 else (BOTH, SMS)

    def engine(self, way: str) -> str:
        """The engine that copies that way."""
        if self.copy_engines == 1:
            return BOTH
        return IN if way == "in" else OUT
