"""Histories for the tests: a row is (item, right, days ago)."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st

from benchmarks.readiness.courses import EXAM, course, item
from certlab.course import Course
from certlab.study.answers import Answer, stamp

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
EACH = 12  # items of a domain
Row = tuple[str, bool, float]


def items(domain: int, count: int = EACH) -> list[str]:
    """Ids of a domain's items."""
    return [f"d{domain}-{n}" for n in range(count)]


def exam(*weights: int, count: int = EACH) -> Course:
    """A course for an exam of twenty questions; every third item is typed."""
    found = [
        item(id, domain, "numeric" if n % 3 == 2 else "single")
        for domain in range(1, len(weights) + 1)
        for n, id in enumerate(items(domain, count))
    ]
    return course(weights, 20, found)


def answers(rows: Iterable[Row], mode: str = "drill") -> list[Answer]:
    """Rows of a history."""
    return [
        Answer(
            item=id,
            rev=1,
            outcome="correct" if right else "wrong",
            score=float(right),
            mode=mode,
            at=stamp(NOW - timedelta(days=days)),
            ulid=f"{mode}{n:05d}",
        )
        for n, (id, right, days) in enumerate(rows)
    ]


def without_weight(whole: Course, domain: int) -> Course:
    """The same course, but the exam gives a domain no weight."""
    one = whole.certifications[EXAM]
    domains = tuple(
        replace(part, weight=0) if part.number == domain else part
        for part in one.domains
    )
    return replace(whole, certifications={EXAM: replace(one, domains=domains)})


def histories(domains: int = 3, most: int = 30) -> "st.SearchStrategy[list[Row]]":
    """Histories over some domains, with repeats; one item of each is never answered."""
    ids = [id for domain in range(1, domains + 1) for id in items(domain)[1:]]
    days = st.floats(0, 80).map(lambda one: round(one, 3))
    return st.lists(st.tuples(st.sampled_from(ids), st.booleans(), days), max_size=most)
