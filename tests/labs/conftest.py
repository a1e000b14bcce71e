"""A CuPy on which whole labs compute, for what is common to the labs of all modules."""

from tests.gpu_stand_ins import computing_cupy, install, waits

__all__ = ["computing_cupy", "install", "waits"]
