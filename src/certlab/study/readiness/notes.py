"""What a learner should know beside the figures, a sentence each."""

from collections.abc import Iterable, Sequence
from datetime import date

from certlab.study.exams.blueprint import Blueprint
from certlab.study.readiness.domains import DomainReadiness


def notes(
    plan: Blueprint,
    domains: Sequence[DomainReadiness],
    day: date | None,
    today: date,
    future: int,
) -> Iterable[str]:
    """A sentence for each thing that is out of the ordinary.

    Args:
        plan: the exam.
        domains: as they stand.
        day: of the exam, None for today.
        today: in the same time zone.
        future: how many answers carry a time that is still to come.
    """
    if day is not None and day < today:
        yield (
            f"{plan.code}: the exam day {day} has passed, so this is for today; "
            "give the next date."
        )
    if future:
        yield (
            f"{future} of the answers carry a time that is still to come and count as "
            "given now; check this machine's clock."
        )
    yield from _missing(domains)
    if plan.total_weight != 100:
        yield (
            f"The published weights sum to {plan.total_weight} %; "
            "each is taken as its share of that sum."
        )
    if plan.hands_on_labs:
        yield (
            f"{plan.code} also has {plan.hands_on_labs} hands-on labs; this is for its "
            "questions only."
        )


def _missing(domains: Sequence[DomainReadiness]) -> Iterable[str]:
    short = [one for one in domains if one.missing and one.seats]
    if short:
        wanted = ", ".join(f"{one.missing} of domain {one.domain}" for one in short)
        yield f"Not enough data: answer more questions that are new to you, {wanted}."
    bare = [one for one in short if one.items < one.fresh + one.missing]
    if bare:
        names = ", ".join(str(one.domain) for one in bare)
        yield f"The course has too few questions yet for domain {names}."
