"""A class answers, the service is killed midway and started again: nothing is lost."""

from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from benchmarks.classroom import postgres
from tests.conftest import FIXED
from tests.late import Late

nothing_lost = Late("benchmarks.classroom.nothing_lost")
LEARNERS, ITEMS = 20, 10  # python -m benchmarks classroom runs 200 by 20


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "postgresql" and postgres.programs() is None:
        pytest.skip("no PostgreSQL")
    own = nullcontext(str(tmp_path / "class.sqlite"))
    with own if request.param == "sqlite" else postgres.running() as found:
        yield found


def test_nothing_is_lost_and_nothing_doubled(database: str) -> None:
    found = nothing_lost.run(database, LEARNERS, ITEMS, killed=True, course=FIXED)
    assert found.answers == LEARNERS * ITEMS
    assert (found.lost, found.doubled) == (0, 0)
    assert found.again > 0  # it was away while they answered
    assert found.heard > 1
    assert found.deaf == 0
    assert differences(database) == []


def differences(address: str) -> list[object]:
    """Where the tables that the migrations made are not those of the code."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from certlab.classroom.service.database import connect
    from certlab.classroom.service.tables import Base

    engine = connect(address)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        found = compare_metadata(context, Base.metadata)
    engine.dispose()
    return found
