"""One helper that trains any of the five on either engine and brings home what came out."""

from dataclasses import dataclass
from typing import Any

from certlab.compute.host import to_host
from certlab.labs.rapids.real.learning.digits import Pictures
from certlab.labs.rapids.real.learning.engine import Engine
from certlab.labs.rapids.real.learning.methods import Method
from certlab.labs.rapids.real.learning.threads import limited


@dataclass(frozen=True, slots=True)
class Answer:
    """What a trained model says, in the computer's own memory, the same for each engine.

    Only what the method gives is there; the rest is None.

    Attributes:
        labels: of the held-out pictures.
        centres: of the clusters, a row each.
        axes: of the subspace, a row each.
        mean: the point the axes begin at.
        places: of the pictures trained on, in two dimensions.
    """

    labels: Any = None
    centres: Any = None
    axes: Any = None
    mean: Any = None
    places: Any = None


def train(
    method: Method,
    engine: Engine,
    data: Pictures,
    seed: int | None = 0,
    **settings: Any,
) -> Answer:
    """Train one method on one engine; what it says of the data.

    Args:
        seed: of the training, for a method that takes one. None leaves it out: UMAP may
            then use all threads.
        settings: to replace or add to the method's own.

    Raises:
        BackendError: the library is not installed.
    """
    model = engine.estimator(method, seed, **settings)
    with limited(engine.threads):
        if method.taught:
            model.fit(data.rows, data.labels)
        else:
            model.fit(data.rows)
        if method.gives == "labels":
            return Answer(labels=to_host(model.predict(data.held)))
    if method.gives == "centres":
        return Answer(centres=to_host(model.cluster_centers_))
    if method.gives == "axes":
        return Answer(axes=to_host(model.components_), mean=to_host(model.mean_))
    return Answer(places=to_host(model.embedding_))
