"""Streams on paper: copies and kernels queued in streams, run by engines, drawn in time.

A `Device` and a list of work go in, a frozen `Timeline` comes out. What the model keeps: a
stream's work in its order, one piece of work at a time on each engine, events, the host's
time to queue, copies from pageable memory that hold the host, and the default stream that
waits for all. What it leaves out: kernels small enough to share the SMs, and copies that
slow each other down.
"""

from certlab.labs.cuda.streams import draw
from certlab.labs.cuda.streams.device import Device
from certlab.labs.cuda.streams.pipeline import pipeline
from certlab.labs.cuda.streams.run import run
from certlab.labs.cuda.streams.timeline import Span, Timeline
from certlab.labs.cuda.streams.work import Copy, Kernel, Record, Wait, Work

__all__ = [
    "Copy",
    "Device",
    "Kernel",
    "Record",
    "Span",
    "Timeline",
    "Wait",
    "Work",
    "draw",
    "pipeline",
    "run",
]
