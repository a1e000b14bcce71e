"""The time of an exam, in digits and in words; see widgets/static/clock.js."""

from datetime import timedelta
from math import ceil

ANNOUNCED = (1, 5, 10)  # minutes left at which it is said


def digits(left: timedelta | None) -> str:
    """ "1:02:09 left", "32:09 left"; of an untimed exam that there is no limit."""
    if left is None:
        return "no time limit"
    seconds = max(0, ceil(left.total_seconds()))
    hours, minutes, seconds = seconds // 3600, seconds // 60 % 60, seconds % 60
    parts = [hours, minutes, seconds] if hours else [minutes, seconds]
    return ":".join([str(parts[0]), *(f"{one:02}" for one in parts[1:])]) + " left"


def announcement(before: timedelta | None, now: timedelta | None) -> str:
    """ "5 minutes left." when that has just been reached, else ""."""
    if before is None or now is None:
        return ""
    for minutes in ANNOUNCED:
        if before > timedelta(minutes=minutes) >= now:
            return f"{limit(minutes)} left."
    return ""


def limit(minutes: int | None) -> str:
    """ "33 minutes", or that there is no limit."""
    if minutes is None:
        return "no time limit"
    return "1 minute" if minutes == 1 else f"{minutes} minutes"
