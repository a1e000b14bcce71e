"""CUDA: kernels and streams simulated, compatibility checked, real compilers driven."""
