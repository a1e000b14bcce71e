"""Courses with nothing in them but items and one exam each, to simulate learners on."""

from functools import cache
from pathlib import Path

from certlab.course import Course
from certlab.course.certifications import Certification, Domain, Objective
from certlab.course.items import Item
from certlab.course.items.body import Body
from certlab.course.items.choice import Choice
from certlab.course.items.numeric import Numeric
from certlab.course.items.option import Option

# Weights and questions like those of three exams; the last sums to 98.
EXAMS = (
    ((38, 40, 22), 50),
    ((31, 5, 19, 33, 12), 70),
    ((15, 15, 13, 13, 10, 10, 7, 5, 5, 5), 60),
)
SIZES = (160, 450)  # items of a course
EXAM = "nca-sim"
LEAST = 8  # items of a domain
# Of twenty items, fourteen singles of four, three multis of two in five, three numeric.
_KINDS = ("single",) * 14 + ("multi",) * 3 + ("numeric",) * 3


def choice(options: int, correct: int) -> Choice:
    """Options of which the first are correct."""
    return Choice(
        tuple(Option(f"o{n}", "", n < correct, "", "") for n in range(options)), "all"
    )


def body(kind: str) -> Body:
    """A body of a kind, as small as can be."""
    if kind == "numeric":
        return Numeric((), "1", "", 0.0, ())
    return choice(4, 1) if kind == "single" else choice(5, 2)


def item(id: str, domain: int, kind: str = "single", exam: str = EXAM) -> Item:
    """An item of a domain; it has no text."""
    return Item(
        id=id,
        rev=1,
        kind=kind,
        module="sim",
        objective=f"{exam}.{domain}.1",
        also=(),
        level="recall",
        pool="practice",
        ask="",
        body=body(kind),
        explain="",
        section="",
        sources=(),
        exam_era="",
        current="",
        seconds=0,
        enemies=(),
        status="reviewed",
        review_by=None,
        lang="en",
        reset=0,
        tests=(),
        file="",
    )


def _objective(domain: int) -> Objective:
    return Objective(f"{EXAM}.{domain}.1", "", official=False)


def certification(weights: tuple[int, ...], questions: int) -> Certification:
    """An exam with a domain for each weight."""
    return Certification(
        id=EXAM,
        code=EXAM.upper(),
        name="Simulated",
        level="associate",
        price_usd=0,
        questions=(questions, questions),
        hands_on_labs=0,
        minutes=60,
        verified=None,
        tier="A",
        sources=(),
        page="",
        notes=(),
        conflicts=(),
        domains=tuple(
            Domain(n, f"Domain {n}", weight, weight, (_objective(n),))
            for n, weight in enumerate(weights, 1)
        ),
        path=(),
        file="",
    )


def course(weights: tuple[int, ...], questions: int, items: list[Item]) -> Course:
    """A course of these items and that exam."""
    return Course(
        root=Path(),
        facts={},
        sources={},
        figures={},
        modules={},
        items={one.id: one for one in items},
        labs={},
        notebooks={},
        certifications={EXAM: certification(weights, questions)},
        glossary={},
        maths={},
    )


@cache
def simulated(exam: int, size: int) -> Course:
    """One of EXAMS with about so many items, shared out by weight."""
    weights, questions = EXAMS[exam]
    items = [
        item(f"d{domain}-{n}", domain, _KINDS[n * 7 % 20])
        for domain, weight in enumerate(weights, 1)
        for n in range(max(LEAST, weight * size // sum(weights)))
    ]
    return course(weights, questions, items)
