"""Storage: reads of a file measured, a loader that feeds a GPU, outputs of tests, checkpoints."""

from certlab.labs.storage.feed import Fed, Feed, feed
from certlab.labs.storage.interval import Plan, lost, simulated, young
from certlab.labs.storage.outputs import read_fio, read_gdsio
from certlab.labs.storage.reads import TestFile

__all__ = [
    "Fed",
    "Feed",
    "Plan",
    "TestFile",
    "feed",
    "lost",
    "read_fio",
    "read_gdsio",
    "simulated",
    "young",
]
