"""When everything ran. All times are in seconds from the first call of the host."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of work on the engine that did it.

    Attributes:
        queued: when the host had put it into its stream.
    """

    name: str
    stream: str
    engine: str
    queued: float
    start: float
    end: float

    @property
    def seconds(self) -> float:
        """How long it took."""
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Timeline:
    """All spans in the order of the host's calls, and the engines there were.

    Attributes:
        host: when the host was done with its calls.
    """

    engines: tuple[str, ...]
    spans: tuple[Span, ...]
    host: float = 0.0

    @property
    def seconds(self) -> float:
        """From the first call to the end of the last piece of work."""
        return max((one.end for one in self.spans), default=0.0)

    @property
    def serial(self) -> float:
        """What it would take one after another."""
        return sum(one.seconds for one in self.spans)

    def busy(self, engine: str) -> float:
        """Seconds in which an engine works."""
        return sum(one.seconds for one in self.spans if one.engine == engine)

    @property
    def bound(self) -> str:
        """The engine that works longest: nothing can be faster than it."""
        return max(self.engines, key=self.busy)

    @property
    def streams(self) -> tuple[str, ...]:
        """Names of the streams, in the order of their first work."""
        return tuple(dict.fromkeys(one.stream for one in self.spans))
