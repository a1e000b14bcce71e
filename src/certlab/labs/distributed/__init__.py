"""Many GPUs: collectives, pipelines and memory simulated, launch lines checked, real ranks."""
