"""nvidia-smi mig: a line read, run on simulated GPUs, and answered in its own words."""
