"""A mock exam in plain lines from its start, or from where it was cut off, to its report."""

from collections.abc import Callable

from certlab.course import Course
from certlab.study.exams import Report, Sitting, reports, unfinished
from certlab.study.history import History
from certlab.study.session import Session
from certlab.terminal import exam_words, print_out
from certlab.terminal.drill import Drill
from certlab.terminal.exam import Exam
from certlab.terminal.exam_after import after
from certlab.terminal.wish import SURFACE, USUAL, Clock, Wish, now
from certlab.words import ENGLISH, Words, with_commas

Ask = Callable[[str], str]
Say = Callable[[str], None]


def sit(
    course: Course,
    history: History,
    wish: Wish | None,
    ask: Ask,
    say: Say,
    clock: Clock = now,
    words: Words = ENGLISH,
) -> Report | None:
    """Sit an exam; its report, None when it was left before its end.

    Args:
        wish: the exam asked for; None only to go on with one.
        words: of the language it speaks.

    Raises:
        CourseError: it cannot begin, or the history cannot be used.
    """
    for problem in history.read().problems:
        say(words.say(problem))
    try:
        sitting = _open(course, history, wish, ask, say, clock, words)
    except (EOFError, KeyboardInterrupt):
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
    wish: Wish | None,
    ask: Ask,
    say: Say,
    clock: Clock,
    _: Words,
) -> Sitting:
    found = unfinished(course, history, SURFACE, clock)
    if found is not None:
        say(exam_words.unfinished_words(found, _))
        asks = _("Go on where it stood? y or n:")
        if wish is None or ask(f"{asks} ").strip().lower() != "n":
            return found
    assert wish is not None, "an exam is named where there is none to go on with"
    time = wish.time or _time(wish, ask, say, _)
    say(print_out.wrapped(exam_words.runs(_)))
    return wish.begin(course, history, time, clock)


def _time(wish: Wish, ask: Ask, say: Say, _: Words) -> str:
    """How long it may last, chosen before the time runs."""
    for line in exam_words.drawn(wish.plan, wish.paper, _):
        say(print_out.wrapped(line))
    times = exam_words.times(wish.minutes or wish.paper.minutes, _)
    for name, words in times.items():
        say(f"  {name:7}  {words}")
    while True:
        asks = _("Time, 1, 1.5, 2 or untimed; Enter takes 1:")
        wanted = ask(f"{asks} ").strip() or USUAL
        if wanted in times:
            return wanted
        there = _.say(with_commas(times))
        say(_("There is no time {time}; there is {times}.", time=wanted, times=there))
