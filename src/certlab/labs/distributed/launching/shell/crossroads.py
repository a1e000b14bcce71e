"""The places of a script that nobody can decide, and which way one run of it takes there."""


class Crossroads:
    """Goes where it was told at the first places, and the first way at those behind.

    Attributes:
        taken: at each place, in the order they were met, which way, and of how many.
        lines: of these places.
    """

    def __init__(self, choices: tuple[int, ...]) -> None:
        """`choices` are the ways at the first places."""
        self._choices = choices
        self.taken: list[tuple[int, int]] = []
        self.lines: list[int] = []
        self._answers: dict[object, int] = {}

    def way(self, line: int, question: object, ways: int) -> int:
        """Which way to take, from 0; a question that was asked before has the same answer."""
        if question not in self._answers:
            place = len(self.taken)
            way = self._choices[place] if place < len(self._choices) else 0
            self.taken.append((way, ways))
            self.lines.append(line)
            self._answers[question] = way
        return self._answers[question]

    def others(self) -> list[tuple[int, ...]]:
        """What to tell the runs that go the other ways at the places that are new here."""
        told = []
        for place in range(len(self._choices), len(self.taken)):
            before = tuple(way for way, _ in self.taken[:place])
            told += [(*before, way) for way in range(1, self.taken[place][1])]
        return told
