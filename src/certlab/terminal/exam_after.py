"""A mock exam's report and its review in plain lines."""

from collections.abc import Callable, Iterator

from certlab.study.exams import Report
from certlab.study.session import Reply
from certlab.study.verdicts import Verdict
from certlab.terminal import exam_words, print_out
from certlab.terminal.plots import whisker
from certlab.words import ENGLISH, Words


def report_lines(report: Report, _: Words = ENGLISH) -> Iterator[str]:
    """The score with its interval, by domain; NVIDIA publishes no pass mark."""
    yield ""
    score = exam_words.score(report, _)
    yield _("{percent} %: {score}.", percent=report.percent, score=score)
    span = exam_words.span(report.low, report.high, _)
    yield _("80 % interval: {span}.", span=span)
    yield print_out.wrapped(exam_words.no_pass_mark(_))
    yield ""
    for one in report.domains:
        yield print_out.wrapped(exam_words.domain(one, _), "    ", "  ")
        yield f"    {whisker(one.right / one.total, one.low, one.high)}"
    if report.unasked:
        yield f"  {exam_words.unasked(report, _)}"
    yield ""
    yield from (print_out.wrapped(line, "  ") for line in exam_words.chances(report, _))
    took, seed = exam_words.took(report, _), report.sitting.paper.seed
    yield "  " + _("Time: {time}. Seed: {seed}.", time=took, seed=seed)


def review_lines(
    report: Report, places: list[int], _: Words = ENGLISH
) -> Iterator[str]:
    """Each question with what was answered, what is right, and every reason."""
    for place in places:
        row, question = report.rows[place], report.sitting.questions[place]
        count = len(report.rows)
        at = _("question {place} of {count}", place=place + 1, count=count)
        if row.flagged:
            flag = _("flagged")
            at = f"{at} · {flag}"
        yield from print_out.before(question, at, _)
        verdict = Verdict(row.outcome, 0, row.say, row.parts)
        graded = row.outcome != "unanswered" or "options" in question.show
        given = row.response if graded else None
        yield from print_out.after(question, given, Reply(verdict, None), _)


def after(
    report: Report,
    ask: Callable[[str], str],
    say: Callable[[str], None],
    _: Words = ENGLISH,
) -> list[str]:
    """Show a report, and what is wanted of it; the items to ask again."""
    asks = _(
        "w reviews what was not right, a all of it, r asks that again, Enter ends:"
    )
    for line in report_lines(report, _):
        say(line)
    lost = [n for n, row in enumerate(report.rows) if row.outcome != "correct"]
    try:
        while (wanted := ask(f"\n{asks} ").strip().lower()) in ("w", "a", "r"):
            if wanted == "r":
                return [report.rows[place].item for place in lost]
            places = lost if wanted == "w" else list(range(len(report.rows)))
            for line in review_lines(report, places, _):
                say(line)
    except (EOFError, KeyboardInterrupt):
        pass
    return []
