"""Syllabi: what a class does when, in content/syllabi/<name>.toml.

title = "MIG in two hours"
audience = "Administrators who know nvidia-smi"
bring = "Nothing: the labs run in simulation"

[[day]]
minutes = 120

[[day.step]]
title = "Profiles"
minutes = 20
read = "mig"                       # or lab = "mig/10_place_profiles", poll = ["item-id"],
sections = ["profiles"]            # talk = true, pause = true: one of them
notes = "What the instructor says and looks out for."

A lab step may name the headings of the notebook that are done, in `parts`; without them
it is the whole lab. Polls are items of the practice pool.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from certlab.course import Course
from certlab.course.problems import Problem
from certlab.course.table import Table
from certlab.course.toml_file import read_toml
from certlab.errors import CourseError
from certlab.near_names import choice

FOLDER = "content/syllabi"
KINDS = ("read", "lab", "poll", "talk", "pause")


@dataclass(frozen=True)
class Step:
    """One thing a class does.

    Attributes:
        kind: one of KINDS.
        module: of what is read, "" otherwise.
        sections: anchors of the module's pages; () for all of it.
        lab: the lab's id, "" otherwise.
        parts: headings of the lab that are done; () for the whole lab.
        polls: ids of items that are asked, one after the other.
        notes: for the instructor.
    """

    title: str
    minutes: int
    kind: str
    module: str = ""
    sections: tuple[str, ...] = ()
    lab: str = ""
    parts: tuple[str, ...] = ()
    polls: tuple[str, ...] = ()
    notes: str = ""


@dataclass(frozen=True)
class Day:
    """A day, or the only session; its steps add up to its minutes."""

    title: str
    minutes: int
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Syllabus:
    """A plan of teaching.

    Attributes:
        id: the name of its file.
        audience: whom it is for.
        bring: what learners need to know or to have.
    """

    id: str
    title: str
    audience: str
    bring: str
    days: tuple[Day, ...]
    file: str

    @property
    def minutes(self) -> int:
        """All days together."""
        return sum(day.minutes for day in self.days)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of all days."""
        return tuple(step for day in self.days for step in day.steps)

    def gpu_steps(self, course: Course) -> tuple[str, ...]:
        """Titles of the lab steps that measure on a GPU, in their order.

        Raises:
            CourseError: there is none, so no rota can follow them.
        """
        labs = course.labs
        names = [
            s.title for s in self.steps if s.lab in labs and "G" in labs[s.lab].paths
        ]
        if not names:
            says = "no lab in it measures on a GPU, so nobody needs a turn"
            raise CourseError(f"The syllabus {self.id}: {says}.")
        return tuple(names)


def read_syllabi(
    course: Course, problems: list[Problem] | None = None
) -> tuple[Syllabus, ...]:
    """All syllabi of a course, by name; what is wrong is noted in `problems`."""
    noted: list[Problem] = [] if problems is None else problems
    return tuple(
        _read(read_toml(path, f"{FOLDER}/{path.name}", noted), path.stem, noted)
        for path in sorted((course.root / FOLDER).glob("*.toml"))
    )


def find(course: Course, name: str) -> Syllabus:
    """The syllabus of a name.

    Raises:
        CourseError: none has it, or its file is broken.
    """
    problems: list[Problem] = []
    there = {one.id: one for one in read_syllabi(course, problems)}
    if name not in there:
        if not there:
            raise CourseError(f"There is no syllabus {name}; this course has none.")
        raise CourseError(f"There is no syllabus {name}; {choice(name, there)}")
    if broken := [one for one in problems if one.file == there[name].file]:
        raise CourseError(str(broken[0]))
    return there[name]


def as_data(syllabus: Syllabus) -> dict[str, Any]:
    """A syllabus as JSON holds it."""
    return {**asdict(syllabus), "minutes": syllabus.minutes}


def _read(data: dict[str, Any], id: str, problems: list[Problem]) -> Syllabus:
    table = Table(data, f"{FOLDER}/{id}.toml", problems)
    syllabus = Syllabus(
        id=id,
        title=table.text("title"),
        audience=table.text("audience"),
        bring=table.text("bring", ""),
        days=tuple(_day(one) for one in table.tables("day", need=True)),
        file=table.file,
    )
    table.done()
    return syllabus


def _day(table: Table) -> Day:
    day = Day(
        title=table.text("title", ""),
        minutes=table.integer("minutes"),
        steps=tuple(_step(one) for one in table.tables("step", need=True)),
    )
    table.done()
    return day


def _step(table: Table) -> Step:
    title = str(table.data.get("title", ""))
    table.id = title
    kinds = [kind for kind in KINDS if table.has(kind)]
    if len(kinds) != 1:
        table.problem(f"name what is done, one of {', '.join(KINDS)}.")
    flags = [table.flag(kind) for kind in ("talk", "pause") if table.has(kind)]
    if not all(flags):
        table.problem("talk and pause are true or not there.")
    step = Step(
        title=table.text("title"),
        minutes=table.integer("minutes"),
        kind=kinds[0] if kinds else "talk",
        module=table.text("read", ""),
        sections=table.texts("sections"),
        lab=table.text("lab", ""),
        parts=table.texts("parts"),
        polls=table.texts("poll"),
        notes=table.text("notes", ""),
    )
    table.done()
    return step


def headings(text: str) -> Iterator[str]:
    """The second-level headings of a notebook's text cells."""
    fenced = False
    for line in text.splitlines():
        fenced ^= line.startswith("```")
        if line.startswith("## ") and not fenced:
            yield line.removeprefix("## ").strip()
