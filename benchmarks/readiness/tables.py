"""The tables that are printed, and the goals they are held against."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from benchmarks.readiness.figures import (
    CUTS,
    Case,
    Percentage,
    brier,
    mean,
    percentage,
    plain,
)
from benchmarks.readiness.histories import KINDS
from certlab.readiness import ASSUMED

FAMILIES = ("act-r", "half-life")
BINS = 5  # of the reliability table, each of a fifth


@dataclass(frozen=True)
class Goal:
    """A goal, what was found, and whether that meets it."""

    what: str
    found: float
    met: bool

    def __str__(self) -> str:
        return f"{'met    ' if self.met else 'NOT MET'}  {self.found:.4f}  {self.what}"


def rivals(other: Sequence[Case]) -> dict[str, Percentage]:
    """Weighted percent correct of all answers and of first answers, calibrated."""
    return {
        "all answers": percentage(other, lambda one: one.every),
        "first answers": percentage(other, lambda one: one.first),
    }


def coverage(cases: Sequence[Case]) -> float:
    """The share of sittings whose score was within the interval."""
    return mean(one.inside for one in cases)


def width(cases: Sequence[Case], rival: Percentage, level: float) -> float:
    """Mean width of a percentage's interval."""
    ends = (rival.interval(one, level) for one in cases)
    return mean(high - low for low, high in ends)


def level(rival: Percentage, cases: Sequence[Case], wanted: float) -> float:
    """The level at which a percentage's interval covers as much on these learners.

    It is looked for on the very learners reported on, which is in the percentage's favour.
    """

    def covered(at: float) -> float:
        ends = ((rival.interval(one, at), one.score) for one in cases)
        return mean(low - 1e-9 <= score <= high + 1e-9 for (low, high), score in ends)

    return min(
        (n / 200 for n in range(120, 200)), key=lambda at: abs(covered(at) - wanted)
    )


def summary(cases: Sequence[Case], other: Sequence[Case]) -> Iterator[str]:
    """A row for each kind of history, each family of learners, and all."""
    groups: list[tuple[str, Callable[[Case], bool]]] = [
        *((kind, lambda one, kind=kind: one.kind == kind) for kind in KINDS),
        *((name, lambda one, name=name: one.family == name) for name in FAMILIES),
        ("enough data", lambda one: one.said.enough),
        ("not enough", lambda one: not one.said.enough),
        ("all", lambda _: True),
    ]
    against = rivals(other)
    levels = {name: level(one, cases, coverage(cases)) for name, one in against.items()}
    yield "| learners | n | covered | width | width, all | width, first | bias | rmse |"
    yield "|---|---|---|---|---|---|---|---|"
    for name, test in groups:
        some = [one for one in cases if test(one)]
        if not some:
            continue
        widths = (width(some, one, levels[key]) for key, one in against.items())
        errors = [one.score - one.said.mean for one in some]
        figures = (coverage(some), mean(one.width for one in some), *widths)
        cells = " | ".join(f"{100 * one:.1f} %" for one in figures)
        rest = f"{100 * mean(errors):+.1f} | {100 * mean(x * x for x in errors) ** 0.5:.1f}"
        yield f"| {name} | {len(some)} | {cells} | {rest} |"
    yield ""
    yield "| Brier score at | readiness | all, calibrated | first, calibrated | all, binomial |"
    yield "|---|---|---|---|---|"
    for name, test in groups:
        some = [one for one in cases if test(one)]
        for cut in CUTS if some else ():
            scores = (brier(some, chance, cut) for chance in chances(against))
            cells = " | ".join(f"{one:.4f}" for one in scores)
            yield f"| {cut} %, {name} | {cells} |"
    yield ""


def chances(against: dict[str, Percentage]) -> list[Callable[[Case, int], float]]:
    """Who says a chance at a cut: the estimate, then its rivals."""
    return [Case.chance, *(one.chance for one in against.values()), plain]


def reliability(cases: Sequence[Case], other: Sequence[Case]) -> Iterator[str]:
    """What was said against what came out, over the three cuts."""
    rival = rivals(other)["all answers"]
    for name, chance in (("readiness", Case.chance), ("all, calibrated", rival.chance)):
        yield f"| {name}: chance said | n | mean said | came out |"
        yield "|---|---|---|---|"
        pairs = [(chance(one, cut), one.passed(cut)) for one in cases for cut in CUTS]
        for n in range(BINS):
            some = [one for one in pairs if min(int(one[0] * BINS), BINS - 1) == n]
            said, came = mean(p for p, _ in some), mean(won for _, won in some)
            band = f"{100 * n // BINS} to {100 * (n + 1) // BINS} %"
            yield f"| {band} | {len(some)} | {100 * said:.1f} % | {100 * came:.1f} % |"
        yield ""


def transfer(overlap: float, cases: Sequence[Case]) -> list[str]:
    """How it stands where the exam asks less or more of the course than assumed."""
    mean_, spread = ASSUMED.transfer
    errors = mean(one.score - one.said.mean for one in cases)
    says = (
        f"Where {100 * overlap:.0f} % of the exam asks what the course asks (assumed "
        f"{100 * mean_:.0f} %, give or take {100 * spread:.0f}): covered "
        f"{100 * coverage(cases):.1f} %, bias {100 * errors:+.1f}, n = {len(cases)}."
    )
    return [says, ""]


def goals(cases: Sequence[Case], other: Sequence[Case]) -> list[Goal]:
    """What was promised."""
    covered, own = coverage(cases), mean(one.width for one in cases)
    found = [Goal("covered, 0.77 to 0.83", covered, 0.77 <= covered <= 0.83)]
    for name, rival in rivals(other).items():
        ratio = own / width(cases, rival, level(rival, cases, covered))
        found.append(Goal(f"width over that of {name}, below 1", ratio, ratio < 1))
        for cut in CUTS:
            part = brier(cases, Case.chance, cut) / brier(cases, rival.chance, cut)
            says = f"Brier score over that of {name} at {cut} %, below 1"
            found.append(Goal(says, part, part < 1))
    return found
