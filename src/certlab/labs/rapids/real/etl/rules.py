"""What the ETL is to do: one list of rules, which every engine follows.

1. load: seven of eight columns, the last quarter, and no job whose user is missing.
2. clean: drop rows whose GPUs or seconds cannot be, and rows sent twice; write the
   queue's name one way; a missing name is "unknown".
3. join: the user's team and rate; a user nobody knows is of team "none" at rate 0.
4. group: for each team, queue and day, how many jobs, how many failed, of how many users,
   the longest, the GPU hours and what they cost.
5. window: for each job, which of its user's jobs it is, the hours since the one before,
   the mean length of the user's last five, and its rank in the user's GPU hours.
6. write: both tables as Parquet.
"""

from datetime import datetime

SINCE = datetime(2025, 10, 1)  # noqa: DTZ001 -- the log has no time zone, like most logs
# The one column that is left out, `command`, is half of the table in memory.
COLUMNS = ["job", "submitted", "user", "queue", "state", "gpus", "seconds"]
# Without a missing key there is no float64 that two keys could share.
FILTERS = [("submitted", ">=", SINCE), ("user", ">", 0)]
MOST_GPUS, LONGEST = 64, 30 * 86_400.0  # GPUs of a job; seconds
NO_QUEUE, NO_TEAM = "unknown", "none"
WINDOW = 5  # jobs in the running mean
KEYS = ["team", "queue", "day"]
ORDER = ["user", "submitted", "job"]
HISTORY = [*ORDER, "team", "queue", "gpu_hours", "nth", "gap_hours", "mean_5", "rank"]
DAILY = [*KEYS, "jobs", "failed", "users", "longest", "gpu_hours", "cost"]
STEPS = ("load", "clean", "join", "group", "window", "write")
