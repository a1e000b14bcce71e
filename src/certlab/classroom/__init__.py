"""A class: one Hub, the class service beside it, and what a learner's own server does.

- `service`: keeps the roster, the rows that learners share, polls and gates.
- `hub`: starts JupyterHub for a class, with accounts and a look at the seats before.
- `link`: in a learner's Jupyter server, brings rows to the service when it can.
- `plan`: who gets which part of which GPU, and plans of a day.

`verbs` and `handlers` are parts that `certlab.module_parts` finds.
"""
