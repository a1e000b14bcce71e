"""A refusal: what a format cannot hold, or a format that is not known."""

from certlab.errors import CourseError


class Refusal(CourseError):
    """Something that has no code, or no meaning.

    Attributes:
        says: the sentence, for a surface to say in its language.
    """

    def __init__(self, says: str) -> None:
        super().__init__(says)
        self.says = says
