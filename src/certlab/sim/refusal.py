"""A configuration that cannot be: one sentence with the numbers, and what would do."""

from certlab.errors import CourseError


class Refusal(CourseError):
    """What was asked for cannot be computed or cannot exist.

    Attributes:
        says: the sentence, for a surface to say in its language.
    """

    def __init__(self, says: str) -> None:
        super().__init__(says)
        self.says = says
