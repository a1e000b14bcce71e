"""A claim and a trial in words: one place, so that table, report and chart say the same."""

import textwrap
from collections.abc import Iterator

from certlab.bench.entries import NO_CONTEST, Entry
from certlab.bench.trial import NO_GPU, Trial
from certlab.bench.unlike import unsaid
from certlab.compute.contest import Contest, Side
from certlab.compute.interval import Interval
from certlab.course.speedups import NO_MATTER, ClaimSide

_SHORT = {NO_GPU: "needs a GPU"}
WIDE = 1.5  # ends of an interval so many times apart
UNSTEADY = "; so wide an interval says little: run it again on a quiet machine"


def ratio(value: float) -> str:
    """1.86x: three digits that count."""
    return f"{value:,.0f}x" if value >= 1000 else f"{value:.3g}x"


def interval(found: Interval) -> str:
    """1.86x (1.8 to 1.92); a count that does not vary has no interval."""
    low, high = f"{found.low:.3g}", f"{found.high:.3g}"
    if low == high:
        return ratio(found.value)
    return f"{ratio(found.value)} ({low} to {high})"


def worked(entry: Entry) -> str:
    """What the claim's own numbers give: 1.82x, or a range."""
    low, high = min(entry.worked), max(entry.worked)
    return ratio(low) if low == high else f"{ratio(low)} to {ratio(high)}"


def limit(entry: Entry) -> str:
    """The limit as a cell."""
    return "no figure" if entry.limit is None else ratio(entry.limit)


def here(entry: Entry) -> str:
    """What was measured, as a cell of at most 24 letters or so; `details` says more."""
    trial = entry.trial
    if trial.found:
        return interval(trial.found)
    if entry.refused or trial.state == "refused":
        return "refused"
    if trial.state in ("failed", "stopped"):
        return trial.state
    if trial.contest is None and entry.worked:
        return f"{worked(entry)}, worked out"
    if trial.says == NO_CONTEST:
        return "no contest yet"
    if trial.contest is None:
        return _SHORT.get(trial.says, trial.says)
    if "not installed" in trial.says:
        return "not installed"
    return _SHORT.get(trial.says, "left out")


def details(entry: Entry) -> Iterator[tuple[str, str]]:
    """What else there is to say of a claim: a word for what it is, and a text."""
    row = entry.row
    missing = unsaid(row.old, row.new)
    tail = f"; not said: {', '.join(missing)}" * bool(missing)
    yield "claimed", f"{row.of}, {side(row.old)} against {side(row.new)}{tail}"
    if entry.refused:
        yield "refused", f"{'; '.join(entry.refused)}"
    if row.note:
        yield "note", row.note
    if row.fair:
        yield "fair", row.fair
    if entry.worked:
        yield "worked", f"the figures give {worked(entry)}"
    yield "here", told(entry.trial)
    for one, trial in entry.beside:
        found = interval(trial.found) + ", " if trial.found else ""
        yield "beside", f"{one.contest}: {found}{told(trial)}. {one.why}"
    yield "limit", row.limit_why
    yield "lab", row.lab or "none yet"


def told(trial: Trial) -> str:
    """What was compared with what, or why nothing was."""
    if trial.contest is None or not trial.found:
        return trial.says
    sizes = ""
    if trial.old and trial.new:
        kind = trial.contest.measures
        sizes = f": {_amount(trial.old, kind)} against {_amount(trial.new, kind)}"
    wide = trial.found.high > WIDE * trial.found.low
    return f"{compared(trial.contest)}{sizes}{UNSTEADY * wide}"


def compared(contest: Contest) -> str:
    """Both sides; what they share is said once."""
    old, new = _terms(contest.old), _terms(contest.new)
    shared = [text for name, text in old.items() if text and new[name] == text]
    own = [
        [text for name, text in mine.items() if text and other[name] != text]
        for mine, other in ((old, new), (new, old))
    ]
    names = [
        f"{one.name} ({', '.join(left)})" if left else one.name
        for one, left in zip((contest.old, contest.new), own, strict=True)
    ]
    return f"{', '.join([contest.what, *shared])}: {names[0]} against {names[1]}"


def side(said: ClaimSide) -> str:
    """A claimed side: only what the claim says of it."""
    words = [said.engine, said.dtype, said.sparsity, said.split, said.size]
    words = [one for one in words if one and one != NO_MATTER]
    text = ", ".join(words)
    device = "" if said.device == NO_MATTER else said.device
    if text and device:
        return f"{text} on {device}"
    return text or device or "something not said"


def wrapped(word: str, text: str, width: int) -> str:
    """A line of details, folded below itself."""
    return textwrap.fill(
        text,
        width=max(width, 40),
        initial_indent=f"  {word:8} ",
        subsequent_indent=" " * 11,
        break_on_hyphens=False,
    )


def _terms(one: Side) -> dict[str, str]:
    threads = "one thread" if one.threads == 1 else f"{one.threads} threads"
    return {
        "size": one.size,
        "dtype": "" if one.dtype in one.name else _type(one.dtype),
        "device": {"cpu": "on the CPU", "gpu": "on the GPU"}[one.device],
        "threads": threads if one.threads and threads not in one.name else "",
        "transfers": "copies counted" if one.transfers else "",
        "warm": "" if one.warm else "cold",
    }


def _type(dtype: str) -> str:
    return "mixed types" if dtype == "mixed" else dtype


def _amount(found: Interval, measures: str) -> str:
    if measures == "memory":
        return f"{found.value / 1e6:.3g} MB"
    for size, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "us")):
        if found.value >= size:
            return f"{found.value / size:.3g} {unit}"
    return f"{found.value * 1e9:.3g} ns"
