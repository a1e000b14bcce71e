"""A run drawn as lanes: a row a worker, a bar a task, and when it fetched or went to disk."""

from collections.abc import Mapping
from typing import Any

from certlab.compute.chart.style import COLOURS, INK, LIMIT, LINE, PAPER, QUIET
from certlab.labs.rapids.real.partitions.run import COMPUTE, DISK, TRANSFER, Run

# What a task's name begins with, and the kind it is drawn as; the first that fits counts.
# A task that was fused of several has the name of the last, the rest in front of it.
KINDS: Mapping[str, tuple[str, ...]] = {
    "read": (
        "read_parquet",
        "read-parquet",
        "readparquet",
        "fusedio",
        "make",
        "from_map",
    ),
    "cut apart": ("split-", "group-taskshuffle", "partitioningindex"),
    "put together": ("taskshuffle",),
    "on each partition": ("",),
}
_ROW, _BAR, _SLIM = 1.0, 0.62, 0.16  # heights, in rows
_WAITS = {TRANSFER: "waits for another's data", DISK: "goes to disk"}
_OTHER = {_WAITS[TRANSFER]: INK, _WAITS[DISK]: COLOURS[6]}
_GAP = 1 / 700  # of the width: bars of one kind that are nearer are drawn as one


def kind(task: str) -> str:
    """What a task is drawn as, by its name."""
    name = task.lower()
    return next(
        title for title, heads in KINDS.items() if any(map(name.startswith, heads))
    )


def lanes(axes: Any, run: Run, *, kinds: Mapping[str, str] | None = None) -> None:
    """Draw what each worker did; the legend stands below.

    A dashed line stands where the run would end if every worker had always computed.

    Args:
        axes: matplotlib's.
        run: what `watch` saw.
        kinds: titles for names of tasks that should have a colour of their own.
    """
    own = dict(kinds or {})
    titles = [*KINDS, *dict.fromkeys(own.values())][:6]
    colour = dict(zip(titles, COLOURS, strict=False)) | _OTHER
    bars: dict[tuple[str, int], list[tuple[float, float]]] = {}
    for one in run.spans:
        title = own.get(one.task) or kind(one.task)
        title = title if one.action == COMPUTE else _WAITS[one.action]
        bars.setdefault((title, one.worker), []).append((one.start, one.stop))
    for (title, worker), times in bars.items():
        whole = title in titles
        low = -worker * _ROW - _BAR / 2 - (0 if whole else _SLIM)
        axes.broken_barh(
            _joined(times, run.seconds * _GAP),
            (low, _BAR if whole else _SLIM),
            color=colour[title],
            linewidth=0,
        )
    seen = {title for title, _ in bars}
    _frame(axes, run, {one: colour[one] for one in colour if one in seen})


def _joined(times: list[tuple[float, float]], gap: float) -> list[tuple[float, float]]:
    """Begin and width of each bar; bars that touch, or nearly, are one."""
    found: list[tuple[float, float]] = []
    for start, stop in sorted(times):
        if found and start - found[-1][1] < gap:
            found[-1] = found[-1][0], max(stop, found[-1][1])
        else:
            found.append((start, stop))
    return [(start, stop - start) for start, stop in found]


def _frame(axes: Any, run: Run, colours: Mapping[str, str]) -> None:
    from matplotlib.patches import Patch

    names = [f"worker {n}" for n in range(run.workers)]
    axes.set_yticks([-n * _ROW for n in range(run.workers)], names)
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(-run.workers * _ROW + 0.35, 0.9)
    axes.set_xlim(0, run.seconds * 1.02)
    axes.set_xlabel("time since the call (s)")
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x", color=LINE, linewidth=0.8)
    least = sum(run.busy) / run.workers
    axes.axvline(least, color=QUIET, linestyle="--", linewidth=1.2, gid=LIMIT)
    axes.annotate(
        f"always busy, {least:.1f} s",
        (least, 0.9),
        (-5, -2),
        textcoords="offset points",
        ha="right",
        va="top",
        bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 1},
    )
    axes.legend(
        handles=[Patch(color=one, label=title) for title, one in colours.items()],
        loc="upper left",
        bbox_to_anchor=(0, -0.26),
        ncols=3,
        borderaxespad=0,
        handlelength=1.2,
    )
