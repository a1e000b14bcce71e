"""numba-cuda, nvcc, NVRTC, torch's profiler and streams, as they are on this machine."""
