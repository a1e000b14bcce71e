"""A run as SVG text and in words: GPUs downwards, hours to the right, a colour a team."""

from collections.abc import Sequence

from certlab.drawing import marks
from certlab.labs.cluster.jobs import Job, Span, Work

LEFT, TOP, ROW, WIDTH = 64, 40, 22, 700
_SAYS = {
    "ran": "runs",
    "pre-empted": "is pre-empted",
    "ended": "is ended at its limit",
    "held": "holds GPUs and waits",
}


def words(work: Work, jobs: Sequence[Job]) -> str:
    """One line for each job: where and when it ran, and how that ended."""
    lines = []
    for job in jobs:
        spans = [one for one in work.spans if one.job == job.name]
        said = [
            f"{one.start} to {one.stop} on {len(one.gpus)} {_SAYS[one.state]}"
            for one in spans
        ]
        if job.name in work.stuck:
            said.append("waits for ever")
        lines.append(f"{job.name} ({job.team}): " + "; ".join(said))
    return "\n".join(lines)


def svg(work: Work, jobs: Sequence[Job], title: str) -> str:
    """The run; a hatched bar was pre-empted, a dotted one held GPUs without computing."""
    teams = sorted({one.team for one in jobs})
    of = {one.name: one for one in jobs}
    hours = max(work.hours, 1)
    wide = (WIDTH - LEFT - 12) / hours
    found = [
        marks.text(LEFT - 8, TOP + ROW * gpu + 15, f"GPU {gpu}", at="end", small=True)
        for gpu in range(work.gpus)
    ]
    every = max(1, hours // 12)
    found += [
        marks.text(LEFT + hour * wide, TOP - 8, str(hour), at="middle", small=True)
        for hour in range(0, hours + 1, every)
    ]
    found.append(marks.text(LEFT - 8, TOP - 8, "hour", at="end", small=True))
    for span in work.spans:
        found += _bar(span, wide, teams.index(of[span.job].team))
    foot = TOP + ROW * work.gpus + 20
    for n, team in enumerate(teams):
        x = LEFT + 120 * n
        found.append(marks.mark(x, foot - 10, 12, 12, n))
        found.append(marks.text(x + 18, foot, f"team {team}", small=True))
    return marks.picture(WIDTH, foot + 14, title, words(work, jobs), found)


def _bar(span: Span, wide: float, team: int) -> list[str]:
    x, width = LEFT + span.start * wide, (span.stop - span.start) * wide
    found = []
    for first, count in _runs(span.gpus):
        place = (x, TOP + ROW * first + 1, width, ROW * count - 2)
        if span.state == "held":
            found += [marks.cell(*place), marks.idle(*place)]
        else:
            found.append(marks.mark(*place, team))
        if span.state == "pre-empted":
            found.append(marks.hatch(*place))
    if width > 16:
        y = TOP + ROW * span.gpus[0] + 16
        found.append(marks.text(x + 6, y, span.job, bold=True))
    return found


def _runs(gpus: Sequence[int]) -> list[tuple[int, int]]:
    """Neighbouring GPUs as (first, how many)."""
    found: list[tuple[int, int]] = []
    for gpu in gpus:
        if found and sum(found[-1]) == gpu:
            found[-1] = (found[-1][0], found[-1][1] + 1)
        else:
            found.append((gpu, 1))
    return found
