"""A pipeline run in a line of words."""

from certlab.course.facts import format_result
from certlab.drawing.quantities import percent
from certlab.labs.distributed.pipeline.run import Run, bubble_time
from certlab.words import Sentence, with_commas

_TOLD = 8  # stages whose peak a sentence names; of more the largest and the least

# The bubble's two shares as formulas, of the total time and of the ideal time.
FORMULAS = {
    "naive": ("(p − 1) / p", "p − 1"),
    "gpipe": ("(p − 1) / (m + p − 1)", "(p − 1) / m"),
    "1f1b": ("(p − 1) / (m + p − 1)", "(p − 1) / m"),
    "interleaved": ("(p − 1) / (v m + p − 1)", "(p − 1) / (v m)"),
    "zb-h1": (
        "(p − 1)(F + B − W) / (m (F + B + W) + (p − 1)(F + B − W))",
        "(p − 1)(F + B − W) / (m (F + B + W))",
    ),
}


def words(done: Run) -> str:
    """How long, how much of it bubble, of which whole, and what the stages hold."""
    one = done.pipeline
    return Sentence(
        "{name}, with {stages} stages and {micros} micro-batches, takes {length} "
        "t, and each stage works for {ideal} t of it. The bubble is {total} of the "
        "total time and {of_ideal} of the ideal time. At its peak a stage keeps "
        "the activations of this many micro-batches, by stage: {peaks}.",
        name=label(done),
        stages=one.stages,
        micros=f"{one.micro_batches:,}",
        length=amount(done.length),
        ideal=amount(one.ideal),
        total=percent(done.share_of_total),
        of_ideal=percent(done.share_of_ideal),
        peaks=_peaks(done),
    )


def label(done: Run) -> str:
    """The schedule's name, with its model chunks where it has several."""
    one = done.pipeline
    return f"{one.schedule}, v = {one.chunks}" if one.chunks > 1 else one.schedule


def formula_holds(done: Run) -> bool:
    """Whether the formula tells what the run found."""
    return abs(bubble_time(done.pipeline) - done.bubble) <= 1e-9 * done.length


def amount(time: float) -> str:
    """A time in the pipeline's unit; sums of fractions are not told to the last digit."""
    return format_result(round(time, 6))


def _peaks(done: Run) -> str:
    if len(done.peaks) <= _TOLD:
        return with_commas(map(amount, done.peaks))
    return Sentence(
        "{most} at most, {least} at least",
        most=amount(max(done.peaks)),
        least=amount(min(done.peaks)),
    )
