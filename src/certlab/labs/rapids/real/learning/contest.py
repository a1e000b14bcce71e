"""What `certlab bench` races of this module: cuML against scikit-learn on all cores.

Both sides get the same float32 rows in the computer's own memory and give their answer
back there, so copies to the GPU and back are inside the time. The old side has every core:
against one thread, a GPU would be compared with a part of a CPU.
"""

from functools import partial

from certlab.compute.contest import Contest, Prepared, Side
from certlab.labs.rapids.real.learning.answers import train
from certlab.labs.rapids.real.learning.digits import PIXELS, enlarged, pictures
from certlab.labs.rapids.real.learning.engine import Engine, scikit_learn
from certlab.labs.rapids.real.learning.methods import Method, method
from certlab.labs.rapids.real.learning.scores import score, told_apart

CUML = Engine("cuML", 0)
RUNS = 3  # the score asked is a mean over so many
# Rows to train on; umap-learn would take minutes for as many as the others get.
ROWS = {"forest": 50_000, "kmeans": 50_000, "knn": 50_000, "umap": 5_000}
_WHAT = {
    "forest": "train a random forest of 50 trees and read 360 held-out digits",
    "kmeans": "find 10 clusters of digits, best of 4 starts",
    "knn": "read 360 held-out digits by their 5 nearest neighbours",
    "umap": "lay digits out in two dimensions with UMAP, 100 epochs",
}


def contests() -> dict[str, Contest]:
    """The four contests by id; nothing is imported and no data are made."""
    found = [_contest(method(id)) for id in _WHAT]
    return {one.id: one for one in found}


def _contest(job: Method) -> Contest:
    rows, old = ROWS[job.id], scikit_learn()
    library = "umap-learn" if job.id == "umap" else old.name
    size = f"{rows:,} rows of {PIXELS} pixels"
    many = f"{old.threads} thread{'s' * (old.threads != 1)}"
    return Contest(
        id=f"{job.id}-cuml",
        what=_WHAT[job.id],
        old=Side(
            name=f"{library}, {many}",
            engine=library,
            device="cpu",
            dtype="float32",
            threads=old.threads,
            size=size,
        ),
        new=Side(
            name="cuML on the GPU",
            engine="cuML",
            device="gpu",
            dtype="float32",
            transfers=True,
            size=size,
        ),
        make=partial(_prepared, job, old, rows),
        needs=("cuml",),
    )


def _prepared(
    job: Method, old: Engine, rows: int, new: Engine = CUML, runs: int = RUNS
) -> Prepared:
    data = enlarged(pictures(), rows)
    # With a seed umap-learn has one thread, and cuML a slower loop. So UMAP goes without
    # on both sides, timed and judged; the others' seeds cost no time.
    seeds = [None] * runs if job.id == "umap" else list(range(runs))

    def scores(engine: Engine) -> list[float]:
        needed_runs = seeds if job.seeded else seeds[:1]
        return [score(job, train(job, engine, data, one), data) for one in needed_runs]

    return Prepared(
        old=lambda: train(job, old, data, seeds[0]),
        new=lambda: train(job, new, data, seeds[0]),
        same=lambda: told_apart(job, scores(old), scores(new)),
    )
