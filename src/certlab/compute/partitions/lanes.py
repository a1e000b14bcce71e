"""A run drawn as lanes: a row a worker, a bar a task, and when it fetched or went to disk."""

from collections.abc import Mapping
from typing import Any

from certlab.compute.chart.style import COLOURS, INK, LINE, PAPER
from certlab.compute.partitions.run import COMPUTE, DISK, TRANSFER, Run

# What a task's name begins with, and the kind it is drawn as; the first that fits counts.
# A task that was fused of several has the name of the last, the rest in front of it.
KINDS: Mapping[str, tuple[str, ...]] = {
    "read": ("read_parquet", "read-parquet", "readparquet", "fusedio", "make", "from_map"),
    "cut apart": ("split-", "group-taskshuffle", "partitioningindex"),
    "put together": ("taskshuffle",),
    "rows of their own": ("",),
}
_ROW, _BAR, _SLIM = 1.0, 0.62, 0.16  # heights, in rows


def kind(task: str) -> str:
    """What a task is drawn as, by its name."""
    name = task.lower()
    return next(
        title for title, heads in KINDS.items() if any(map(name.startswith, heads))
    )


def lanes(axes: Any, run: Run, *, kinds: Mapping[str, str] | None = None) -> None:
    """Draw what each worker did; the legend stands below.

    Args:
        axes: matplotlib's.
        run: what `watch` saw.
        kinds: titles for names of tasks that should have a colour of their own.
    """
    from matplotlib.patches import Patch

    own = dict(kinds or {})
    titles = [*KINDS, *dict.fromkeys(own.values())]
    colour = dict(zip(titles, COLOURS, strict=False))
    seen = set()
    for one in run.spans:
        title = own.get(one.task) or kind(one.task)
        middle, wide = -one.worker * _ROW, one.stop - one.start
        if one.action == COMPUTE:
            seen.add(title)
            axes.barh(middle, wide, _BAR, one.start, color=colour[title], linewidth=0)
        else:
            low = middle - _BAR / 2 - _SLIM / 2
            drawn = {"color": INK} if one.action == TRANSFER else {"color": COLOURS[5]}
            axes.barh(low, wide, _SLIM, one.start, linewidth=0, **drawn)
            seen.add(one.action)
    handles = [Patch(color=colour[one], label=one) for one in titles if one in seen]
    if TRANSFER in seen:
        handles.append(Patch(color=INK, label="waits for another's data"))
    if DISK in seen:
        handles.append(Patch(color=COLOURS[5], label="reads from disk or writes"))
    _frame(axes, run.workers, handles)


def _frame(axes: Any, workers: int, handles: list[Any]) -> None:
    axes.set_yticks(
        [-n * _ROW for n in range(workers)], [f"worker {n}" for n in range(workers)]
    )
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(-workers * _ROW + 0.35, 0.65)
    axes.set_xlim(left=0)
    axes.set_xlabel("time since the call (s)")
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x", color=LINE, linewidth=0.8)
    axes.set_facecolor(PAPER)
    axes.legend(
        handles=handles,
        loc="upper left",
        bbox_to_anchor=(0, -0.28),
        ncols=3,
        frameon=False,
        borderaxespad=0,
        handlelength=1.2,
    )
