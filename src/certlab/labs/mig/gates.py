"""The `[[mig]]` tables that stand among the course's facts, held to what can be true."""

from certlab.labs.mig.partitions import read_mig

TABLES = {"mig": read_mig}
