"""A mock exam in plain lines from its start, or from where it was cut off, to its report."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from certlab.course import Course
from certlab.errors import CourseError
from certlab.study.exams import Report, Sitting, reports, unfinished
from certlab.study.history import History
from certlab.study.session import Reply, Session
from certlab.study.verdicts import Verdict
from certlab.terminal import exam_words, question_lines
from certlab.terminal.drill import Drill
from certlab.terminal.exam import Exam
from certlab.terminal.exam_request import (
    SURFACE,
    USUAL,
    Clock,
    ExamRequest,
    next_paper,
    now,
)
from certlab.terminal.plots import whisker
from certlab.words import ENGLISH, Sentence, Words, with_commas

RANDOM = "random"
Ask = Callable[[str], str]
Say = Callable[[str], None]


def sit(
    course: Course,
    history: History,
    request: ExamRequest | None,
    ask: Ask,
    say: Say,
    clock: Clock = now,
    words: Words = ENGLISH,
) -> Report | None:
    """Sit an exam; its report, None when it was left before its end.

    Args:
        request: the exam asked for; None only to go on with one.
        words: of the language it speaks.

    Raises:
        CourseError: it cannot begin, the input ended before it did, or the history cannot
            be used.
    """
    for problem in history.read().problems:
        say(words.say(problem))
    try:
        sitting = _open(course, history, request, ask, say, clock, words)
    except EOFError as error:
        if found := unfinished(course, history, SURFACE, clock):
            say(f"\n{exam_words.left_open(found, words)}")
            return None
        says = Sentence(
            "No exam has begun, because the input ended before the choice of its paper "
            "and its time; give --paper and --time."
        )
        raise CourseError(says) from error
    except KeyboardInterrupt:
        say("\n" + words("No exam has begun."))
        return None
    if not Exam(sitting, ask, say, words=words).run():
        say(f"\n{exam_words.left_open(sitting, words)}")
        return None
    ended = reports(course, history, clock)
    report = next(one for one in ended if one.sitting.id == sitting.id)
    items = after(report, ask, say, words)
    if items:
        session = Session(course, history, surface=SURFACE, now=clock, items=items)
        Drill(session, ask, say, words=words).run()
    return report


def _open(
    course: Course,
    history: History,
    request: ExamRequest | None,
    ask: Ask,
    say: Say,
    clock: Clock,
    words: Words,
) -> Sitting:
    found = unfinished(course, history, SURFACE, clock)
    if found is not None:
        say(exam_words.unfinished_words(found, words))
        asks = words("Continue where you left off? y or n:")
        if request is None or ask(f"{asks} ").strip().lower() != "n":
            return found
    assert request is not None, "an exam is named where there is none to go on with"
    for line in exam_words.paper_notes(request.plan, request.paper, words):
        say(question_lines.wrapped(line))
    if request.offers_papers and request.seed is None:
        earlier = reports(course, history, clock)
        request = replace(request, seed=_paper(request, earlier, ask, say, words))
    time = request.time or _time(request, ask, say, words)
    say(question_lines.wrapped(exam_words.start_notice(words)))
    return request.begin(course, history, time, clock)


def _paper(
    request: ExamRequest, earlier: list[Report], ask: Ask, say: Say, words: Words
) -> int | None:
    """Which of the three papers is sat; None for a random one, which may ask of them too."""
    names = exam_words.papers(request.plan.code, earlier, words)
    for number, name in (names | {RANDOM: exam_words.random_note(words)}).items():
        say(f"  {number:7}  {name}")
    usual = str(next_paper(request.plan, earlier) or RANDOM)
    while True:
        asks = words("Paper: 1, 2, 3 or random (Enter means {usual}):", usual=usual)
        wanted = ask(f"{asks} ").strip().lower() or usual
        if wanted == RANDOM:
            return None
        if wanted in names:
            return int(wanted)
        there = words.say(with_commas([*names, RANDOM]))
        say(
            words(
                "There is no paper {paper}; use one of {papers}.",
                paper=wanted,
                papers=there,
            )
        )


def _time(request: ExamRequest, ask: Ask, say: Say, words: Words) -> str:
    """How long it may last, chosen before the time runs."""
    times = exam_words.times(request.minutes or request.paper.minutes, words)
    for name, length in times.items():
        say(f"  {name:7}  {length}")
    while True:
        asks = words("Time: 1, 1.5, 2 or untimed (Enter means 1):")
        wanted = ask(f"{asks} ").strip() or USUAL
        if wanted in times:
            return wanted
        there = words.say(with_commas(times))
        say(
            words(
                "There is no time {time}; use one of {times}.", time=wanted, times=there
            )
        )


def report_lines(report: Report, words: Words = ENGLISH) -> Iterator[str]:
    """The score with its interval, and by domain; nobody publishes a pass mark."""
    yield ""
    score = exam_words.score(report, words)
    yield words("{percent} %: {score}.", percent=report.percent, score=score)
    span = exam_words.span(report.low, report.high, words)
    yield words("80 % interval: {span}.", span=span)
    if says := exam_words.no_pass_mark(report.sitting.paper, words):
        yield question_lines.wrapped(says)
    yield ""
    for one in report.domains:
        yield question_lines.wrapped(exam_words.domain(one, words), "    ", "  ")
        yield f"    {whisker(one.right / one.total, one.low, one.high)}"
    if report.unasked:
        yield f"  {exam_words.unasked(report, words)}"
    yield ""
    yield from (
        question_lines.wrapped(line, "  ") for line in exam_words.chances(report, words)
    )
    took, paper = exam_words.time_used(report, words), report.sitting.paper
    if paper.number:
        yield "  " + words("Time: {time}. Paper: {n}.", time=took, n=paper.number)
    else:
        yield "  " + words("Time: {time}. Seed: {seed}.", time=took, seed=paper.seed)


def review_lines(
    report: Report, places: list[int], words: Words = ENGLISH
) -> Iterator[str]:
    """Each question with what was answered, what is right, and every reason."""
    for place in places:
        row, question = report.rows[place], report.sitting.questions[place]
        count = len(report.rows)
        at = words("question {place} of {count}", place=place + 1, count=count)
        if row.flagged:
            flag = words("flagged")
            at = f"{at} · {flag}"
        yield from question_lines.before(question, at, words)
        verdict = Verdict(row.outcome, 0, row.say, row.parts)
        graded = row.outcome != "unanswered" or row.say or "options" in question.show
        given = row.response if graded else None
        yield from question_lines.after(question, given, Reply(verdict, None), words)


def after(
    report: Report,
    ask: Callable[[str], str],
    say: Callable[[str], None],
    words: Words = ENGLISH,
) -> list[str]:
    """Show a report, and what is wanted of it; the items to ask again."""
    asks = words(
        "w reviews those not right, a reviews all, r asks those again, Enter ends:"
    )
    for line in report_lines(report, words):
        say(line)
    lost = [n for n, row in enumerate(report.rows) if row.outcome != "correct"]
    try:
        while (wanted := ask(f"\n{asks} ").strip().lower()) in ("w", "a", "r"):
            if wanted == "r":
                return [report.rows[place].item for place in lost]
            places = lost if wanted == "w" else list(range(len(report.rows)))
            for line in review_lines(report, places, words):
                say(line)
    except (EOFError, KeyboardInterrupt):
        pass
    return []
