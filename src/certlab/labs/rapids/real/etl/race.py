"""The engines against each other: the same answer first, then each step in turn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from certlab.compute import timing
from certlab.compute.interval import Interval, of_median
from certlab.compute.timing import Timing
from certlab.errors import CourseError
from certlab.labs.rapids.real.etl import engines, rules, tables
from certlab.labs.rapids.real.etl.engines import Engine
from certlab.labs.rapids.real.etl.store import Files
from certlab.labs.rapids.real.etl.tables import Answer
from certlab.labs.rapids.real.etl.worker import Worker


@dataclass(frozen=True, slots=True)
class Race:
    """What each engine took for each step, in the same rounds.

    Attributes:
        steps: by step, then by engine: seconds a call.
    """

    steps: Mapping[str, Mapping[str, Timing]]

    def total(self, name: str) -> float:
        """Seconds of an engine for all steps, the sum of the medians."""
        return sum(took[name].seconds for took in self.steps.values())


def agreed(those: Sequence[Engine], files: Files) -> Answer:
    """The answer that all engines give, from memory and from what they wrote.

    Raises:
        CourseError: an engine gave another answer than the first, or wrote another one
            than it gave; nothing may be timed then.
    """
    first: Answer | None = None
    for one in those:
        answer = engines.found(one, files)
        title = engines.TITLES[one.name]
        if difference := tables.differs(answer, written(files)):
            raise CourseError(f"{title} did not write what it found: {difference}.")
        if first is None:
            first = answer
        elif difference := tables.differs(first, answer):
            other = engines.TITLES[those[0].name]
            raise CourseError(f"{title} and {other} do not agree: {difference}.")
    if first is None:
        raise CourseError("There is no engine to ask; name at least one.")
    return first


def written(files: Files) -> Answer:
    """What an engine has written, read back."""
    import pyarrow.parquet as pq

    paths = [files.folder / f"{name}.parquet" for name in ("daily", "history")]
    daily, history = (pq.read_table(path) for path in paths)
    return tables.answer(daily, history)


def run(those: Sequence[Engine], files: Files, *, seconds: float = 0.2) -> Race:
    """Time each step apart, one sample of each engine after the other.

    The engines must have agreed; nobody looks at answers here.

    Args:
        seconds: how long to measure each step of each engine; at least seven samples.
    """
    calls = {one.name: engines.calls(one, files) for one in those}
    took = {
        step: timing.interleave(
            {name: steps[step] for name, steps in calls.items()},
            warmup=0,  # making the calls has made each once
            seconds=seconds,
        )
        for step in rules.STEPS
    }
    return Race(took)


def whole(workers: Sequence[Worker], *, rounds: int = 3) -> dict[str, Interval]:
    """Seconds that the whole ETL takes each worker, in turn, after a first run.

    Args:
        rounds: samples of each; with fewer than six the interval is their whole range.
    """
    taken: dict[str, list[float]] = {one.name: [] for one in workers}
    for number in range(rounds + 1):
        for one in workers if number % 2 else reversed(workers):
            begin = timing.now()
            one.ask("whole")
            if number:
                taken[one.name].append(timing.now() - begin)
    return {name: of_median(samples) for name, samples in taken.items()}
