"""Clusters: how GPUs are shared between teams, and in which order jobs run."""

from certlab.labs.cluster import draw
from certlab.labs.cluster.fractions import Placed, place
from certlab.labs.cluster.jobs import Job, Rules, Span, Work
from certlab.labs.cluster.run import run
from certlab.labs.cluster.shares import Share, Team, shares

__all__ = [
    "Job",
    "Placed",
    "Rules",
    "Share",
    "Span",
    "Team",
    "Work",
    "draw",
    "place",
    "run",
    "shares",
]
