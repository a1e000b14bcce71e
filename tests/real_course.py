"""The course of this checkout, read once a process: what tests are collected from."""

from functools import cache

from certlab.course import Course, load


@cache
def whole() -> Course:
    """Every module of it; what a test asks of it holds for any course."""
    return load()
