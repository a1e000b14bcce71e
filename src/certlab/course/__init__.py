"""The course as text on disk, read into frozen dataclasses."""

from certlab.course.catalogue import Course
from certlab.course.loading import load

__all__ = ["Course", "load"]
