"""Slurm as slurmctld has it: its queue in time, and what its tools print of nodes and jobs."""
