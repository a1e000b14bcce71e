"""The life cycle of a model: its stages in an order in which they can happen."""

from collections.abc import Iterator

STAGES = {
    "data": "Collect, clean and label data",
    "try": "Try ideas on a sample and note each experiment",
    "train": "Train or fine-tune on all of the data",
    "judge": "Judge it on data that it has never seen",
    "pack": "Register the version, optimise it and package it",
    "release": "Release it to a few users first, then to all",
    "watch": "Watch answers, latency and drift",
}
_BEFORE = {
    ("data", "try"): "without clean data there is nothing to try an idea on",
    (
        "try",
        "train",
    ): "the whole training is dear, so ideas are sifted on a sample first",
    ("train", "judge"): "only a trained model can be judged",
    ("judge", "pack"): "what was not judged is not worth a version",
    (
        "pack",
        "release",
    ): "users get a registered package, and no file of somebody's desk",
    ("release", "watch"): "real answers exist only after the release",
}


def claims(order: object, letters: dict[str, str]) -> Iterator[tuple[bool, str]]:
    """What must be true of an order of stages.

    Args:
        order: the learner's, letters in a row such as "DGBFECA".
        letters: the stage that each letter stands for.
    """
    said = [one for one in str(order).upper() if one.isalnum()]
    wants = f"write each of the letters {', '.join(sorted(letters))} once."
    yield sorted(said) == sorted(letters), wants
    at = {letters[one]: place for place, one in enumerate(said) if one in letters}
    names = {stage: letter for letter, stage in letters.items()}
    for (first, second), why in _BEFORE.items():
        holds = at.get(first, 0) < at.get(second, 1)
        yield holds, f"{names[first]} comes before {names[second]}: {why}."
