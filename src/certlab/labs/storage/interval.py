"""How often to write a checkpoint: Young's interval, Daly's, and a run with drawn failures."""

import random
from dataclasses import dataclass
from math import exp, inf, sqrt

from certlab.errors import Refusal

_MOST = 12  # times the mean between failures, which one in e^12 attempts outlasts


@dataclass(frozen=True)
class Plan:
    """A training that fails from time to time.

    Attributes:
        save: seconds in which a save blocks the training.
        between: seconds between failures, on average.
        restart: seconds from a failure until the last checkpoint is loaded.
    """

    save: float
    between: float
    restart: float = 0.0

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        some = 0 < self.save < inf and 0 < self.between < inf
        if not (some and 0 <= self.restart < inf):
            raise Refusal(
                "A save and the time between failures take some seconds; give both above 0."
            )


def young(plan: Plan) -> float:
    """The interval at which saving and lost work cost the same: the root of 2CM."""
    return sqrt(2 * plan.save * plan.between)


def lost(plan: Plan, interval: float) -> float:
    """Young's share of the time that is lost: C/T for saving and T/2M for failures."""
    return plan.save / interval + interval / (2 * plan.between)


def exact(plan: Plan, interval: float) -> float:
    """The share lost where failures come at random at any moment, saves and restarts included.

    Work of T and a save after it are done when both passed without a failure. The mean time
    for that is M·e^(R/M)·(e^((T+C)/M) - 1), as Daly has it.
    """
    m = plan.between
    spent = m * exp(plan.restart / m) * (exp((interval + plan.save) / m) - 1)
    return 1 - interval / spent


def simulated(
    plan: Plan, interval: float, work: float, seed: int = 0
) -> tuple[float, int]:
    """Do so much work with failures drawn at random; the share of time lost, and the failures.

    Args:
        plan: what a save costs, and how often something fails.
        interval: seconds of work between two saves.
        work: seconds of work to be done.
        seed: of the failures.
    """
    if not (0 < interval < inf and 0 < work < inf):
        raise Refusal("Interval and work take some seconds; give both above 0.")
    if max(min(interval, work) + plan.save, plan.restart) > _MOST * plan.between:
        raise Refusal(
            f"A failure each {plan.between:g} s lets such a piece of work hardly ever end; "
            "give all times in seconds, or save more often."
        )
    draw = random.Random(seed)
    clock, done, failures = 0.0, 0.0, 0
    fails = draw.expovariate(1 / plan.between)
    while done < work:
        piece = min(interval, work - done)
        if clock + piece + plan.save <= fails:
            clock += piece + plan.save
            done += piece
            continue
        failures += 1
        clock = fails
        fails = clock + draw.expovariate(1 / plan.between)
        while clock + plan.restart > fails:  # it fails again while it restarts
            failures += 1
            clock, fails = fails, fails + draw.expovariate(1 / plan.between)
        clock += plan.restart
    return 1 - work / clock, failures
