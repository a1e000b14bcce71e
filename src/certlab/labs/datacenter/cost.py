"""What owning a system costs against renting the same GPUs; `static/breakeven/cost.js` is its twin.

Renting costs the same for each hour of use. Owning costs the purchase on the first day
and then power, support, space and people each month. No price rises, nothing is sold
second hand, and money has no interest: a first estimate that names its assumptions.
"""

from dataclasses import dataclass
from math import inf

HOURS_A_MONTH = 730  # 8,760 hours a year, in twelve
HOURS_A_YEAR = 8760


@dataclass(frozen=True, slots=True)
class Assumptions:
    """Everything that the sum rests on.

    Attributes:
        gpus: GPUs in the system.
        kw: its maximum power, kW.
        price: renting one GPU for one hour, USD.
        use: share of all hours in which it is used, 0 to 1.
        purchase: price of the system, USD.
        support: support a year, as a share of the purchase.
        load: average power as a share of the maximum, over all hours.
        pue: power of the site for each of its IT equipment.
        power: price of a kWh, USD.
        monthly: space and people a month, USD.
    """

    gpus: int = 8
    kw: float = 10.2
    price: float = 6.88
    use: float = 0.6
    purchase: float = 300_000
    support: float = 0.1
    load: float = 0.8
    pue: float = 1.5
    power: float = 0.1
    monthly: float = 3_000


def energy_a_month(given: Assumptions) -> float:
    """Electricity of a month, the building included, USD."""
    return given.kw * given.load * given.pue * HOURS_A_MONTH * given.power


def own_a_month(given: Assumptions) -> float:
    """What owning costs in a month, without the purchase, USD."""
    return energy_a_month(given) + given.purchase * given.support / 12 + given.monthly


def rent_a_month(given: Assumptions) -> float:
    """What the same hours cost when they are rented, USD."""
    return given.gpus * given.price * HOURS_A_MONTH * given.use


def break_even(given: Assumptions) -> float:
    """Months until the purchase has paid for itself; infinite where it never does."""
    saved = rent_a_month(given) - own_a_month(given)
    return given.purchase / saved if saved > 0 else inf


def own_a_gpu_hour(given: Assumptions, years: float) -> float:
    """What an owned GPU costs for each hour of use over its life, USD."""
    months = 12 * years
    hours = given.gpus * HOURS_A_MONTH * given.use * months
    return (given.purchase + own_a_month(given) * months) / hours
