"""The ETL in DuckDB: one SQL query a step, each result a table of the database.

What stands in braces is the name of a table.
"""

from typing import Any

from certlab.labs.rapids.real.etl import rules

USERS = "select * from read_parquet($users)"
LOAD = f"""
select {", ".join(rules.COLUMNS)} from read_parquet($jobs)
where submitted >= timestamp '{rules.SINCE}' and user > 0
"""
CLEAN = f"""
select distinct on (job) * replace (
    coalesce(lower(trim(queue)), '{rules.NO_QUEUE}') as queue
)
from {{jobs}}
where gpus between 1 and {rules.MOST_GPUS} and seconds between 0 and {rules.LONGEST}
"""
JOIN = f"""
select {{jobs}}.*, coalesce(team, '{rules.NO_TEAM}') as team,
    gpus * seconds / 3600 as gpu_hours, gpu_hours * coalesce(rate, 0) as cost
from {{jobs}} left join {{users}} using (user)
"""
UP_TO_JOIN = f"""
with loaded as ({LOAD}), cleaned as ({CLEAN.format(jobs="loaded")}), users as ({USERS})
{JOIN.format(jobs="cleaned", users="users")}
"""
GROUP = """
select team, queue, date_trunc('day', submitted)::timestamp as day,
    count(*) as jobs, count(*) filter (state = 'failed') as failed,
    count(distinct user) as users, max(seconds) as longest,
    sum(gpu_hours) as gpu_hours, sum(cost) as cost
from {jobs} group by all order by team, queue, day
"""
WINDOW = f"""
select user, submitted, job, team, queue, gpu_hours,
    row_number() over past as nth,
    epoch_us(submitted - lag(submitted) over past) / 3.6e9 as gap_hours,
    avg(seconds) over (past rows {rules.WINDOW - 1} preceding) as mean_5,
    rank() over (partition by user order by gpu_hours desc) as rank
from {{jobs}} window past as (partition by user order by submitted, job)
order by user, submitted, job
"""


def connect(threads: int = 0) -> Any:
    """A database in memory; 0 threads means one a core."""
    import duckdb

    db = duckdb.connect(config={"threads": threads} if threads else {})
    # In a process without a file of its own it draws a bar on what the process answers with.
    db.execute("set enable_progress_bar = false")
    return db


def table(db: Any, name: str, query: str, **given: str) -> str:
    """Keep what the query finds under that name, in place of what was there."""
    db.execute(f"create or replace table {name} as {query}", given or None)
    return name
