"""Many senders and one receiver behind one switch: packets dropped, paused, marked or on credit."""

from certlab.labs.networking.incast.draw import svg, table
from certlab.labs.networking.incast.run import Result, run
from certlab.labs.networking.incast.setup import Setup, Totals

__all__ = ["Result", "Setup", "Totals", "run", "svg", "table"]
