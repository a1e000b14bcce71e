"""What a policy keeps of the answers it saw: FSRS-6 with the usual parameters, as `study` does."""

from dataclasses import dataclass, field

from certlab.study.curve import Curve

_SAME_DAY = 0.5


@dataclass
class Shelf:
    """State by item: stability in days, difficulty, and when they were last counted."""

    curve: Curve = field(default_factory=Curve)
    states: dict[int, tuple[float, float, float]] = field(default_factory=dict)

    def saw(self, item: int, now: float, right: bool) -> None:
        """Count an answer; a repeat within half a day changes nothing."""
        state = self.states.get(item)
        if state is None:
            self.states[item] = (*self.curve.first(right), now)
        elif now - state[2] >= _SAME_DAY:
            stability, difficulty, last = state
            found = self.curve.after(stability, difficulty, now - last, right)
            self.states[item] = (*found, now)

    def recall(self, item: int, now: float) -> float:
        """Predicted, of an item that was met."""
        stability, _, last = self.states[item]
        return self.curve.recall(stability, now - last)
