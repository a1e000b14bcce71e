"""The days that are left, as slots: single days near today and near the exam, then wider."""

from dataclasses import dataclass

_NEAR, _LAST, _MIDDLE = 5, 7, 5


@dataclass(frozen=True)
class Slot:
    """Some days of study in a row, taken as one.

    Attributes:
        day: days from today, of their middle; 0 is today.
        days: how many they are.
    """

    day: float
    days: int


@dataclass(frozen=True)
class Outlook:
    """The slots until the exam, the first of them today.

    Attributes:
        exam: days from today's session to the exam.
    """

    slots: tuple[Slot, ...]
    exam: float


def outlook(days: int, exam: float) -> Outlook:
    """Slots for so many days of study, today included.

    A year is planned as fast as a month: what is planned for weeks ahead will be planned
    again when it is near, so it need not be to the day.
    """
    if days <= _NEAR + _MIDDLE + _LAST:
        return Outlook(tuple(Slot(float(n), 1) for n in range(days)), exam)
    slots = [Slot(float(n), 1) for n in range(_NEAR)]
    begin, middle = _NEAR, days - _NEAR - _LAST
    for n in range(_MIDDLE):
        end = _NEAR + middle * (n + 1) // _MIDDLE
        slots.append(Slot(float((begin + end - 1) // 2), end - begin))
        begin = end
    slots += [Slot(float(n), 1) for n in range(days - _LAST, days)]
    return Outlook(tuple(slots), exam)
