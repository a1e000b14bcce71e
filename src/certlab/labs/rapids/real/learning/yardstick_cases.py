"""Answers that a fair yardstick must refuse, and pairs that it must not."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from certlab.labs.rapids.real.learning.answers import Answer, train
from certlab.labs.rapids.real.learning.digits import PIXELS, Pictures
from certlab.labs.rapids.real.learning.engine import scikit_learn
from certlab.labs.rapids.real.learning.methods import Method
from certlab.labs.rapids.real.learning.scores import score


def spoiled(method: Method, data: Pictures, seed: int = 0) -> Answer:
    """What a bad model says, in the shape of a good one's answer.

    A forest of two shallow trees; centres that are pictures drawn by lot; axes and places
    that are drawn by lot.

    Raises:
        ValueError: the method has no bad model here.
    """
    import numpy as np

    random = np.random.default_rng(seed)
    if method.id == "forest":
        engine = scikit_learn(1)
        return train(method, engine, data, seed, n_estimators=2, max_depth=3)
    if method.id == "kmeans":
        count = method.settings["n_clusters"]
        return Answer(centres=data.rows[random.choice(len(data.rows), count)])
    if method.id == "pca":
        axes = random.normal(size=(PIXELS, method.settings["n_components"]))
        return Answer(axes=np.linalg.qr(axes)[0].T, mean=data.rows.mean(axis=0))
    if method.id == "umap":
        return Answer(places=random.normal(size=(len(data.rows), 2)))
    raise ValueError(f"no bad model of {method.name}")


def twins(
    method: Method, runs: Sequence[Answer], data: Pictures
) -> tuple[Answer, Answer]:
    """Two good answers: of the runs those two whose scores are nearest.

    PCA has one answer; the other is the same axes turned.
    """
    if method.gives == "axes":
        return runs[0], turned(runs[0])
    ranked = sorted((score(method, run, data), n) for n, run in enumerate(runs))
    _, first, second = min((b - a, m, n) for (a, m), (b, n) in pairwise(ranked))
    return runs[first], runs[second]


def turned(answer: Answer) -> Answer:
    """The same axes pointing the other way: the same subspace, other numbers."""
    return replace(answer, axes=-answer.axes)
