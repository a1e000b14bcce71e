"""Ways to say that two answers are the same: fair ones, too strict ones, too mild ones.

For an exercise. A fair yardstick passes two good runs of one library, which differ in
nothing but a seed or a sign, and refuses a spoiled one.
"""

from collections.abc import Callable
from dataclasses import dataclass

from certlab.labs.rapids.real.learning.answers import Answer
from certlab.labs.rapids.real.learning.digits import Pictures
from certlab.labs.rapids.real.learning.scores import SCORES


@dataclass(frozen=True, slots=True)
class Yardstick:
    """A way to compare two answers of one method.

    Attributes:
        id: "equal labels".
        of: the ids of the methods it can be laid to.
        same: whether it calls two answers the same.
    """

    id: str
    of: tuple[str, ...]
    same: Callable[[Answer, Answer, Pictures], bool]


def _within(name: str) -> Callable[[Answer, Answer, Pictures], bool]:
    judge = SCORES[name]

    def same(old: Answer, new: Answer, data: Pictures) -> bool:
        return judge.missed(judge.of(old, data), judge.of(new, data)) <= judge.tolerance

    return same


def _equal(part: str) -> Callable[[Answer, Answer, Pictures], bool]:
    def same(old: Answer, new: Answer, _data: Pictures) -> bool:
        import numpy as np

        a, b = getattr(old, part), getattr(new, part)
        return a.shape == b.shape and bool(np.allclose(a, b, rtol=1e-3, atol=1e-3))

    return same


def _shaped(part: str) -> Callable[[Answer, Answer, Pictures], bool]:
    def same(old: Answer, new: Answer, _data: Pictures) -> bool:
        return bool(getattr(old, part).shape == getattr(new, part).shape)

    return same


YARDSTICKS = {
    one.id: one
    for one in (
        Yardstick("the same label for every picture", ("forest",), _equal("labels")),
        Yardstick("accuracy on held-out pictures", ("forest",), _within("accuracy")),
        Yardstick("as many labels", ("forest",), _shaped("labels")),
        Yardstick("the same centres in the same order", ("kmeans",), _equal("centres")),
        Yardstick("inertia", ("kmeans",), _within("inertia")),
        Yardstick("as many clusters", ("kmeans",), _shaped("centres")),
        Yardstick("the same axes, number by number", ("pca",), _equal("axes")),
        Yardstick("explained variance", ("pca",), _within("variance")),
        Yardstick("as many axes", ("pca",), _shaped("axes")),
        Yardstick("the same places on paper", ("umap",), _equal("places")),
        Yardstick("trustworthiness", ("umap",), _within("trustworthiness")),
        Yardstick("as many places", ("umap",), _shaped("places")),
    )
}
