"""One contest run here: refused, left out, failed, or measured."""

import importlib.util
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Literal

from certlab.bench.unlike import unlike, unlike_answers
from certlab.compute.contest import Contest, Prepared
from certlab.compute.gpus import gpus
from certlab.compute.interval import Interval, of_median
from certlab.compute.timing import interleave, ratio
from certlab.errors import BackendError, CourseError

State = Literal["measured", "refused", "left out", "failed", "stopped"]
NO_GPU = "needs a GPU: not measured here"
STOPPED = "stopped before it was measured"
# What brings a module that is missing; any other one is a package of its name.
_EXTRAS = {
    **dict.fromkeys(("torch",), "'certlab[torch]'"),
    **dict.fromkeys(("polars", "duckdb", "pandas", "pyarrow"), "'certlab[data]'"),
    **dict.fromkeys(("sklearn", "umap", "networkx", "dask"), "'certlab[data]'"),
    "threadpoolctl": "'certlab[data]'",
    "cupy": "'cupy-cuda13x[ctk]'",
    "cudf": "cudf-cu13",
    "cuml": "cuml-cu13",
    "cugraph": "cugraph-cu13",
    "nx_cugraph": "nx-cugraph-cu13",
}


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of a contest.

    Attributes:
        contest: which one; None where a claim has none.
        state: "measured" has a ratio; all others say why not.
        says: why there is no ratio, as a clause; "" when there is one.
        found: old over new, with its 95 % interval.
        old: what the old side took, in seconds (timed or simulated) or bytes; None when
            not measured.
        new: what the new side took.
    """

    contest: Contest | None
    state: State
    says: str = ""
    found: Interval | None = None
    old: Interval | None = None
    new: Interval | None = None


def run(contest: Contest, about: Collection[str], seconds: float) -> Trial:
    """Run a contest if it may be run; whatever goes wrong in it is a clause.

    Args:
        contest: what to run.
        about: the aspects it is about; in all others its sides must be alike.
        seconds: how long to measure each side, at least; seven samples are always taken.
    """
    if reasons := unlike(contest.old, contest.new, about):
        return Trial(contest, "refused", f"refused: {reasons[0]}")
    if why := missing(contest):
        return Trial(contest, "left out", why)
    try:
        prepared = contest.make()
    except BackendError as error:
        return Trial(contest, "left out", str(error).rstrip("."))
    except Exception as error:  # noqa: BLE001 -- a library may raise anything; the others go on
        return Trial(contest, "failed", _told(error))
    try:
        return _measured(contest, prepared, seconds)
    except Exception as error:  # noqa: BLE001 -- as above
        return Trial(contest, "failed", _told(error))
    finally:
        prepared.close()


def missing(contest: Contest) -> str:
    """Why a contest cannot run on this machine, as a clause; "" when it can."""
    if "gpu" in (contest.old.device, contest.new.device) and not gpus().found:
        return NO_GPU
    gone = [one for one in contest.needs if not _is_here(one)]
    if not gone:
        return ""
    brings = " ".join(dict.fromkeys(_EXTRAS.get(one, one) for one in gone))
    are = "is" if len(gone) == 1 else "are"
    return f"{' and '.join(gone)} {are} not installed; run pip install {brings}"


def _is_here(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except (ImportError, ValueError):  # a parent is missing, or it is blocked
        return False


def _measured(contest: Contest, prepared: Prepared, seconds: float) -> Trial:
    if differs := unlike_answers(prepared.same()):
        return Trial(contest, "refused", f"refused: {differs}")
    if contest.measures != "time":
        return _counted(contest, prepared)
    calls: dict[str, Callable[[], object]] = {"old": prepared.old, "new": prepared.new}
    taken = interleave(calls, warmup=1, seconds=seconds)
    old, new = (of_median(taken[name].samples) for name in calls)
    return Trial(contest, "measured", "", ratio(taken["old"], taken["new"]), old, new)


def _counted(contest: Contest, prepared: Prepared) -> Trial:
    """What a side says of itself is not timed: three times, to see whether it varies."""
    pairs = [(_amount(prepared.old), _amount(prepared.new)) for _ in range(3)]
    old, new = (of_median(one) for one in zip(*pairs, strict=True))
    found = of_median([one / other for one, other in pairs])
    return Trial(contest, "measured", "", found, old, new)


def _amount(call: Callable[[], object]) -> float:
    found = call()
    if not isinstance(found, int | float) or found <= 0:
        raise CourseError(
            f"a side gave {found!r} for what it takes, which is not an amount"
        )
    return float(found)


def _told(error: Exception) -> str:
    first = (str(error).strip().splitlines() or [""])[0].rstrip(".")
    if isinstance(error, CourseError):
        return f"failed: {first}"
    return f"failed: {type(error).__name__}{f': {first}' if first else ''}"
