"""What was scraped, kept with its time: what Prometheus does, in small."""

from collections.abc import Iterable
from dataclasses import dataclass

from certlab.errors import CourseError


@dataclass(frozen=True, slots=True)
class Row:
    """One value of a scrape."""

    field: str
    node: str
    gpu: str
    value: float


class History:
    """Series by field and GPU, which is written node/number: "node-a/1"."""

    def __init__(self) -> None:
        self.minutes: list[int] = []
        self._series: dict[tuple[str, str], dict[int, float]] = {}

    def add(self, minute: int, rows: Iterable[Row]) -> None:
        """Keep the values of one minute."""
        if minute not in self.minutes:
            self.minutes.append(minute)
        for row in rows:
            key = row.field, f"{row.node}/{row.gpu}"
            self._series.setdefault(key, {})[minute] = row.value

    @property
    def gpus(self) -> list[str]:
        """All GPUs that were seen, in their order."""
        return sorted({gpu for _, gpu in self._series})

    @property
    def fields(self) -> list[str]:
        """All fields that were seen, as they came."""
        return list(dict.fromkeys(field for field, _ in self._series))

    def series(self, field: str, gpu: str) -> list[float]:
        """The values of a field in the order of time; see `by_minute`."""
        return [*self.by_minute(field, gpu).values()]

    def by_minute(self, field: str, gpu: str) -> dict[int, float]:
        """The values of a field; a minute in which the GPU was silent is missing.

        Raises:
            CourseError: nobody scraped it.
        """
        try:
            return self._series[field, gpu]
        except KeyError:
            raise CourseError(f"{field} of {gpu} was not scraped.") from None

    def mean(self, field: str, *gpus: str) -> float:
        """The mean over the time, of some GPUs or of all."""
        every = [self.series(field, gpu) for gpu in gpus or self.gpus]
        values = [value for series in every for value in series]
        return sum(values) / len(values)
