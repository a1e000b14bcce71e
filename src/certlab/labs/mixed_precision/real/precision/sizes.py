"""How large a lab's network is here, so that every machine is done in time."""

from dataclasses import dataclass

from certlab.labs.mixed_precision.real.precision.device import Device


@dataclass(frozen=True, slots=True)
class Sizes:
    """Sizes of the trainings and of the matrix product.

    Attributes:
        width: of the network's hidden layers.
        epochs: passes over the pictures.
        batch: pictures in a step.
        product: rows and columns of the matrices that are multiplied.
        why: what chose them, as a sentence.
    """

    width: int
    epochs: int
    batch: int
    product: int
    why: str


def sizes(device: Device) -> Sizes:
    """A wide network on a GPU, a narrow one where a type has no instructions."""
    if device.name == "cuda":
        return Sizes(8192, 6, 256, 8192, "A GPU is idle with less than this.")
    if set(device.native) >= {"BF16", "FP16"}:
        return Sizes(
            1024, 6, 256, 1024, "This processor multiplies all three types itself."
        )
    return Sizes(
        128,
        4,
        32,
        192,
        "Types without instructions take a hundred times as long here, so all is small.",
    )
