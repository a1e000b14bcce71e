"""What a learner should know beside the figures, a sentence each."""

from collections.abc import Iterable, Sequence
from datetime import date

from certlab.course.coverage import ENOUGH_ITEMS
from certlab.readiness.domains import DomainReadiness
from certlab.study.exams.blueprint import Blueprint
from certlab.words import Sentence, plural, with_commas


def notes(
    plan: Blueprint,
    lacking: Iterable[str],
    day: date | None,
    today: date,
    future: int,
) -> Iterable[str]:
    """A sentence for each thing that is out of the ordinary.

    Args:
        plan: the exam.
        lacking: what there is too little of for a score.
        day: of the exam, None for today.
        today: in the same time zone.
        future: how many answers carry a time that is still to come.
    """
    if day is not None and day < today:
        yield Sentence(
            "{exam}: the exam day {day} has passed, so this is for today; "
            "give the next date.",
            exam=plan.code,
            day=day.isoformat(),
        )
    if future:
        yield plural(
            "{n} of your answers has a time in the future and counts as given now; "
            "check this machine's clock.",
            "{n} of your answers have a time in the future and count as given now; "
            "check this machine's clock.",
            future,
        )
    yield from lacking
    if plan.total_weight != 100:
        yield Sentence(
            "The published weights sum to {total} %; "
            "each is taken as its share of that sum.",
            total=plan.total_weight,
        )
    if plan.hands_on_labs:
        yield plural(
            "{exam} also has {n} hands-on lab; this is for its questions only.",
            "{exam} also has {n} hands-on labs; this is for its questions only.",
            plan.hands_on_labs,
            exam=plan.code,
        )


def unserved(served: float) -> Sentence:
    """Why no answer can bring a score yet."""
    return Sentence(
        "No score can be expected yet: the course has {n} questions or more on objectives "
        "that are {percent} % of this exam, and a score needs half of it.",
        percent=int(100 * served + 0.5),
        n=ENOUGH_ITEMS,
    )


def missing(domains: Sequence[DomainReadiness]) -> Iterable[str]:
    """How many more first answers each domain wants, and where the course lacks them."""
    short = [one for one in domains if one.missing and one.seats]
    if short:
        wanted = with_commas(
            Sentence("{n} of domain {domain}", n=one.missing, domain=one.domain)
            for one in short
        )
        yield Sentence(
            "Not enough data: answer more questions that are new to you, {wanted}.",
            wanted=wanted,
        )
    bare = [one for one in short if one.items < one.fresh + one.missing]
    if bare:
        names = ", ".join(str(one.domain) for one in bare)
        yield plural(
            "The course has too few questions yet for domain {names}.",
            "The course has too few questions yet for domains {names}.",
            len(bare),
            names=names,
        )
