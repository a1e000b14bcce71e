"""A guard of a model of numbers: an input contract in front of it, and an abstention behind.

Rails of NeMo Guardrails read what somebody writes to a chat. Here a request is ten numbers,
so the guard asks whether the model has ever seen such numbers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from certlab.labs.mlops.pipeline.contracts import UNSURE, shown
from certlab.labs.mlops.pipeline.dirt import MEASURES

Limits = Mapping[str, tuple[float, float]]


@dataclass(frozen=True)
class Decision:
    """What became of one request.

    Attributes:
        patient: who it was about.
        became: "answered", "unsure" (a person decides) or "refused".
        reasons: why it was refused.
        chance: of being malignant, as the model answered; None where it was not asked.
        malignant: what it really was, known later; None where nobody knows.
    """

    patient: str
    became: str
    reasons: tuple[str, ...] = ()
    chance: float | None = None
    malignant: int | None = None

    def __str__(self) -> str:
        if self.became == "refused":
            return f"refused for {shown(self.reasons)}"
        if self.became == "unsure":
            return "handed to a person, since it is not sure"
        return f"answered, {'malignant' if (self.chance or 0) > 0.5 else 'benign'}"


def limits_of(columns: Mapping[str, Sequence[float]]) -> Limits:
    """Least and largest value of each measure, of the rows that the model has learnt from."""
    return {name: (min(columns[name]), max(columns[name])) for name in MEASURES}


def reasons(request: Mapping[str, object], limits: Limits) -> list[str]:
    """Why a request is not passed on to the model; [] where it is.

    Args:
        request: values by name; one that is not known is missing, None or NaN.
        limits: from `limits_of`.
    """
    found = [f"unknown {name}" for name in request if name not in limits]
    for name, (least, most) in limits.items():
        value = request.get(name)
        if not isinstance(value, int | float) or value != value:  # noqa: PLR0124 -- NaN
            found.append(f"no {name}")
        elif not least <= value <= most:
            found.append(f"{name} out of range")
    return found


def wrong_requests(limits: Limits) -> dict[str, dict[str, object]]:
    """Requests that no guard may let through, by what is wrong with each."""
    good: dict[str, object] = {
        name: (least + most) / 2 for name, (least, most) in limits.items()
    }
    _, most = limits["area"]
    return {
        "an area in another unit": good | {"area": most * 1e6},
        "a negative radius": good | {"radius": -1.0},
        "a texture that is NaN": good | {"texture": float("nan")},
        "a request without symmetry": {
            name: value for name, value in good.items() if name != "symmetry"
        },
        "a column that the model does not know": good | {"surgery": 1.0},
    }


def decide(patient: str, chance: float, malignant: int | None) -> Decision:
    """An answer, or the abstention where the model is not sure."""
    sure = not UNSURE[0] < chance < UNSURE[1]
    became = "answered" if sure else "unsure"
    return Decision(patient, became, (), chance, malignant)
