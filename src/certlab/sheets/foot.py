"""What stands at the end of each sheet: which edition it is, whose, and that it is no word of the publisher."""

from collections.abc import Iterable

from certlab import __version__
from certlab.course import Course
from certlab.words import Words


def foot(course: Course, sources: Iterable[str], words: Words) -> tuple[str, ...]:
    """The lines.

    Args:
        course: whose they are.
        sources: ids of those on which the sheet rests; the day is that of the last one read.
        words: of the sheet's language.
    """
    days = [course.sources[id].opened for id in sources if id in course.sources]
    read = max((day for day in days if day), default=None)
    edition = f"{course.title} {__version__}"
    if read:
        edition = words(
            "{edition}, sources read until {day}", edition=edition, day=read.isoformat()
        )
    address = course.repository.removeprefix("https://")
    lines = [f"{edition} · {address}" if address else edition]
    lines.append(words("Each number has its source in the course."))
    if course.publisher:
        lines.append(
            words(
                "Not affiliated with {publisher}, and not endorsed by it.",
                publisher=course.publisher,
            )
        )
    return tuple(lines)
