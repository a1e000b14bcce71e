"""Copies of a history, made before it is added to from elsewhere or repaired.

They lie in `.certlab/backups` of the workspace, and grow sparse with age: as many as there
are of the last two days, one a day for two weeks, one a week for two months, then one a month.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from certlab import whole_file
from certlab.study.history_file import contents

FOLDER = Path(".certlab", "backups")
LATEST = 10  # of the last two days
LARGEST = 256 * 2**20  # bytes of all copies; the newest stays, however large it is
_DAY = timedelta(days=1)
_NAME = "history-%Y-%m-%dT%H-%M-%S.%fZ.jsonl"  # no colons, which Windows refuses
# Age up to which one of each of these is kept; the period that a copy is of.
_PERIODS: tuple[tuple[timedelta, Callable[[datetime], object]], ...] = (
    (16 * _DAY, lambda at: at.date()),
    (60 * _DAY, lambda at: at.isocalendar()[:2]),
    (730 * _DAY, lambda at: (at.year, at.month)),
)


def copy_of(path: Path, now: datetime, data: bytes | None = None) -> Path | None:
    """Copy a history as it is, and take away copies that are too many.

    Args:
        data: what it holds, of one who holds it; it is read where this is None.

    Returns:
        The copy, or the last one where nothing has changed since; None where there is
        nothing to copy.

    Raises:
        OSError: it cannot be read, or the copy not be written.
    """
    try:
        data = contents(path) if data is None else data
    except FileNotFoundError:
        return None
    if not data:
        return None
    folder = path.parent / FOLDER
    there = _copies(folder)
    if there and (last := folder / there[max(there)]).read_bytes() == data:
        return last
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / now.astimezone(UTC).strftime(_NAME)
    whole_file.write(copy, data, secret=True)
    _thin(folder, now)
    return copy


def kept(times: Iterable[datetime], now: datetime) -> set[datetime]:
    """Which copies of these times stay: of each period the newest."""
    ordered = sorted(times, reverse=True)
    stay = {at for at in ordered if now - at < 2 * _DAY}
    stay = set(sorted(stay, reverse=True)[:LATEST])
    begin = 2 * _DAY
    for end, period in _PERIODS:
        seen: set[object] = set()
        for at in ordered:
            if begin <= now - at < end and period(at) not in seen:
                seen.add(period(at))
                stay.add(at)
        begin = end
    return stay | set(ordered[:1])


def within(sizes: Mapping[datetime, int], most: int) -> set[datetime]:
    """Those copies, from the newest on, that are together no larger than `most` bytes."""
    found: set[datetime] = set()
    total = 0
    for at in sorted(sizes, reverse=True):
        total += sizes[at]
        if found and total > most:
            break
        found.add(at)
    return found


def _thin(folder: Path, now: datetime) -> None:
    there = _copies(folder)
    stay = kept(there, now)
    stay = within({at: (folder / there[at]).stat().st_size for at in stay}, LARGEST)
    for at in there.keys() - stay:
        (folder / there[at]).unlink(missing_ok=True)


def _copies(folder: Path) -> dict[datetime, str]:
    """The names of the copies by their times; other files are somebody else's."""
    found = {}
    for path in folder.glob("history-*.jsonl"):
        with suppress(ValueError):
            found[datetime.strptime(path.name, _NAME).replace(tzinfo=UTC)] = path.name
    return found
