"""Loans drawn by a seed: what the bank saw, what it wrote down, and what really happened.

Repayment hangs on income, debt and years in work, never on the group or the district. Two
things are unjust in these data, and both are known because we drew them: the people of
group B earn less, and some of them who repaid were written down as defaults.
"""

import math
import random
from dataclasses import dataclass

COLUMNS = ("income", "debt", "years", "district")  # what the bank's form asks
DISTRICTS = 10
# Of those who repaid, the share that the bank's collectors wrote down as a default.
_WRITTEN_OFF = {"A": 0.03, "B": 0.25}
_INCOME = {"A": 0.25, "B": -0.35}  # mean, in standard deviations over everybody
_DISTRICT = {"A": 3.0, "B": 6.5}  # mean of the district's number


@dataclass(frozen=True)
class Loan:
    """One applicant.

    Attributes:
        income: in standard deviations from the mean, as debt and years.
        district: 0 to 9.
        recorded: whether the bank wrote down that the loan was repaid; the label it has.
        repaid: whether it was, as a follow-up found; for the audit only.
    """

    group: str
    income: float
    debt: float
    years: float
    district: int
    recorded: bool
    repaid: bool

    @property
    def features(self) -> tuple[float, ...]:
        """The columns of the form as numbers of like size, in the order of `COLUMNS`."""
        return (self.income, self.debt, self.years, (self.district - 4.5) / 2.9)


def drawn(people: int, seed: int = 7, share_of_b: float = 0.4) -> tuple[Loan, ...]:
    """So many applicants; the same seed gives the same ones on every machine."""
    generator = random.Random(seed)
    return tuple(_one(generator, share_of_b) for _ in range(people))


def split(loans: tuple[Loan, ...]) -> tuple[tuple[Loan, ...], tuple[Loan, ...]]:
    """The first half to train on, the second for the audit."""
    half = len(loans) // 2
    return loans[:half], loans[half:]


def _one(generator: random.Random, share_of_b: float) -> Loan:
    group = "B" if generator.random() < share_of_b else "A"
    income = generator.gauss(_INCOME[group], 0.9)
    debt, years = generator.gauss(0, 1), generator.gauss(0, 1)
    place = round(generator.gauss(_DISTRICT[group], 1.6))
    chance = 1 / (1 + math.exp(-(0.5 + 1.3 * income - 0.9 * debt + 0.5 * years)))
    repaid = generator.random() < chance
    written_off = generator.random() < _WRITTEN_OFF[group]
    return Loan(
        group=group,
        income=income,
        debt=debt,
        years=years,
        district=min(max(place, 0), DISTRICTS - 1),
        recorded=repaid and not written_off,
        repaid=repaid,
    )
