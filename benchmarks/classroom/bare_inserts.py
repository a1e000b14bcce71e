"""The yardstick: one committed transaction an answer, and nothing around it.

The same table in the same database, as durable as the service has it.
"""

import time
from datetime import UTC, datetime

from sqlalchemy.orm import Session

from certlab.classroom.service import roster
from certlab.classroom.service.database import connect
from certlab.classroom.service.validation import stamp
from certlab.study.answers import new_ulid


def rate(database: str, answers: int) -> float:
    """Answers a second of one connection that does nothing else."""
    engine = connect(database)
    with Session(engine) as session, session.begin():
        now = stamp(datetime.now(UTC))
        name = f"bare {new_ulid(datetime.now(UTC))}"  # a measure may be repeated
        learner = roster.join(session, name, name, now).id
    rows = [
        {
            "learner": learner,
            "ulid": new_ulid(datetime.now(UTC)),
            "at": now,
            "item": f"item-{number % 20}",
            "rev": 1,
            "outcome": "correct",
            "score": 1.0,
            "response": '"a"',
            "takes_back": None,
            "received": now,
        }
        for number in range(answers)
    ]
    # By the driver itself: what SQLAlchemy costs is the service's to pay.
    marks = ", ".join(["?" if engine.name == "sqlite" else "%s"] * len(rows[0]))
    statement = f"INSERT INTO answer ({', '.join(rows[0])}) VALUES ({marks})"
    values = [tuple(row.values()) for row in rows]
    connection = engine.raw_connection()
    cursor = connection.cursor()
    begun = time.perf_counter()
    for one in values:
        cursor.execute(statement, one)
        connection.commit()
    seconds = time.perf_counter() - begun
    connection.close()
    engine.dispose()
    return answers / seconds
