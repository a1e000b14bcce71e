"""A learner's way to the class, in the learner's own Jupyter server.

An answer is in the learner's history first. From there a queue brings it to the class's
service, and what the browser asks of the class is handed on. Nothing here can hold up an
answer: where the service is away, the queue waits and the page says so.
"""
