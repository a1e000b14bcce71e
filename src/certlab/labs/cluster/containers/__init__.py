"""Containers in Slurm: batch scripts with Pyxis' options, and what is wrong in them."""

from certlab.finding import Finding
from certlab.labs.cluster.containers.check import check
from certlab.labs.cluster.containers.finding import FINDINGS, listing
from certlab.labs.cluster.containers.script import read

__all__ = ["FINDINGS", "Finding", "check", "listing", "read"]
