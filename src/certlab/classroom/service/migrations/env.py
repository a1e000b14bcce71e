"""What Alembic runs: the migrations, on the connection that `database.migrate` opened."""

from alembic import context

from certlab.classroom.service.tables import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,  # SQLite changes a table by making it anew
)
with context.begin_transaction():
    context.run_migrations()
