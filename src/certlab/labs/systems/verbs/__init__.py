"""The verbs of systems: a fabric wired, and the outputs of real systems read."""

from certlab.labs.systems.verbs.fabric import fabric
from certlab.labs.systems.verbs.read import read

VERBS = {"sim fabric": fabric, "read": read}
