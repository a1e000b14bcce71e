"""What a policy keeps of the answers it saw: FSRS-6 with the usual parameters, as `study` does."""

from dataclasses import dataclass, field

from certlab.study.forgetting_curve import Curve

_SAME_DAY = 0.5


@dataclass
class Shelf:
    """State by item: stability in days, difficulty, and when they were last counted.

    Attributes:
        records: the answers that counted, by item; a repeat within half a day does not.
    """

    curve: Curve = field(default_factory=Curve)
    states: dict[int, tuple[float, float, float]] = field(default_factory=dict)
    records: dict[int, list[tuple[float, bool]]] = field(default_factory=dict)

    def saw(self, item: int, now: float, right: bool) -> None:
        """Count an answer."""
        record = self.records.setdefault(item, [])
        if not record or now - record[-1][0] >= _SAME_DAY:
            self._count(item, now, right)
            record.append((now, right))

    def recall(self, item: int, now: float) -> float:
        """Predicted, of an item that was met."""
        stability, _, last = self.states[item]
        return self.curve.recall(stability, now - last)

    def read_again(self, curve: Curve) -> None:
        """All states anew, by another curve."""
        self.curve = curve
        self.states.clear()
        for item, record in self.records.items():
            for now, right in record:
                self._count(item, now, right)

    def _count(self, item: int, now: float, right: bool) -> None:
        state = self.states.get(item)
        if state is None:
            self.states[item] = (*self.curve.first(right), now)
        else:
            stability, difficulty, last = state
            found = self.curve.after(stability, difficulty, now - last, right)
            self.states[item] = (*found, now)
