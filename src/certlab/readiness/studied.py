"""What would speak for each domain on the day of the exam if the plan is kept."""

from collections.abc import Mapping
from dataclasses import replace

from certlab.planner.forecast import Outcome, Part
from certlab.readiness.assumptions import Assumptions
from certlab.readiness.evidence import Evidence, Practised
from certlab.readiness.guess import known
from certlab.readiness.score import moved

_SURE = 0.999  # of what is known: nothing is taken for certain


def studied(
    found: Mapping[int, Evidence],
    outcomes: Mapping[Part, Outcome],
    luck: float,
    assumed: Assumptions,
) -> dict[int, Evidence]:
    """The evidence of today with what the plan is expected to leave known.

    Args:
        found: by domain, if nothing more is studied.
        outcomes: of the plan. Items that it does not hold, such as those kept for mock
            exams, stay as they are; which they are is not told, so all move by a share.
        luck: how many standard deviations more is learned than expected.
    """
    nothing = Outcome(0.0)
    logits = luck * assumed.shift
    gain = assumed.gain[0] + luck * assumed.gain[1]

    def of(domain: int, one: Evidence) -> Evidence:
        met = outcomes.get((domain, False), nothing)
        new = outcomes.get((domain, True), nothing)
        share = min(met.count / max(len(one.practised), 1), 1.0)
        kept = _known(met.recalled + met.left, met.count, one.guess, logits)
        practised = [
            replace(item, known=share * kept + (1 - share) * item.known)
            for item in one.practised
        ]
        room = one.items - len(practised)
        learned = _known(new.recalled, new.asked, one.guess, logits)
        practised += [Practised(True, learned)] * min(round(new.asked), room)
        return replace(one, practised=practised, gained=gain * new.asked)

    return {domain: of(domain, one) for domain, one in found.items()}


def _known(recalled: float, count: float, guess: float, logits: float) -> float:
    """The share of so many items that is known, guesses taken out."""
    share = known(min(recalled / count, _SURE), guess) if count else 0.0
    return moved(share, logits)
