"""What is said of a mock exam, in plain lines and on a whole screen."""

from collections.abc import Iterable, Iterator, Sequence
from math import ceil

from certlab.study.exams import Blueprint, Paper, Report, Sitting
from certlab.study.exams.parting import PAPERS
from certlab.study.exams.score import DomainScore, whole
from certlab.terminal.clock import digits, limit
from certlab.terminal.exam_request import FACTORS
from certlab.words import ENGLISH, Words, with_commas

CUTS = range(50, 91, 10)


def no_pass_mark(paper: Paper, words: Words = ENGLISH) -> str:
    """Why a report says neither passed nor failed; "" where nobody else sets the exam."""
    if not paper.publisher:
        return ""
    return words(
        "{publisher} publishes no pass mark and no score for this exam, only pass or fail.",
        publisher=paper.publisher,
    )


def start_notice(words: Words = ENGLISH) -> str:
    """What is said where the time begins."""
    return words(
        "The time starts now. You will see what was right or wrong only at the end."
    )


def standings(words: Words = ENGLISH) -> dict[str, str]:
    """How a place of a sitting may stand, in words."""
    return {
        "answered": words("answered"),
        "incomplete": words("started, not complete"),
        "seen": words("not answered"),
        "unseen": words("not seen"),
    }


def place_state(sitting: Sitting, place: int, words: Words = ENGLISH) -> str:
    """How a place stands, and whether it is flagged."""
    parts = [standings(words)[sitting.standing(place)]]
    if place in sitting.flags:
        parts.append(words("flagged"))
    return words.say(with_commas(parts))


def paper_notes(plan: Blueprint, paper: Paper, words: Words = ENGLISH) -> list[str]:
    """How much is drawn, and what a learner should know of it before they begin."""
    asked = len(paper.asked)
    says = (
        words("{drawn} of {questions} questions", drawn=asked, questions=plan.questions)
        if asked < plan.questions
        else words.ngettext("{n} question", "{n} questions", asked)
    )
    if paper.is_part:
        says = words("part-paper, {size}", size=says)
    code = " / ".join((plan.code, *plan.alias))
    found = [words("{exam}: {says}.", exam=f"{code} {plan.name}", says=says)]
    found += [words.say(note) for note in paper.notes]
    if plan.hands_on_labs:
        more = words.ngettext(
            "The exam has {n} hands-on lab too, which is not part of this.",
            "The exam has {n} hands-on labs too, which are not part of this.",
            plan.hands_on_labs,
        )
        found.append(more)
    if plan.minutes != plan.whole_minutes:
        time = words(
            "Its {whole} minutes are for both. Its {questions} questions have {minutes} of "
            "them here, because study plans of candidates give about {lab} minutes to each "
            "lab; that figure is not official, and you may choose another time.",
            whole=plan.whole_minutes,
            questions=plan.questions,
            minutes=plan.minutes,
            lab=round((plan.whole_minutes - plan.minutes) / plan.hands_on_labs),
        )
        found.append(time)
    return found


def drawn_by(paper: Paper, words: Words = ENGLISH) -> str:
    """Which of the exam's papers it is, or the seed of a random one."""
    if paper.number:
        return words("paper {n}", n=paper.number)
    return words("seed {seed}", seed=paper.seed)


def exam_name(paper: Paper, words: Words = ENGLISH) -> str:
    """An exam's code, with the paper's number where it is one of three."""
    if not paper.number:
        return paper.code
    return words("{code} paper {n}", code=paper.code, n=paper.number)


def papers(
    code: str, earlier: Iterable[Report], words: Words = ENGLISH
) -> dict[str, str]:
    """The three papers of an exam by number, with what came of those that were sat."""
    done = {
        one.sitting.paper.number: one.percent
        for one in earlier
        if one.sitting.paper.code == code
    }
    names = {str(n): words("paper {n}", n=n) for n in range(1, PAPERS + 1)}
    return {
        n: words("{paper}, done: {percent} %", paper=name, percent=done[int(n)])
        if int(n) in done
        else name
        for n, name in names.items()
    }


def random_note(words: Words = ENGLISH) -> str:
    """What a random exam is beside the three papers."""
    return words("a random one, which shares questions with the papers")


