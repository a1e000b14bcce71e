"""A learner in the style of ACT-R: every meeting leaves a trace, and traces decay.

Activation is the logarithm of the sum of the traces, each decaying by a power that is the
higher the more active the item was when the trace was laid (so spaced meetings last longer).
Pavlik and Anderson, "Practice and forgetting effects on vocabulary memory", Cognitive Science
29 (2005), https://doi.org/10.1207/s15516709cog0000_14. The numbers are the starting values of
https://github.com/open-spaced-repetition/srs-benchmark, but for the threshold: theirs is for
word pairs met once in a laboratory, of which 7 % are left after a day. Ours leaves 80 %, which
is what FSRS-6 with its usual parameters expects of an item met once.
"""

from math import exp, log
from random import Random

from benchmarks.simulate.interfaces import Case
from benchmarks.simulate.learners.prior import prior_knowledge

_DECAY, _SCALE = 0.176786766570677, 0.216967308403809
SPREAD, THRESHOLD = 0.254893976981164, -1.71
SECONDS = 86_400 * 0.025  # outside the sitting little interferes: time passes slower
_NOISE = 0.15
_ITEM_NOISE = 0.25


class ActRLearner:
    """Right and wrong answers leave the same trace: what is right is shown in both."""

    def __init__(self, case: Case, rng: Random) -> None:
        self.decay = _DECAY * exp(rng.gauss(0, _NOISE))
        self.scale = _SCALE * exp(rng.gauss(0, _NOISE))
        self._prior = prior_knowledge(case.items, rng)
        self._easier = [rng.gauss(0, _ITEM_NOISE) for _ in range(case.items)]
        self._traces: dict[int, list[tuple[float, float]]] = {}

    def recall(self, item: int, now: float) -> float:
        """A logistic of activation, never below what was known before."""
        traces = self._traces.get(item)
        if not traces:
            return self._prior[item]
        above = self._activation(traces, now) + self._easier[item] - THRESHOLD
        return max(1 / (1 + exp(-above / SPREAD)), self._prior[item])

    def truth(self, item: int) -> tuple[float, float, list[tuple[float, float]]]:
        """How much easier it is than another, what was known before, and its traces."""
        return self._easier[item], self._prior[item], self._traces.get(item, [])

    def study(self, item: int, now: float, right: bool) -> None:  # noqa: ARG002 - both leave a trace
        """One more trace."""
        traces = self._traces.setdefault(item, [])
        active = exp(self._activation(traces, now)) if traces else 0.0
        traces.append((now, self.scale * active + self.decay))

    def _activation(self, traces: list[tuple[float, float]], now: float) -> float:
        return log(
            sum(max((now - at) * SECONDS, 1.0) ** -decay for at, decay in traces)
        )
