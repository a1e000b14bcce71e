"""Who takes part, by name; anybody's own by "module:callable"."""

from importlib import import_module
from random import Random
from typing import Any

from benchmarks.simulate.interfaces import Case, Cost, Learner, Policy
from benchmarks.simulate.learners.act_r import ActRLearner
from benchmarks.simulate.learners.fsrs import FsrsLearner
from benchmarks.simulate.learners.half_life import HalfLifeLearner
from benchmarks.simulate.learners.multiscale import MultiscaleLearner
from benchmarks.simulate.policies.plain import (
    LeitnerPolicy,
    RandomPolicy,
    RetentionPolicy,
)
from benchmarks.simulate.policies.planned import PlannerPolicy
from benchmarks.simulate.policies.sweep import SweepPolicy
from certlab.errors import CourseError

LEARNERS: dict[str, Any] = {
    "fsrs": FsrsLearner,
    "act-r": ActRLearner,
    "half-life": HalfLifeLearner,
    "multiscale": MultiscaleLearner,
}
# Class and the settings that are part of the name.
POLICIES: dict[str, tuple[Any, dict[str, Any]]] = {
    "random": (RandomPolicy, {}),
    "leitner": (LeitnerPolicy, {}),
    "fsrs-0.75": (RetentionPolicy, {"retention": 0.75}),
    "fsrs-0.8": (RetentionPolicy, {"retention": 0.8}),
    "fsrs-0.9": (RetentionPolicy, {"retention": 0.9}),
    "sweep": (SweepPolicy, {}),
    "planner": (PlannerPolicy, {}),
}
BASELINES = tuple(name for name in POLICIES if name != "planner")


def learner(name: str, case: Case, seed: int) -> Learner:
    """A learner of this family; the same seed gives the same one.

    Raises:
        CourseError: there is no such family, or it cannot be imported.
    """
    make = LEARNERS.get(name) or _imported(name, "learner", LEARNERS)
    made: Learner = make(case, Random(f"learner/{seed}"))
    return made


def policy(
    name: str, case: Case, cost: Cost, seed: int, settings: dict[str, Any]
) -> Policy:
    """A policy with these settings on top of its own.

    Raises:
        CourseError: there is no such policy, or it cannot be imported.
    """
    make, own = POLICIES.get(name) or (_imported(name, "policy", POLICIES), {})
    made: Policy = make(case, cost, Random(f"policy/{seed}"), **(own | settings))
    return made


def check(name: str, what: str) -> None:
    """Say early that there is no such part; `what` is "learner" or "policy".

    Raises:
        CourseError: there is none.
    """
    known = LEARNERS if what == "learner" else POLICIES
    if name not in known:
        _imported(name, what, known)


def _imported(name: str, what: str, known: dict[str, Any]) -> Any:
    module, colon, attribute = name.partition(":")
    if not colon:
        names = ", ".join(known)
        raise CourseError(
            f"There is no {what} {name}; there is {names}, or your own as module:callable."
        )
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise CourseError(
            f"The {what} {name} cannot be imported ({error}); "
            "name a callable in a module on the path."
        ) from error
    if not callable(found):
        raise CourseError(
            f"The {what} {name} is not callable; name a class or function."
        )
    return found
