"""Held-out rows that leak into the training, each beside the right order."""

from statistics import mean
from typing import Any

from certlab.labs.rapids.real.learning.digits import Pictures
from certlab.labs.rapids.real.required_library import needed

CHOSEN = 20  # features that are kept of the noise


def scaled(data: Pictures) -> dict[str, float]:
    """Held-out accuracy of k-nearest where the scaler saw the training rows, and all.

    Small, and of either sign: mean and deviation of 1,797 rows are nearly those of 1,437.
    """
    import numpy as np

    every = np.concatenate([data.rows, data.held])
    found = {}
    for name, seen in (("after the split", data.rows), ("before the split", every)):
        scaler = needed("sklearn.preprocessing").StandardScaler().fit(seen)
        rows, held = (scaler.transform(one) for one in (data.rows, data.held))
        found[name] = _nearest(rows, data.labels, held, data.held_labels)
    return found


def chosen(
    data: Pictures, *, rows: int = 100, features: int = 5000, draws: int = 8
) -> dict[str, float]:
    """Held-out accuracy on pure noise, features chosen from training rows, and from all.

    The labels are real, odd or even, and the features are drawn by lot, so one half is
    all there is to reach. Half of the rows are held out.

    Args:
        draws: of the noise; the mean over them is given.
    """
    import numpy as np

    labels, half, random = data.labels[:rows] % 2, rows // 2, np.random.default_rng(0)
    found: dict[str, list[float]] = {"after the split": [], "before the split": []}
    for _ in range(draws):
        noise = random.normal(size=(rows, features))
        for name, seen in zip(found, (half, rows), strict=True):
            kept = noise[:, _most_apart(noise[:seen], labels[:seen])]
            train, held = (kept[:half], labels[:half]), (kept[half:], labels[half:])
            found[name].append(_nearest(*train, *held))
    return {name: mean(each) for name, each in found.items()}


def _most_apart(rows: Any, labels: Any) -> Any:
    """The features whose means differ most between the two labels."""
    import numpy as np

    gap = np.abs(rows[labels == 0].mean(axis=0) - rows[labels == 1].mean(axis=0))
    return np.argsort(gap)[-CHOSEN:]


def _nearest(rows: Any, labels: Any, held: Any, held_labels: Any) -> float:
    neighbours = needed("sklearn.neighbors")
    model = neighbours.KNeighborsClassifier(n_neighbors=5, algorithm="brute")
    return float((model.fit(rows, labels).predict(held) == held_labels).mean())
