"""On the course that holds still, as the engine below."""

from tests.study.conftest import whole

__all__ = ["whole"]
