"""What is said of a mock exam, in plain lines and on a whole screen."""

from collections.abc import Iterator, Sequence
from math import ceil

from certlab.study.exams import Blueprint, Paper, Report, Sitting
from certlab.study.exams.score import DomainScore, whole
from certlab.terminal.clock import digits, limit
from certlab.terminal.wish import FACTORS

NO_PASS_MARK = (
    "NVIDIA publishes no pass mark and no score for this exam, only pass or fail. "
    "So there is no line to be above here."
)
RUNS = "The time runs from here on. Nothing is said about right or wrong until the end."
CUTS = range(50, 91, 10)


def drawn(plan: Blueprint, paper: Paper) -> list[str]:
    """How much is drawn, and what a learner should know of it before they begin."""
    asked = len(paper.asked)
    says = (
        f"{asked} of {plan.questions} questions"
        if asked < plan.questions
        else f"{asked} questions"
    )
    labs = plan.hands_on_labs
    things = "lab too, which is" if labs == 1 else "labs too, which are"
    more = [f"The exam has {labs} hands-on {things} not part of this."] if labs else []
    return [f"{plan.code} {plan.name}: {says}.", *paper.notes, *more]


def times(minutes: int) -> dict[str, str]:
    """The time by factor, as it is chosen before the start."""
    said = {"1": "", "1.5": ", half as long again", "2": ", twice as long"}
    words = {
        name: limit(ceil(minutes * (FACTORS[name] or 1))) + more
        for name, more in said.items()
    }
    return words | {"untimed": limit(None)}


def unfinished_words(sitting: Sitting) -> str:
    """What is to go on with."""
    total = len(sitting.questions)
    done = total - len(open_places(sitting))
    code, left = sitting.paper.code, digits(sitting.left())
    return f"{code} is not finished: {done} of {total} answered, {left}."


def open_places(sitting: Sitting) -> list[int]:
    """Places without anything that could be graded."""
    places = range(len(sitting.questions))
    return [place for place in places if sitting.standing(place) != "answered"]


def missing(places: Sequence[int]) -> str:
    """What handing in now would cost."""
    listed = ", ".join(str(place + 1) for place in places)
    if not places:
        return "Every question is answered."
    if len(places) == 1:
        return f"Question {listed} has no answer and will count as wrong."
    return f"{len(places)} questions have no answer and will count as wrong: {listed}."


def score(report: Report) -> str:
    """How many of each."""
    return (
        f"{report.right} of {len(report.rows)} right, {report.wrong} wrong, "
        f"{report.unanswered} unanswered"
    )


def span(low: float, high: float) -> str:
    """An interval in whole percent, "64 to 78 %"."""
    return f"{percent(low)} to {percent(high)} %"


def percent(share: float) -> int:
    """A share in whole percent, halves rounded up."""
    return int(100 * share + 0.5)


def domain(one: DomainScore) -> str:
    """A domain's name, weight and count."""
    return (
        f"{one.domain} {one.name}, weight {one.weight} %: {one.right} of {one.total} "
        f"right, {whole(one.right, one.total)} % ({span(one.low, one.high)})"
    )


def chances(report: Report) -> Iterator[str]:
    """The chance to pass by cut; why there is none, where there is none."""
    yield "Chance to pass a fresh exam, by cut"
    if not report.curve:
        n = len(report.unasked)
        things = "domain of the exam was" if n == 1 else "domains of the exam were"
        yield f"Not drawn: {n} {things} not asked, so this says nothing about the whole."
        return
    by_cut = dict(report.curve)
    for cut in CUTS:
        yield f"{cut} % of questions right: {percent(by_cut[cut])} %"
    yield (
        f"For {report.sitting.paper.official} new questions, if your level is what this "
        "exam showed, give or take its interval."
    )


def took(report: Report) -> str:
    """Minutes of how many."""
    if report.allowed is None:
        return limit(report.minutes)
    return f"{report.minutes} of {report.allowed} minutes"


def result(report: Report) -> str:
    """All of it in one line."""
    code, interval = report.sitting.paper.code, span(report.low, report.high)
    return f"{code}: {score(report)}; {report.percent} %, 80 % interval {interval}."


def left_open(sitting: Sitting) -> str:
    """What is said when an exam is left before its end."""
    return f"{unfinished_words(sitting)} certlab exam goes on with it."
