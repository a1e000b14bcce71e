"""RAPIDS: the same work on the CPU's libraries and on the GPU's."""
