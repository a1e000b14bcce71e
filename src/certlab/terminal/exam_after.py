"""A mock exam's report and its review in plain lines."""

from collections.abc import Callable, Iterator

from certlab.study.exams import Report
from certlab.study.session import Reply
from certlab.study.verdicts import Verdict
from certlab.terminal import exam_words, print_out
from certlab.terminal.plots import whisker

ASKS = "w reviews what was not right, a all of it, r asks that again, Enter ends: "


def report_lines(report: Report) -> Iterator[str]:
    """The score with its interval, by domain; NVIDIA publishes no pass mark."""
    yield ""
    yield f"{report.percent} %: {exam_words.score(report)}."
    yield f"80 % interval: {exam_words.span(report.low, report.high)}."
    yield print_out.wrapped(exam_words.NO_PASS_MARK)
    yield ""
    for one in report.domains:
        yield print_out.wrapped(exam_words.domain(one), "    ", "  ")
        yield f"    {whisker(one.right / one.total, one.low, one.high)}"
    if report.unasked:
        listed = ", ".join(str(one) for one in report.unasked)
        yield f"  Not asked: domain {listed}."
    yield ""
    yield from (print_out.wrapped(line, "  ") for line in exam_words.chances(report))
    yield f"  Time: {exam_words.took(report)}. Seed: {report.sitting.paper.seed}."


def review_lines(report: Report, places: list[int]) -> Iterator[str]:
    """Each question with what was answered, what is right, and every reason."""
    for place in places:
        row, question = report.rows[place], report.sitting.questions[place]
        flag = " · flagged" if row.flagged else ""
        at = f"question {place + 1} of {len(report.rows)}{flag}"
        yield from print_out.before(question, at)
        verdict = Verdict(row.outcome, 0, row.say, row.parts)
        graded = row.outcome != "unanswered" or "options" in question.show
        given = row.response if graded else None
        yield from print_out.after(question, given, Reply(verdict, None))


def after(
    report: Report, ask: Callable[[str], str], say: Callable[[str], None]
) -> list[str]:
    """Show a report, and what is wanted of it; the items to ask again."""
    for line in report_lines(report):
        say(line)
    lost = [n for n, row in enumerate(report.rows) if row.outcome != "correct"]
    try:
        while (wanted := ask(f"\n{ASKS}").strip().lower()) in ("w", "a", "r"):
            if wanted == "r":
                return [report.rows[place].item for place in lost]
            places = lost if wanted == "w" else list(range(len(report.rows)))
            for line in review_lines(report, places):
                say(line)
    except (EOFError, KeyboardInterrupt):
        pass
    return []
