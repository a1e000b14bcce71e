"""How long a test waits at most, for what is done by others: browsers, kernels, ranks.

A test waits for a state and never for a time, so this bound has one job: to end a hang.
It goes where a call demands a number; everywhere else --timeout in pyproject.toml,
a little above it, ends the test.
"""

BOUND = 900  # seconds
