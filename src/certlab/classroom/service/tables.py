"""The tables of the service, the same in SQLite and PostgreSQL.

Times are text, UTC in ISO 8601 with microseconds, which sorts as they passed. Responses
are text too, JSON in ASCII, because no database keeps every text that JSON can hold.
"""

from typing import ClassVar

from sqlalchemy import ForeignKey, Index, MetaData, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """What all tables share: how their keys are named, which a migration refers to."""

    metadata: ClassVar[MetaData] = MetaData(naming_convention=NAMES)


class Setting(Base):
    """One thing that the class has once: its name, its gate, how long rows are kept."""

    __tablename__ = "setting"
    key: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[str] = mapped_column(Text)  # JSON


class Learner(Base):
    """Who has joined; the id says nothing about the account."""

    __tablename__ = "learner"
    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    account: Mapped[str] = mapped_column(String(255), unique=True)
    nickname: Mapped[str] = mapped_column(String(40))
    folded: Mapped[str] = mapped_column(String(200), unique=True)  # to compare by
    joined: Mapped[str] = mapped_column(String(32))
    seen: Mapped[str] = mapped_column(String(32), index=True)
    stuck: Mapped[str | None] = mapped_column(String(200))  # where; None when not


class Row(Base):
    """One answer that was graded, or the taking back of one."""

    __tablename__ = "answer"
    __table_args__ = (
        Index(None, "learner", "item"),
        Index(None, "learner", "takes_back"),
        {"sqlite_with_rowid": False},
    )
    learner: Mapped[str] = mapped_column(
        ForeignKey("learner.id", ondelete="CASCADE"), primary_key=True
    )
    ulid: Mapped[str] = mapped_column(String(26), primary_key=True)
    at: Mapped[str] = mapped_column(String(32))
    item: Mapped[str] = mapped_column(String(200))
    rev: Mapped[int]
    outcome: Mapped[str] = mapped_column(String(20))
    score: Mapped[float]
    response: Mapped[str] = mapped_column(Text)
    takes_back: Mapped[str | None] = mapped_column(String(26))
    received: Mapped[str] = mapped_column(String(32), index=True)


class Poll(Base):
    """One question put to the class. Only the last one is there."""

    __tablename__ = "poll"
    __table_args__ = ({"sqlite_autoincrement": True},)
    id: Mapped[int] = mapped_column(primary_key=True)
    item: Mapped[str] = mapped_column(String(200))
    rev: Mapped[int]
    seed: Mapped[int]
    round: Mapped[int]
    open: Mapped[bool]
    ended: Mapped[bool]


class Vote(Base):
    """What a learner said in a round; only its counts are ever shown."""

    __tablename__ = "vote"
    poll: Mapped[int] = mapped_column(
        ForeignKey("poll.id", ondelete="CASCADE"), primary_key=True
    )
    round: Mapped[int] = mapped_column(primary_key=True)
    learner: Mapped[str] = mapped_column(
        ForeignKey("learner.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    response: Mapped[str] = mapped_column(Text)
    given: Mapped[str] = mapped_column(String(32))
