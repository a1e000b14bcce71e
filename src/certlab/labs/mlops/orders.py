"""A shop's orders, week by week, drawn by seeds: what went in, and what came back.

Nothing of it was recorded in a real shop. Some weeks hold a trouble, and `_WEEKS` says which:
somebody who works on the lab with a notebook should not read it first.
"""

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import compress

from certlab.errors import Refusal

COLUMNS = ("price", "weight", "items", "sizes", "account_days", "hour")
UNITS = ("€", "kg", "", "", "days", "h")
TAGS = ("warehouse", "came_from", "goods")
LAST = 12  # the week in which the lab begins to look back
LATE = 3  # weeks from an order to the day on which it is known whether it came back
FIRST_ORDERS, ORDERS = 6000, 2000  # of the training, and of an ordinary week


@dataclass(frozen=True, slots=True)
class Orders:
    """Orders of one week, by column; a number that was not recorded is NaN.

    Attributes:
        week: 0 is the time before, of which all labels are known.
        columns: what the model may read, by name, a number for each order.
        tags: what travels along and the model does not read, by name.
        came_back: the labels, which nobody has before LATE weeks are over.
    """

    week: int
    columns: Mapping[str, tuple[float, ...]]
    tags: Mapping[str, tuple[str, ...]]
    came_back: tuple[bool, ...]

    def __len__(self) -> int:
        return len(self.came_back)

    def column(self, name: str) -> tuple[float, ...]:
        """The numbers of a column.

        Raises:
            Refusal: these orders do not have it.
        """
        if name not in self.columns:
            raise Refusal(
                f"week {self.week}: the column {name} is missing, and there are "
                f"{', '.join(self.columns)}; ask whoever delivers it before you score."
            )
        return self.columns[name]

    def tag(self, name: str) -> tuple[str, ...]:
        """The values of a tag.

        Raises:
            Refusal: there is no such tag.
        """
        if name not in self.tags:
            raise Refusal(
                f"week {self.week}: {name} is no tag; take one of {', '.join(self.tags)}."
            )
        return self.tags[name]

    def where(self, tag: str, value: str) -> "Orders":
        """Those of the orders whose tag has a value."""
        return self._kept([one == value for one in self.tag(tag)])

    def without_gaps(self) -> "Orders":
        """Those of the orders whose every number was recorded."""
        rows = zip(*self.columns.values(), strict=True)
        return self._kept([all(map(math.isfinite, row)) for row in rows])

    def _kept(self, kept: Sequence[bool]) -> "Orders":
        return Orders(
            self.week,
            {name: tuple(compress(own, kept)) for name, own in self.columns.items()},
            {name: tuple(compress(own, kept)) for name, own in self.tags.items()},
            tuple(compress(self.came_back, kept)),
        )

    def labels(self, now: int) -> tuple[bool, ...]:
        """Whether each order came back, as far as this is known in week `now`.

        Raises:
            Refusal: it is too early.
        """
        if self.week and now < self.week + LATE:
            raise Refusal(
                f"week {self.week}: its orders may still come back in week {now}; its "
                f"labels are there in week {self.week + LATE}."
            )
        return self.came_back


@dataclass(frozen=True, slots=True)
class _Happens:
    size: int = ORDERS
    partner: float = 0.1  # the share of orders that a partner's page sends
    grams: str = ""  # the warehouse that weighs in grams
    later: float = 0.0  # hours by which people order later
    shoes: float = 0.0  # what the logit of orders of shoes rises by


_WEEKS = {
    3: _Happens(grams="south"),
    5: _Happens(partner=0.5),
    6: _Happens(size=40_000, later=0.5),
    **dict.fromkeys(range(8, LAST + 1), _Happens(shoes=1.5)),
}


def before() -> Orders:
    """The orders that the first model is trained on."""
    return _drawn(0, _Happens(size=FIRST_ORDERS))


def week(number: int) -> Orders:
    """The orders of a week.

    Raises:
        Refusal: there is no such week.
    """
    if number not in range(1, LAST + 1):
        raise Refusal(f"week {number} is not there; take one from 1 to {LAST}.")
    return _drawn(number, _WEEKS.get(number, _Happens()))


def _drawn(number: int, happens: _Happens) -> Orders:
    rng = random.Random(4500 + number)
    rows, tags, labels = [], [], []
    for _ in range(happens.size):
        row, tag, label = _order(rng, happens)
        rows.append(row)
        tags.append(tag)
        labels.append(label)
    return Orders(
        number,
        dict(zip(COLUMNS, zip(*rows, strict=True), strict=True)),
        dict(zip(TAGS, zip(*tags, strict=True), strict=True)),
        tuple(labels),
    )


def _order(
    rng: random.Random, happens: _Happens
) -> tuple[tuple[float, ...], tuple[str, ...], bool]:
    """One order: its columns, its tags, and whether it comes back."""
    warehouse = rng.choices(("north", "east", "south"), (4, 3, 3))[0]
    new = rng.random() < happens.partner
    came_from = "partner" if new else rng.choices(("search", "letter"), (2, 1))[0]
    goods = rng.choices(("clothes", "shoes", "home"), (45, 25, 30))[0]
    # Whom a partner sends is new here, spends less, and tries more sizes.
    price = math.exp(rng.gauss(3.6 if new else 4.0, 0.45))
    days = min(rng.expovariate(1 / 60 if new else 1 / 500), 2000)
    sizes = rng.choices((0, 1, 2), (4, 4, 2) if new else (66, 25, 9))[0]
    weight = math.exp(rng.gauss(0.3, 0.5))
    items = 1 + min(int(rng.expovariate(0.9)), 6)
    hour = (rng.gauss(15 + happens.later, 4)) % 24
    logit = -1.3 + 1.1 * sizes + 0.008 * (price - 60) - 0.3 * (weight - 1.5)
    logit -= 0.0006 * days
    logit += happens.shoes * (goods == "shoes")
    label = rng.random() < 1 / (1 + math.exp(-logit))
    sent = weight * 1000 if warehouse == happens.grams else weight
    if rng.random() < 0.01:  # the scale did not answer
        sent = math.nan
    row = (round(price, 2), round(sent, 3), items, sizes, int(days), round(hour, 2))
    return row, (warehouse, came_from, goods), label
