"""Days in words; Python's own names of days depend on the system."""

from collections.abc import Callable
from datetime import date

from certlab.words.language import Words
from certlab.words.sentence import Sentence


def day_words(words: Words, day: date) -> str:
    """ "Tuesday 24 November 2026"."""
    return words(
        "{weekday} {day} {month} {year}",
        weekday=_weekdays(words)[day.weekday()],
        day=day.day,
        month=_months(words)[day.month - 1],
        year=day.year,
    )


def short_day(words: Words, day: date) -> str:
    """ "Tuesday 24 November": of a day that is near."""
    return words(
        "{weekday} {day} {month}",
        weekday=_weekdays(words)[day.weekday()],
        day=day.day,
        month=_months(words)[day.month - 1],
    )


def day_of_year(day: date) -> Sentence:
    """ "24 November", for a surface to say in its language."""
    return Sentence(
        "{day} {month}", day=day.day, month=_months(Sentence)[day.month - 1]
    )


def _weekdays(words: Words) -> tuple[str, ...]:
    return (
        words("Monday"),
        words("Tuesday"),
        words("Wednesday"),
        words("Thursday"),
        words("Friday"),
        words("Saturday"),
        words("Sunday"),
    )


def _months(words: Callable[[str], str]) -> tuple[str, ...]:
    return (
        words("January"),
        words("February"),
        words("March"),
        words("April"),
        words("May"),
        words("June"),
        words("July"),
        words("August"),
        words("September"),
        words("October"),
        words("November"),
        words("December"),
    )
