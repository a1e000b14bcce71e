"""Days in words; Python's own names of days depend on the system."""

from collections.abc import Callable
from datetime import date

from certlab.words.language import Words
from certlab.words.sentence import Sentence


def day_words(_: Words, day: date) -> str:
    """ "Tuesday 24 November 2026"."""
    return _(
        "{weekday} {day} {month} {year}",
        weekday=_weekdays(_)[day.weekday()],
        day=day.day,
        month=_months(_)[day.month - 1],
        year=day.year,
    )


def short_day(_: Words, day: date) -> str:
    """ "Tuesday 24 November": of a day that is near."""
    return _(
        "{weekday} {day} {month}",
        weekday=_weekdays(_)[day.weekday()],
        day=day.day,
        month=_months(_)[day.month - 1],
    )


def day_of_year(day: date) -> Sentence:
    """ "24 November", for a surface to say in its language."""
    return Sentence(
        "{day} {month}", day=day.day, month=_months(Sentence)[day.month - 1]
    )


def _weekdays(_: Words) -> tuple[str, ...]:
    return (
        _("Monday"),
        _("Tuesday"),
        _("Wednesday"),
        _("Thursday"),
        _("Friday"),
        _("Saturday"),
        _("Sunday"),
    )


def _months(_: Callable[[str], str]) -> tuple[str, ...]:
    return (
        _("January"),
        _("February"),
        _("March"),
        _("April"),
        _("May"),
        _("June"),
        _("July"),
        _("August"),
        _("September"),
        _("October"),
        _("November"),
        _("December"),
    )