def times(minutes: int, words: Words = ENGLISH) -> dict[str, str]:
    """The time by factor, as it is chosen before the start."""
    said = {"1": "", "1.5": words("+50 % time"), "2": words("twice as long")}
    found = {}
    for name, more in said.items():
        time = limit(ceil(minutes * (FACTORS[name] or 1)), words)
        both = words("{about}, {more}", about=time, more=more) if more else time
        found[name] = both
    return found | {"untimed": limit(None, words)}


def unfinished_words(sitting: Sitting, words: Words = ENGLISH) -> str:
    """What is to go on with."""
    total = len(sitting.questions)
    done = total - len(open_places(sitting))
    return words(
        "{exam} is not finished: {n} of {count} answered, {left}.",
        exam=exam_name(sitting.paper, words),
        n=done,
        count=total,
        left=digits(sitting.left(), words),
    )


def open_places(sitting: Sitting) -> list[int]:
    """Places without anything that could be graded."""
    places = range(len(sitting.questions))
    return [place for place in places if sitting.standing(place) != "answered"]


def unanswered_notice(places: Sequence[int], words: Words = ENGLISH) -> str:
    """What handing in now would cost."""
    if not places:
        return words("Every question is answered.")
    return words.ngettext(
        "Question {list} has no answer and will count as wrong.",
        "{n} questions have no answer and will count as wrong: {list}.",
        len(places),
        list=words.say(with_commas(str(place + 1) for place in places)),
    )


def score(report: Report, words: Words = ENGLISH) -> str:
    """How many of each."""
    return words(
        "{right} of {total} right, {wrong} wrong, {unanswered} unanswered",
        right=report.right,
        total=len(report.rows),
        wrong=report.wrong,
        unanswered=report.unanswered,
    )


def span(low: float, high: float, words: Words = ENGLISH) -> str:
    """An interval in whole percent, "64 to 78 %"."""
    return words("{low} to {high} %", low=percent(low), high=percent(high))


def percent(share: float) -> int:
    """A share in whole percent, halves rounded up."""
    return int(100 * share + 0.5)


def domain(one: DomainScore, words: Words = ENGLISH) -> str:
    """A domain's name, weight and count."""
    return words(
        "{domain}, weight {weight} %: {right} of {total} right, {percent} % ({span})",
        domain=f"{one.domain} {one.name}",
        weight=one.weight,
        right=one.right,
        total=one.total,
        percent=whole(one.right, one.total),
        span=span(one.low, one.high, words),
    )


def unasked(report: Report, words: Words = ENGLISH) -> str:
    """The domains without a question."""
    return words.ngettext(
        "Not asked: domain {list}.",
        "Not asked: domains {list}.",
        len(report.unasked),
        list=words.say(with_commas(str(one) for one in report.unasked)),
    )


def chances(report: Report, words: Words = ENGLISH) -> Iterator[str]:
    """The chance to pass by cut; why there is none, where there is none."""
    yield words("Chance to pass a fresh exam, by pass mark")
    if not report.curve and not report.unasked:
        yield words(
            "This is not drawn, because {percent} % of the exam could not be asked and so nothing can be said about the whole exam.",
            percent=int(report.sitting.paper.unasked + 0.5),
        )
        return
    if not report.curve:
        yield words.ngettext(
            "This is not drawn, because {n} domain of the exam was not asked and so nothing can be said about the whole exam.",
            "This is not drawn, because {n} domains of the exam were not asked and so nothing can be said about the whole exam.",
            len(report.unasked),
        )
        return
    by_cut = dict(report.curve)
    for cut in CUTS:
        chance = percent(by_cut[cut])
        yield words("{cut} % of questions right: {chance} %", cut=cut, chance=chance)
    yield words(
        "This is for {n} new questions, if your level is within the interval that this exam showed.",
        n=report.sitting.paper.official,
    )


def time_used(report: Report, words: Words = ENGLISH) -> str:
    """Minutes of how many."""
    if report.allowed is None:
        return limit(report.minutes, words)
    return words(
        "{minutes} of {allowed} minutes",
        minutes=report.minutes,
        allowed=report.allowed,
    )


def result(report: Report, words: Words = ENGLISH) -> str:
    """All of it in one line."""
    return words(
        "{exam}: {score}; {percent} %, 80 % interval {span}.",
        exam=exam_name(report.sitting.paper, words),
        score=score(report, words),
        percent=report.percent,
        span=span(report.low, report.high, words),
    )


def left_open(sitting: Sitting, words: Words = ENGLISH) -> str:
    """What is said when an exam is left before its end."""
    says = unfinished_words(sitting, words)
    return words("{says} Continue it with certlab exam.", says=says)
