"""The comparison as Markdown, for docs/planner.md and the terminal."""

from collections.abc import Iterable, Sequence

from benchmarks.simulate.comparison import PLAIN, Contest, over_all
from benchmarks.simulate.ratio import Ratio

GOAL_BEST, GOAL_PLAIN = 0.75, 0.5


def table(found: Sequence[Contest]) -> str:
    """All of it: each case, then the figures over all cases."""
    lines = [*_rows(_HEADS, (_case(one) for one in found)), "", *_totals(found), ""]
    lines += [
        *_rows(("learner", "case", *found[0].runs), (_shares(one) for one in found)),
        "",
    ]
    lines += _rows(("learner", "case", "policy", "settings"), _settings(found))
    return "\n".join(lines)


def as_rows(found: Sequence[Contest]) -> list[dict[str, object]]:
    """One row a case, for `--json`."""
    return [
        {
            "learner": one.learner,
            "case": one.case.name,
            "binding": one.case.binding,
            "seeds": len(one.runs[one.ours]),
            "best": one.best,
            "forgotten": {name: one.forgotten(name) for name in one.runs},
            "week_after": {name: one.week_after(name) for name in one.runs},
            "minutes": {name: one.minutes(name) for name in one.runs},
            "over_best": vars(one.against(one.best)),
            "over_plain": vars(one.against(PLAIN)),
            "minutes_for_equal_recall": one.enough(),
            "settings": {name: dict(some) for name, some in one.settings.items()},
        }
        for one in found
    ]


_HEADS = (
    "learner",
    "case",
    "cap",
    "best baseline",
    "forgotten",
    "planner",
    "ratio to best (95 %)",
    "ratio to FSRS 0.9 (95 %)",
    "a week after",
    "minutes",
    "minutes for equal recall",
)


def _case(one: Contest) -> tuple[str, ...]:
    best, ours, enough = one.best, one.ours, one.enough()
    return (
        one.learner,
        one.case.name,
        "binding" if one.case.binding else "slack",
        best,
        _percent(one.forgotten(best)),
        _percent(one.forgotten(ours)),
        str(one.against(best)),
        str(one.against(PLAIN)),
        f"{_percent(one.week_after(ours))} against {_percent(one.week_after(best))}",
        f"{one.minutes(ours):.0f} against {one.minutes(best):.0f}",
        "more than the cap" if enough is None else f"{enough:.0f}",
    )


def _totals(found: Sequence[Contest]) -> list[str]:
    heads = ("learner", "cases", "ratio to best (95 %)", "ratio to FSRS 0.9 (95 %)")
    learners = list(dict.fromkeys(one.learner for one in found))
    rows = []
    for learner in [*learners, "all"] if len(learners) > 1 else learners:
        own = [one for one in found if learner in (one.learner, "all")]
        for name, some in (
            ("all", own),
            ("binding", [one for one in own if one.case.binding]),
            ("slack", [one for one in own if not one.case.binding]),
        ):
            if some:
                rows.append(
                    (
                        learner,
                        name,
                        _told(over_all(some), GOAL_BEST),
                        _told(over_all(some, PLAIN), GOAL_PLAIN),
                    )
                )
    return _rows(heads, rows)


def _told(found: Ratio, goal: float) -> str:
    return f"{found}, goal {goal:g} {'reached' if found.value <= goal else 'missed'}"


def _shares(one: Contest) -> tuple[str, ...]:
    return (
        one.learner,
        one.case.name,
        *(_percent(one.forgotten(name)) for name in one.runs),
    )


def _settings(found: Sequence[Contest]) -> Iterable[tuple[str, ...]]:
    for one in found:
        some = one.settings[one.best]
        told = ", ".join(f"{name} {value}" for name, value in some) or "none"
        yield one.learner, one.case.name, one.best, told


def _percent(share: float) -> str:
    return f"{share:.2%}".replace("%", " %")


def _rows(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = [heads, ["---"] * len(heads), *rows]
    return ["| " + " | ".join(line) + " |" for line in lines]
