"""The nearest pictures of each, found once for every run of UMAP."""

from typing import Any

from certlab.labs.rapids.real.learning.digits import Pictures
from certlab.labs.rapids.real.learning.methods import method
from certlab.labs.rapids.real.required_library import needed


def neighbours(data: Pictures) -> dict[str, Any]:
    """What UMAP takes in place of searching itself, in both libraries.

    umap-learn's own search is compiled for most of the seconds of a cold start.

    Returns:
        `precomputed_knn`: numbers of the nearest pictures, the picture itself first, and
        their distances, both (pictures, n_neighbors).
    """
    count = method("umap").settings["n_neighbors"]
    search = needed("sklearn.neighbors").NearestNeighbors(n_neighbors=count)
    distances, numbers = search.fit(data.rows).kneighbors(data.rows)
    return {"precomputed_knn": (numbers.astype("int32"), distances.astype("float32"))}
