"""The placement tables, under a name short enough for a failing test's report."""

import pytest

from certlab.course import Course
from certlab.labs import mig
from certlab.labs.mig.partitions import Mig


class Tables(dict[str, Mig]):
    def __repr__(self) -> str:
        return "the MIG tables"


@pytest.fixture(scope="session")
def tables(whole: Course) -> Tables:
    """Every table of the real course, by GPU id."""
    return Tables(mig.tables(whole))
