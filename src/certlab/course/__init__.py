"""The course as text on disk, read into frozen dataclasses."""

from certlab.course.catalogue import Course, load

__all__ = ["Course", "load"]
