"""The tables of a class: who joined, what they answered, what they were asked."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "setting",
        sa.Column("key", sa.String(40), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_setting"),
    )
    _learners()
    _answers()
    _polls()


def _learners() -> None:
    op.create_table(
        "learner",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("account", sa.String(255), nullable=False),
        sa.Column("nickname", sa.String(40), nullable=False),
        sa.Column("folded", sa.String(200), nullable=False),
        sa.Column("joined", sa.String(32), nullable=False),
        sa.Column("seen", sa.String(32), nullable=False),
        sa.Column("stuck", sa.String(200)),
        sa.PrimaryKeyConstraint("id", name="pk_learner"),
        sa.UniqueConstraint("account", name="uq_learner_account"),
        sa.UniqueConstraint("folded", name="uq_learner_folded"),
    )
    op.create_index("ix_learner_seen", "learner", ["seen"])


def _answers() -> None:
    op.create_table(
        "answer",
        sa.Column("learner", sa.String(16), nullable=False),
        sa.Column("ulid", sa.String(26), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("item", sa.String(200), nullable=False),
        sa.Column("rev", sa.Integer, nullable=False),
        sa.Column("outcome", sa.String(20), nullable=False),
        sa.Column("score", sa.Double, nullable=False),
        sa.Column("response", sa.Text, nullable=False),
        sa.Column("takes_back", sa.String(26)),
        sa.Column("received", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("learner", "ulid", name="pk_answer"),
        _of_a_learner("answer"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_answer_learner_item", "answer", ["learner", "item"])
    op.create_index("ix_answer_learner_takes_back", "answer", ["learner", "takes_back"])
    op.create_index("ix_answer_received", "answer", ["received"])


def _polls() -> None:
    op.create_table(
        "poll",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("item", sa.String(200), nullable=False),
        sa.Column("rev", sa.Integer, nullable=False),
        sa.Column("seed", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("ended", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_poll"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "vote",
        sa.Column("poll", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("learner", sa.String(16), nullable=False),
        sa.Column("response", sa.Text, nullable=False),
        sa.Column("given", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("poll", "round", "learner", name="pk_vote"),
        sa.ForeignKeyConstraint(
            ["poll"], ["poll.id"], name="fk_vote_poll", ondelete="CASCADE"
        ),
        _of_a_learner("vote"),
    )
    op.create_index("ix_vote_learner", "vote", ["learner"])


def _of_a_learner(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["learner"], ["learner.id"], name=f"fk_{table}_learner", ondelete="CASCADE"
    )
