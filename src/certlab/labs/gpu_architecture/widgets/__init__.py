"""The bits of a number format."""

from certlab.labs.gpu_architecture.widgets.numbers import NumberBits, number_bits

__all__ = ["NumberBits", "number_bits"]
