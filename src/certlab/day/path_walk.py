"""The way along an exam's path: what was read or skipped, what is next, what may be asked.

day/static/path_walk.js is the twin of this.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from certlab.course import Course
from certlab.course.exam_path import is_written, minutes_of, times_of
from certlab.course.items import Item
from certlab.course.steps import Step
from certlab.study.pages_read import asked_enough, is_read
from certlab.study.standing import Standing

SHARE = 0.5  # of the day's minutes for a page; a longer one is read in parts
_ENOUGH = (
    8  # items of a module for an exam without a path, with which its labs belong to it
)


@dataclass(frozen=True)
class Part:
    """What of a page is read on one day; () for all its sections."""

    module: str
    sections: tuple[str, ...]
    minutes: float


def steps_of(
    course: Course, exam: str, items: Iterable[Item], weights: Mapping[str, float]
) -> tuple[Step, ...]:
    """The steps of an exam that can be opened, in order.

    An exam without a path begins with the module that counts most for it; a module's labs
    follow its pages.

    Args:
        items: that serve the exam; `weights` is what each counts for.
    """
    path = course.certifications[exam].path
    if path:
        return tuple(step for step in path if is_written(course, step))
    counts = Counter(item.module for item in items)
    steps: list[Step] = []
    for id in worth_of(items, weights):
        if id not in course.modules:
            continue
        steps.append(Step(id, (), "", "", 0))
        if counts[id] >= _ENOUGH:
            labs = (one.id for one in course.labs.values() if one.module == id)
            steps += [Step(id, (), lab, "", 0) for lab in labs]
    return tuple(steps)


def worth_of(items: Iterable[Item], weights: Mapping[str, float]) -> dict[str, float]:
    """What each module counts for in the exam, in percent; the most first."""
    worth: dict[str, float] = {}
    for item in items:
        worth[item.module] = worth.get(item.module, 0) + weights[item.id]
    return dict(sorted(worth.items(), key=lambda one: -one[1]))


class Way:
    """The steps of an exam for one learner, by whether they are done.

    Args:
        items: that serve the exam.
        steps: that can be opened, in order.
        minutes: of a day.
    """

    def __init__(
        self,
        standing: Standing,
        items: Sequence[Item],
        steps: Sequence[Step],
        minutes: float,
    ) -> None:
        self.standing = standing
        self.steps = steps
        self.minutes = minutes
        self._items = items
        self._open: dict[tuple[str, str], bool] = {}
        self._parts: dict[Step, tuple[Part, ...]] = {}

    def state(self, step: Step) -> str:
        """ "left", "done", or "skipped": a page that was asked about enough, and not read."""
        standing = self.standing
        if step.lab:
            return "left" if self.exercises(step) else "done"
        if is_read(standing.course, step.module, standing.pages, step.sections):
            return "done"
        if not self._asked(step.module, step.sections):
            return "left"
        return "skipped" if all(map(self._is_open, self.parts(step))) else "left"

    @cached_property
    def left(self) -> tuple[Step, ...]:
        """The steps that are neither done nor skipped."""
        return tuple(step for step in self.steps if self.state(step) == "left")

    def parts(self, step: Step) -> tuple[Part, ...]:
        """A page as it is read: at once, or on several days where a day is too short."""
        if step not in self._parts:
            self._parts[step] = tuple(self._cut(step))
        return self._parts[step]

    def next_part(self, step: Step, most: float) -> Part:
        """The first part of a page that was neither read nor asked about enough, or as many
        of its sections as fit the minutes; one at least."""
        parts = self.parts(step)
        part = next((one for one in parts if not self._is_open(one)), parts[0])
        if part.minutes <= most:
            return part
        times = times_of(self.standing.course, step)
        wanted = {one: times[one] for one in part.sections or times if one in times}
        return next(iter(_cut(step.module, wanted, most)), part)

    def unseen(self, part: Part) -> list[Item]:
        """The items on it that were never answered."""
        memories = self.standing.memories
        return [
            one
            for one in self._items
            if one.module == part.module
            and (not part.sections or one.section in part.sections)
            and one.id not in memories
        ]

    def exercises(self, step: Step) -> list[str]:
        """The exercises of a lab that are not solved, by id."""
        lab = self.standing.course.labs[step.lab]
        return [one.id for one in lab.exercises if one.id not in self.standing.solved]

    def opens(self, item: Item) -> bool:
        """Whether an item may be asked: the step that teaches it was read or skipped.

        What no step teaches may be asked once its module was, or when no page is left.
        """
        key = item.module, item.section
        if key not in self._open:
            self._open[key] = self._opens(*key)
        return self._open[key]

    def _opens(self, module: str, section: str) -> bool:
        steps = [
            step
            for step in self.steps
            if step.module == module
            and not step.lab
            and (not step.sections or section in step.sections)
        ]
        if steps:
            return any(self._taught(step, section) for step in steps)
        if module not in self.standing.course.modules:
            return True
        pages_left = any(not step.lab for step in self.left)
        return not pages_left or self._is_open(Part(module, (), 0.0))

    def _taught(self, step: Step, section: str) -> bool:
        if self.state(step) != "left":
            return True
        drilled = self.standing.drilled
        if not any(
            one.id in drilled for one in self._items if one.module == step.module
        ):
            return False  # and its parts need not be worked out
        parts = self.parts(step)
        return any(section in part.sections and self._is_open(part) for part in parts)

    def _is_open(self, part: Part) -> bool:
        course, pages = self.standing.course, self.standing.pages
        return is_read(course, part.module, pages, part.sections) or self._asked(
            part.module, part.sections
        )

    def _asked(self, module: str, sections: tuple[str, ...]) -> bool:
        return asked_enough(self._items, self.standing.drilled, module, sections)

    def _cut(self, step: Step) -> Iterator[Part]:
        course, most = self.standing.course, self.minutes * SHARE
        whole = float(minutes_of(course, step))
        if whole <= most:
            yield Part(step.module, step.sections, whole)
            return
        cut = list(_cut(step.module, times_of(course, step), most))
        if len(cut) > 1:
            yield from cut
        else:
            yield Part(step.module, step.sections, whole)


def _cut(module: str, times: Mapping[str, float], most: float) -> Iterator[Part]:
    """Sections in a row, each time as many as fit the minutes; one at least."""
    group: dict[str, float] = {}
    for section, time in times.items():
        if group and sum(group.values()) + time > most:
            yield Part(module, tuple(group), sum(group.values()))
            group = {}
        group[section] = time
    if group:
        yield Part(module, tuple(group), sum(group.values()))
