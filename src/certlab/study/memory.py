"""Memory: what a learner's answers say about each item, by FSRS-6.

State is a fold over the history, never stored. Fuzz is off, so that the same history
gives the same dates everywhere, and there are two grades: right is Good, wrong is Again.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from fsrs import Card, Rating, Scheduler

from certlab.study.answers import Answer

MODEL = "fsrs-6"
RETENTION = 0.9
# FSRS-6 predicts repeats within a day badly (log loss 0.38 against 0.35 without them,
# https://github.com/open-spaced-repetition/srs-benchmark), so they do not change it.
SAME_SITTING = timedelta(hours=12)

# No learning steps: the first date after an answer is a day away at the least.
_SCHEDULER = Scheduler(
    desired_retention=RETENTION,
    learning_steps=(),
    relearning_steps=(),
    enable_fuzzing=False,
)


@dataclass(frozen=True)
class Memory:
    """What is known of one item.

    Attributes:
        card: the model's state.
        counted: when the last answer that changed it was given.
        answers: how many answers there were, counted or not.
        last: outcome of the last answer that changed it.
        learnt: when the first right one of these was given, None while there is none.
    """

    card: Card
    counted: datetime
    answers: int
    last: str
    learnt: datetime | None

    @property
    def due(self) -> datetime:
        """When predicted recall falls to the retention asked for, in UTC."""
        return self.card.due

    def recall(self, now: datetime) -> float:
        """Predicted probability of a right answer, from 0 to 1."""
        return _SCHEDULER.get_card_retrievability(self.card, now)


def fold(
    answers: Iterable[Answer],
    resets: Mapping[str, int] | None = None,
    before: Mapping[str, Memory] | None = None,
) -> dict[str, Memory]:
    """Memory by item id.

    Args:
        answers: in order of time.
        resets: by item id, the revision before which answers no longer count.
        before: by the answers before these.
    """
    found = dict(before or {})
    for answer in answers:
        if answer.rev < (resets or {}).get(answer.item, 0):
            continue
        found[answer.item] = after(found.get(answer.item), answer)
    return found


def is_repeat(memory: Memory | None, now: datetime) -> bool:
    """Whether an answer given now would change nothing: one counted a short while ago."""
    return memory is not None and timedelta() <= now - memory.counted < SAME_SITTING


def after(memory: Memory | None, answer: Answer) -> Memory:
    """Memory once an answer has been given."""
    if memory and answer.time - memory.counted < SAME_SITTING:
        return replace(memory, answers=memory.answers + 1)
    # A number for the card keeps fsrs from sleeping until the clock gives it one.
    card = memory.card if memory else Card(card_id=0, due=answer.time)
    right = answer.outcome == "correct"
    rating = Rating.Good if right else Rating.Again
    card, _ = _SCHEDULER.review_card(card, rating, answer.time)
    answers, learnt = (memory.answers, memory.learnt) if memory else (0, None)
    learnt = learnt or (answer.time if right else None)
    return Memory(card, answer.time, answers + 1, answer.outcome, learnt)
