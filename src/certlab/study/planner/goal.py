"""What a learner aims at: an exam, its moment, and the minutes of a day."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import isfinite

from certlab.errors import CourseError
from certlab.study.planner.outlook import Outlook, outlook

_CLOCKS = timedelta(minutes=5)  # two devices' clocks may differ by so much
_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Goal:
    """An exam to come.

    Attributes:
        exam: its code or id, "NCP-AII".
        at: its moment, with a time zone.
        minutes: of study a day.
    """

    exam: str
    at: datetime
    minutes: float

    def check(self, now: datetime, last: datetime | None = None) -> None:
        """Refuse what no plan can be made for.

        Args:
            last: when the latest answer was given.

        Raises:
            CourseError: the minutes, the moment or the clock make no sense.
        """
        if not isfinite(self.minutes) or not 0 < self.minutes <= 1440:
            raise CourseError(
                f"{self.minutes:g} minutes a day are no plan; give more than 0, "
                "and no more than 1440."
            )
        for moment in (self.at, now):
            if moment.tzinfo is None:
                raise CourseError(
                    f"{moment:%Y-%m-%d %H:%M} has no time zone; give the moment with one."
                )
        if self.at <= now:
            raise CourseError(
                f"The exam {self.exam} was on {self.at:%Y-%m-%d}; give the date of the next."
            )
        if last is not None and last > now + _CLOCKS:
            raise CourseError(
                f"The clock says {now:%Y-%m-%d %H:%M} and the last answer is from "
                f"{last.astimezone(now.tzinfo):%Y-%m-%d %H:%M}; set the clock right."
            )

    def outlook(self, now: datetime) -> Outlook:
        """The days of study left: today, and each later day at this hour before the exam."""
        left = (self.at - now) / _DAY
        days = max(1, -int(-left // 1))  # 2.3 days hold three sessions: now, +1 and +2
        return outlook(days, left)
