"""Between the share that is right and the share that is known, where some is guessed."""


def known(right: float, guessed: float) -> float:
    """The share that is known where this share is right and the rest is guessed."""
    return max(0.0, (right - guessed) / (1 - guessed))


def right(known: float, guessed: float) -> float:
    """The share right where this share is known and the rest is guessed."""
    return known + (1 - known) * guessed
