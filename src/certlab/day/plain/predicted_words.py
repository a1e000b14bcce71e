"""How well answers were predicted, in lines: what was expected to be known, and what was."""

from collections.abc import Iterator

from certlab.day.plain.progress_words import table
from certlab.planner.calibration import Calibration
from certlab.planner.reasons import predicted_so
from certlab.terminal.exam_words import percent, span
from certlab.terminal.question_lines import wrapped
from certlab.words import Words


def predicted_lines(found: Calibration | None, words: Words) -> Iterator[str]:
    """A row for each tenth of what was expected, and what follows for the plan."""
    if found is None:
        return
    yield words("What came back in the last four weeks")
    head = [words("Expected to know"), words("You knew"), words("Answers")]
    rows = [
        [
            span(one.low / 100, one.low / 100 + 0.1, words),
            f"{percent(one.right / one.count)} %",
            words("{n} of {count}", n=one.right, count=one.count),
        ]
        for one in found.deciles
    ]
    yield from table([head, *rows], "  ")
    yield wrapped(words.say(predicted_so(found.bad)), "  ", "  ")
    yield ""
