"""The time of an exam, in digits and in words; see app/static/exam/clock.js."""

from datetime import timedelta
from math import ceil

from certlab.words import ENGLISH, Words

ANNOUNCED = (1, 5, 10)  # minutes left at which it is said


def digits(left: timedelta | None, words: Words = ENGLISH) -> str:
    """ "1:02:09 left", "32:09 left"; of an untimed exam that there is no limit."""
    if left is None:
        return words("no time limit")
    seconds = max(0, ceil(left.total_seconds()))
    hours, minutes, seconds = seconds // 3600, seconds // 60 % 60, seconds % 60
    parts = [hours, minutes, seconds] if hours else [minutes, seconds]
    time = ":".join([str(parts[0]), *(f"{one:02}" for one in parts[1:])])
    return words("{time} left", time=time)


def announcement(
    before: timedelta | None, now: timedelta | None, words: Words = ENGLISH
) -> str:
    """ "5 minutes left." when that has just been reached, else ""."""
    if before is None or now is None:
        return ""
    for minutes in ANNOUNCED:
        if before > timedelta(minutes=minutes) >= now:
            return words.ngettext("{n} minute left.", "{n} minutes left.", minutes)
    return ""


def limit(minutes: int | None, words: Words = ENGLISH) -> str:
    """ "33 minutes", or that there is no limit."""
    if minutes is None:
        return words("no time limit")
    return words.ngettext("{n} minute", "{n} minutes", minutes)
