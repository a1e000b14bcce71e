"""Manifests for GPUs: what in them will not work on a given node, and why."""

from certlab.finding import Finding
from certlab.labs.cluster.manifests.check import check
from certlab.labs.cluster.manifests.finding import FINDINGS, Node

__all__ = ["FINDINGS", "Finding", "Node", "check"]
