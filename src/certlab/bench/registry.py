"""Every contest there is: what the modules bring in their part `contest`.

Nothing is registered: a module with such a part is in. Listing them imports none of
the libraries that are compared.
"""

from collections.abc import Iterator

from certlab import module_parts
from certlab.bench.unlike import unlike
from certlab.compute.contest import Contest
from certlab.course import Course
from certlab.course.problems import Problem
from certlab.errors import CourseError


def contests() -> dict[str, Contest]:
    """By id.

    Raises:
        CourseError: two contests have the same id, or a part cannot be read.
    """
    found: dict[str, Contest] = {}
    try:
        for part in module_parts.find("contest"):
            for contest in part.contests():
                if contest.id in found:
                    raise CourseError(
                        f"{part.__name__} brings {contest.id} a second time; rename it."
                    )
                found[contest.id] = contest
    except ImportError as error:
        raise CourseError(
            f"A contest imports {error.name or 'what is not here'} before it is asked "
            "for; import it inside make."
        ) from error
    return found


def problems(course: Course) -> Iterator[Problem]:
    """What claimed speed-ups name of the contests, and refusals without a fair question."""
    known = contests()
    for row in course.speedups.values():
        for id in (row.contest, *(one.contest for one in row.beside)):
            if id and id not in known:
                says = f"there is no contest {id}; leave it out until there is."
                yield Problem(row.file, row.id, says)
        reasons = unlike(row.old, row.new, row.about)
        if reasons and not row.fair:
            says = f"compares {reasons[0]}; name the fair question in fair."
            yield Problem(row.file, row.id, says)
        pairs = [(row.contest, row.about), *((o.contest, o.about) for o in row.beside)]
        for id, about in pairs:
            if id in known and (why := unlike(known[id].old, known[id].new, about)):
                says = f"its contest {id} compares {why[0]}; change it, or say so in about."
                yield Problem(row.file, row.id, says)
