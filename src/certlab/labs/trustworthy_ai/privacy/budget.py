"""Counts with Laplace noise, and a budget that ends.

Dwork and Roth, The Algorithmic Foundations of Differential Privacy: a count changes by at
most one with one person, so noise of scale 1 / epsilon makes it epsilon-private, and the
epsilon of several answers add up.
"""

import math
import random

from certlab.errors import Refusal


def laplace(scale: float, generator: random.Random) -> float:
    """One draw from the Laplace distribution around zero."""
    at = generator.random() - 0.5
    return -scale * math.copysign(math.log1p(-2 * abs(at)), at)


class Budget:
    """What may be asked of a table in all, and what is left of it."""

    def __init__(self, epsilon: float, seed: int = 5) -> None:
        """A budget; noise is drawn by the seed, which a real service keeps secret."""
        if epsilon <= 0:
            raise Refusal(
                f"A budget of {epsilon} answers nothing; give one above zero."
            )
        self.left = epsilon
        self._generator = random.Random(seed)

    def count(self, true: int, epsilon: float) -> float:
        """A count with noise of scale 1 / epsilon; it costs epsilon.

        Raises:
            Refusal: epsilon is not above zero, or more than what is left.
        """
        if epsilon <= 0:
            raise Refusal(f"An answer with epsilon {epsilon} would be all noise.")
        if epsilon > self.left + 1e-12:
            raise Refusal(
                f"The budget has {self.left:.2f} left and this answer costs "
                f"{epsilon:.2f}; ask less, or accept more noise."
            )
        self.left -= epsilon
        return true + laplace(1 / epsilon, self._generator)
