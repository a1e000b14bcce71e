"""How many threads may work, for libraries that do not ask.

`n_jobs` reaches only the loops of scikit-learn that have it. k-means runs on OpenMP and
PCA on a BLAS, which take every core whatever `n_jobs` says, and UMAP on numba.
"""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from certlab.labs.rapids.real.required_library import needed


@contextmanager
def limited(threads: int) -> Iterator[None]:
    """Hold OpenMP and BLAS to so many threads; 0 lets them be.

    umap-learn warns that a seed leaves it one thread, also where that was asked for, and
    that neighbours found elsewhere cannot place new pictures. The lab says the one and does
    not ask for the other, so the warnings are not shown.
    """
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="n_jobs value")
        warnings.filterwarnings("ignore", message=r"precomputed_knn\[2\]")
        if not threads:
            yield
            return
        with needed("threadpoolctl").threadpool_limits(limits=threads):
            yield
