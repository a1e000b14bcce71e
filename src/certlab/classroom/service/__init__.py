"""The class service: what a class shares, kept on the class's own server and nowhere else.

It is managed by JupyterHub, which also says who asks. A learner's rows come here second,
from their own history; the same row may come twice and is kept once.
"""
