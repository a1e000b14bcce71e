"""A Slurm job script: what it asks for, the steps that it starts, and their rules."""
