"""A warehouse that is drawn at random, rendered, and labelled for nothing."""

from certlab.labs.omniverse.warehouse.ranges import NARROW, WIDE, Ranges, draw
from certlab.labs.omniverse.warehouse.scene import Scene
from certlab.labs.omniverse.warehouse.scoring import overlap
from certlab.labs.omniverse.warehouse.stand_in import stand_in

__all__ = ["NARROW", "WIDE", "Ranges", "Scene", "draw", "overlap", "stand_in"]
