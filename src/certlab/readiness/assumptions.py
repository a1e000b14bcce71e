"""What no learner's record can tell, assumed for all: every constant of the estimate."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Assumptions:
    """What is assumed.

    The values were chosen on simulated learners (`python -m benchmarks readiness`),
    on other seeds than those of the published table.

    Attributes:
        fresh: first answers a domain needs before anything is said of it.
        served: share of an exam's weight on which the course must have items enough before
            any score is said.
        half_life: days until a first answer counts half.
        level: mean and strength, in answers, of the prior of the learner's overall level.
        likeness: how alike a learner's domains are, as the strength, in answers, with
            which the overall level speaks for a domain.
        transfer: the share of the exam that asks what the course's items ask, in other
            words, and its standard deviation; the rest is as new as an item never seen.
        form: standard deviation, in logits, between one exam's difficulty and the course's.
        gain: logits that an item met for the first time adds to what is known of the rest
            of its domain, and the standard deviation of that among learners.
        exercise: how many first answers a lab's exercise counts for.
        shift: standard deviation of the prior of how far, in logits, the memory model is
            off for one learner; 0 is the mean. A plan's expectation, which is made by
            such a model, is off by as much.
        slope: the same of the factor on its logits; 1 is the mean.
    """

    fresh: int = 5
    served: float = 0.5
    half_life: float = 60
    level: tuple[float, float] = (0.5, 4)
    likeness: float = 12
    transfer: tuple[float, float] = (0.5, 0.2)
    form: float = 0.1
    gain: tuple[float, float] = (0.006, 0.006)
    exercise: float = 0.3
    shift: float = 0.5
    slope: float = 0.2


ASSUMED = Assumptions()
