"""A BlueField in a server: its mode, the way of a packet, and the lines that change both."""

from certlab.labs.networking.bluefield.card import MODES, Card, Mode, host_may, way
from certlab.labs.networking.bluefield.lines import Server, session

__all__ = ["MODES", "Card", "Mode", "Server", "host_may", "session", "way"]
