"""The service that is watched: scikit-learn's logistic regression over a shop's orders."""

import math
from collections.abc import Sequence
from typing import Any

from certlab.errors import Refusal
from certlab.labs.mlops.orders import COLUMNS, Orders


class Service:
    """A trained model: orders in, the chance that each comes back out.

    Attributes:
        columns: the columns that it reads.
        goods: the value of the tag `goods` that it reads as one more column, or "".
    """

    def __init__(
        self,
        pipeline: Any,  # scikit-learn has no types
        columns: Sequence[str],
        goods: str,
    ) -> None:
        self._pipeline, self.columns, self.goods = pipeline, tuple(columns), goods

    @classmethod
    def trained(
        cls,
        orders: Orders,
        labels: Sequence[bool],
        *,
        goods: str = "",
        fill: bool = True,
    ) -> "Service":
        """A service that has learnt from orders whose labels are known.

        Args:
            orders: what to learn from.
            labels: whether each of them came back.
            goods: kind of goods to tell apart, as "shoes"; "" tells none apart.
            fill: replace a missing number by the median; otherwise rows with a gap are left
                out of the training, and the finished service cannot score them either.

        Raises:
            Refusal: no orders, or labels of one kind only.
        """
        from sklearn.impute import SimpleImputer
        from sklearn.linear_model import LogisticRegression
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler

        if len(set(labels)) < 2:
            raise Refusal(
                f"training: of {len(labels)} labels none differs from the others, so there "
                "is nothing to tell apart; take weeks with orders that came back and others."
            )
        steps = [StandardScaler(), LogisticRegression(C=1e4, tol=1e-8, max_iter=1000)]
        if fill:
            steps.insert(0, SimpleImputer(strategy="median"))
        made = cls(make_pipeline(*steps), COLUMNS, goods)
        rows = made.rows(orders)
        known = [
            (row, label)
            for row, label in zip(rows, labels, strict=True)
            if fill or all(map(math.isfinite, row))
        ]
        made._pipeline.fit([row for row, _ in known], [label for _, label in known])
        return made

    def rows(self, orders: Orders) -> list[list[float]]:
        """What the model reads of each order."""
        own = [orders.column(name) for name in self.columns]
        if self.goods:
            own.append(tuple(float(one == self.goods) for one in orders.tag("goods")))
        return [list(row) for row in zip(*own, strict=True)]

    def scores(self, orders: Orders) -> list[float]:
        """The chance of each order to come back, between 0 and 1.

        Raises:
            Refusal: there are no orders, or a column is missing.
            ValueError: a number is missing, and this service does not fill it.
        """
        if not len(orders):
            raise Refusal(f"week {orders.week}: there are no orders to score.")
        return [
            float(one) for one in self._pipeline.predict_proba(self.rows(orders))[:, 1]
        ]

    def answer(self, row: Sequence[float]) -> float:
        """One request: what the model reads of one order; it fails as `scores` does."""
        return float(self._pipeline.predict_proba([list(row)])[0, 1])


def ranked(labels: Sequence[bool], scores: Sequence[float]) -> float:
    """The share of pairs in which the order that came back had the higher score (ROC AUC)."""
    from sklearn.metrics import roc_auc_score

    return float(roc_auc_score(labels, scores))
