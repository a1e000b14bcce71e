"""What a played class came to: the class's file of answers, held against each learner's own."""

import csv
import json
import os
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

GRADED = {"correct", "wrong"}
GOAL = 60  # seconds until six learners have joined, on two cores


@dataclass
class Outcome:
    """What was seen.

    Attributes:
        folder: of the class.
        minutes: that it took.
        seconds: from sending the Hub's form to the app in JupyterLab, by name.
        joined: seconds from sending the form until the last learner had joined.
        looked: how often it was looked whether a learner saw strip or poll once.
        given: verdicts that each learner's page has shown.
        kept: answers in each learner's own history.
        lost: answers of a history that the class's file lacks, or has otherwise.
        doubled: lines that the file has more than once.
        strange: lines of the file that are in no history.
        waited: answers that waited in the browser of the one without a network.
        votes: what the instructor's page says of the first poll.
        faults: errors that pages threw, and what of the lesson did not happen.
        load: of the machine, the mean of a minute, at each picture.
    """

    folder: Path
    minutes: float = 0.0
    seconds: dict[str, float] = field(default_factory=dict)
    joined: float = 0.0
    looked: int = 0
    given: dict[str, int] = field(default_factory=dict)
    kept: dict[str, int] = field(default_factory=dict)
    lost: int = 0
    doubled: int = 0
    strange: int = 0
    waited: int = 0
    votes: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    load: list[float] = field(default_factory=list)

    def history(self, name: str) -> list[tuple[str, ...]]:
        """The graded answers of a learner's own file, each as the class's file would have it."""
        path = self.folder / "learners" / name / "certlab" / "history.jsonl"
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        rows = map(json.loads, lines)
        return [
            (name, row["ulid"], row["item"], row["outcome"])
            for row in rows
            if row["outcome"] in GRADED
        ]

    def compare(self, table: str) -> None:
        """Hold the class's file of all answers against the learners' own."""
        own: Counter[tuple[str, ...]] = Counter()
        for name in self.given:
            answers = self.history(name)
            self.kept[name] = len(answers)
            own.update(answers)
        theirs = Counter(
            (row["nickname"].lower(), row["ulid"], row["item"], row["outcome"])
            for row in csv.DictReader(table.splitlines())
        )
        self.lost = len(own.keys() - theirs.keys())
        self.strange = len(theirs.keys() - own.keys())
        self.doubled = sum(n - 1 for n in (*own.values(), *theirs.values()))

    @property
    def whole(self) -> bool:
        """Whether all answers that were given are there, each of them once."""
        wrong = self.lost or self.doubled or self.strange
        return not wrong and self.given == self.kept and bool(self.given)

    @property
    def fine(self) -> bool:
        """Whether they are, all of the lesson took place, and no page had an error."""
        return self.whole and not self.faults

    def lines(self) -> list[str]:
        """All of it in words."""
        slowest = max(self.seconds, key=lambda name: self.seconds[name])
        load = sorted(self.load)
        busy = f"a load of {load[0]:.1f} to {load[-1]:.1f}"
        most = f"{self.seconds[slowest]:.0f} s at most ({slowest})"
        given = ", ".join(f"{name} {n}" for name, n in self.given.items())
        return [
            f"{self.minutes:.1f} minutes on {os.cpu_count()} cores with {busy}",
            f"from the form to the app in JupyterLab: {most}",
            f"all had joined after {self.joined:.0f} s; the goal is {GOAL}",
            f"looked {self.looked} times whether strip and poll are there once",
            f"answers given: {given}",
            f"in their histories: {sum(self.kept.values())} of {sum(self.given.values())}",
            f"waited without a network: {self.waited}",
            f"in the class's file: {self.lost} lost, {self.doubled} doubled, {self.strange} strange",
            *(f"voted: {' '.join(row.split())}" for row in self.votes),
            *(f"fault: {one}" for one in self.faults),
        ]
