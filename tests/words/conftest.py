"""The engine is tested on a course that holds still."""

import pytest

from certlab.course import Course


@pytest.fixture(scope="session")
def whole(fixed: Course) -> Course:
    """The course in tests/courses/small."""
    return fixed
