"""How one stands for an exam, in lines: the score, the chance at a cut, the domains."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from certlab.readiness import ASSUMED, Readiness, Score
from certlab.readiness.domains import DomainReadiness
from certlab.readiness.notes import missing, unserved
from certlab.study.lab_progress import LabProgress
from certlab.terminal.exam_words import percent, span
from certlab.terminal.paragraphs import columns
from certlab.terminal.question_lines import wrapped
from certlab.words import Sentence, Words, day_words, short_day

CUTS = range(60, 81, 5)  # of the pass marks that nobody publishes
TOLD = 10  # percent: with less than this at every cut, one line says so
Rows = Sequence[Sequence[str]]


def progress_lines(
    now: Readiness,
    ahead: Readiness,
    plan: Score | None,
    covered: Sentence,
    publisher: str,
    words: Words,
) -> Iterator[str]:
    """All that `certlab progress` says.

    Args:
        now: for a sitting today.
        ahead: for the day of the exam, the same as `now` where none is planned.
        plan: for that day if the plan is kept; None where there is none.
        covered: how much of the exam is.
        publisher: who sets it, "" where nobody else does.
    """
    yield words("{exam} on {day}", exam=ahead.code, day=day_words(words, ahead.day))
    yield ""
    yield from standing(now, ahead, plan, covered, words)
    if ahead.enough and any(
        percent(chance) for cut, chance in ahead.curve if cut in CUTS
    ):
        yield from _chances(now, ahead, publisher, words)
        yield ""
    yield from table(_domains(ahead.domains, words))
    # The table says how many first answers each domain lacks.
    lacking = (*tuple(missing(ahead.domains))[:1], unserved(ahead.served))
    notes = [words.say(note) for note in ahead.notes if note not in lacking]
    if notes:
        yield ""
    for note in notes:
        yield wrapped(note, "  ", "- ")


def standing(
    now: Readiness,
    ahead: Readiness,
    plan: Score | None,
    covered: Sentence,
    words: Words,
) -> Iterator[str]:
    """The expected score with the plan, today and without, each with its interval; or what
    it lacks. What it is said of comes first: `covered`."""
    yield words("Expected score, with 80 % interval")
    yield wrapped(words.say(covered), "  ", "  ")
    day = short_day(words, ahead.day)
    scores = {words("On {day}, with this plan", day=day): plan}
    if ahead.enough:
        scores[words("If it were today")] = now.score
        if ahead.day != now.day:
            left = words("On {day}, if you study nothing more", day=day)
            scores[left] = ahead.score
    rows = [[when, *_score(one, words)] for when, one in scores.items() if one]
    if rows:
        yield from table(rows, "  ")
    if not ahead.enough:
        yield wrapped(_said_missing(ahead, words), "  ", "  ")


def labs_line(labs: Iterable[LabProgress], words: Words) -> str:
    """How many labs of the path are solved, and exercises in all; "" where there are none."""
    known = [*labs]
    if not known:
        return ""
    return words.ngettext(
        "Labs of the path: {done} of {n} solved, {part} of {all} exercises.",
        "Labs of the path: {done} of {n} solved, {part} of {all} exercises.",
        len(known),
        done=sum(one.state == "done" for one in known),
        part=sum(one.done for one in known),
        all=sum(one.count for one in known),
    )


def score_line(now: Readiness, plan: Score | None, day: date, words: Words) -> str:
    """The expected score with the plan, or else of a sitting today, or what it lacks."""
    if plan is None and not now.enough:
        return _said_missing(now, words)
    score, interval = _score(plan or now.score, words)
    when = words("If it were today")
    if plan:
        when = words("On {day}, with this plan", day=short_day(words, day))
    says = words("expected score {score}, {span}", score=score, span=interval)
    return words("{when}: {says}", when=when, says=says)


def _score(found: Score, words: Words) -> tuple[str, str]:
    return f"{percent(found.mean)} %", span(found.low, found.high, words)


def _said_missing(found: Readiness, words: Words) -> str:
    """Of which domains too little is known, and how much is wanted; or that nothing can be."""
    if found.served < ASSUMED.served:
        return words.say(unserved(found.served))
    short = [str(one.domain) for one in found.domains if one.missing and one.seats]
    return words.ngettext(
        "Not enough data for domain {list}: fewer than {fresh} first answers.",
        "Not enough data for domains {list}: fewer than {fresh} first answers each.",
        len(short),
        list=", ".join(short),
        fresh=ASSUMED.fresh,
    )


def _chances(
    now: Readiness, ahead: Readiness, publisher: str, words: Words
) -> Iterator[str]:
    curve = dict(ahead.curve)
    day = short_day(words, ahead.day)
    title = (
        words("Chance to pass on {day}", day=day)
        if ahead.day == now.day
        else words("Chance to pass on {day}, if you study nothing more", day=day)
    )
    most = max(percent(curve[cut]) for cut in CUTS)
    if most < TOLD:
        low = words(
            "{most} % at most, whatever the pass mark from {low} to {high} %",
            most=most,
            low=CUTS[0],
            high=CUTS[-1],
        )
        yield wrapped(words("{when}: {says}", when=title, says=low))
        return
    yield title
    rows = [
        [words("If the pass mark is"), *(f"{cut} %" for cut in CUTS)],
        [words("Chance"), *(f"{percent(curve[cut])} %" for cut in CUTS)],
    ]
    yield from table(rows, "  ")
    if publisher:
        yield words("{publisher} publishes no pass mark.", publisher=publisher)


def _domains(domains: Sequence[DomainReadiness], words: Words) -> Rows:
    head = [
        words("Domain"),
        words("Weight"),
        words("Covered"),
        words("Answers"),
        words("Score"),
        words("80 % interval"),
    ]
    return [head, *(_domain(one, words) for one in domains)]


def _domain(one: DomainReadiness, words: Words) -> list[str]:
    wanted = one.fresh + one.missing
    fresh = words("{n} of {count}", n=one.fresh, count=wanted) if one.missing else ""
    unknown = one.missing > 0 or one.thin
    return [
        f"{one.domain} {one.name}",
        f"{one.weight} %",
        words("{n} of {count}", n=one.covered, count=one.objectives),
        fresh or str(one.fresh),
        "-" if unknown else f"{percent(one.share)} %",
        "-" if unknown else span(one.low, one.high, words),
    ]


def table(rows: Rows, indent: str = "") -> Iterator[str]:
    """Rows as columns, the first to the left and the others to the right."""
    widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = []
        for n, (cell, width) in enumerate(zip(row, widths, strict=True)):
            room = " " * (width - columns(cell))
            cells.append(room + cell if n else cell + room)
        yield (indent + "  ".join(cells)).rstrip()


def left_words(left: int, words: Words) -> str:
    """How far the exam is."""
    if left > 1:
        return words.ngettext("in {n} day", "in {n} days", left)
    return {1: words("tomorrow"), 0: words("today")}.get(left, words("passed"))


def head_words(code: str, day: date, left: int, minutes: int, words: Words) -> str:
    """The exam, its day, and the minutes a day."""
    return words(
        "{exam} on {day}, {left}, {minutes}",
        exam=code,
        day=day_words(words, day),
        left=left_words(left, words),
        minutes=words.ngettext("{n} minute a day", "{n} minutes a day", minutes),
    )
