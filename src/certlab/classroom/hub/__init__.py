"""A class's Hub: JupyterHub with its own authenticator, spawners, proxy and idle culler.

JupyterHub does the work. What stands here is what a class adds: a code to join by with a
limit on guessing, names that real accounts can have, what a learner's server opens with,
and a look at the machine before the day.
"""
