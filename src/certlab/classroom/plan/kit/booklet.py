"""The answers for the teacher, and the sheet for learners: a syllabus in its order."""

from collections.abc import Callable, Iterator
from textwrap import indent

from certlab.classroom.plan.kit.lab_tasks import Task
from certlab.classroom.plan.kit.markdown_text import fenced, markdown, row
from certlab.classroom.plan.kit.predictions import Prediction
from certlab.classroom.plan.kit.question_text import QuestionText
from certlab.classroom.plan.kit.stages import Asked, Part, Stage, name_of, said
from certlab.classroom.plan.markdown import day_heading
from certlab.classroom.plan.syllabi import Syllabus
from certlab.course import Course

KEEP = (
    "**For the teacher.** Keep this from learners until they have answered. It is no secret, "
    "because the course's files hold all of it for anybody who looks."
)
_LINE, _SHORT = "." * 60, "." * 20


def answers(syllabus: Syllabus, told: tuple[Stage, ...], course: Course) -> str:
    """Every question, exercise and prediction with its answer and the reasons."""
    text = QuestionText(course)

    def part(one: Part) -> Iterator[str]:
        match one:
            case Asked():
                yield _about(one)
                yield from text.answered(one)
            case Task():
                yield from _solved(one, course)
            case Prediction():
                yield from _came_out(one)

    letters = (
        "The letters are those of the sheet. A poll on the screen shuffles its options, and "
        "may draw other numbers."
    )
    head = [f"# Answers: {syllabus.title}", KEEP, letters]
    return _pages(head, syllabus, told, text, course, part)


def sheet(syllabus: Syllabus, told: tuple[Stage, ...], course: Course) -> str:
    """What learners answer, in the same order and without any answer."""
    text = QuestionText(course)

    def part(one: Part) -> Iterator[str]:
        match one:
            case Asked():
                yield from text.asked(one)
                yield f"Answer: {_LINE}"
            case Task():
                yield from _statement(one)
            case Prediction():
                yield from _question(one, lined=True)

    lab = "Exercises are written in the lab that their step names."
    head = [f"# Sheet: {syllabus.title}", f"Name: {_LINE}", lab]
    asks = tuple(stage for stage in told if stage.parts)
    return _pages(head, syllabus, asks, text, course, part)


def _pages(
    head: list[str],
    syllabus: Syllabus,
    told: tuple[Stage, ...],
    text: QuestionText,
    course: Course,
    part: Callable[[Part], Iterator[str]],
) -> str:
    def blocks() -> Iterator[str]:
        yield from head
        day = 0
        for stage in told:
            if stage.day != day:
                day = stage.day
                yield f"## {day_heading(syllabus, day)}"
            yield f"### {stage.step.title} ({stage.step.minutes} minutes)"
            yield from _lab(stage, course)
            for one in stage.parts:
                if isinstance(one, Asked):
                    yield from text.frame(one)
                yield f"#### {name_of(one)} (`{one.id}`)"
                yield from part(one)

    return "\n\n".join(filter(None, blocks())) + "\n"


def _lab(stage: Stage, course: Course) -> Iterator[str]:
    if lab := course.labs.get(stage.step.lab):
        parts = "; ".join(stage.step.parts) or "all of it"
        yield f"Lab: {lab.title} (`{lab.id}`), {parts}."


def _about(one: Asked) -> str:
    """What a teacher wants to know of a question beforehand."""
    item = one.item
    seconds = f", about {item.seconds} seconds" if item.seconds else ""
    codes = ", ".join(map(said, (item.objective, *item.also)))
    return f"Level {item.level}{seconds}. It serves {codes}."


def _statement(one: Task) -> Iterator[str]:
    yield one.statement
    yield from (fenced(code, "python") for code in one.shown)
    yield fenced(one.stub, "python")


def _solved(one: Task, course: Course) -> Iterator[str]:
    yield from _statement(one)
    yield "**Solution**"
    yield one.solution
    if one.says:
        yield "**What the check can say of other answers**"
        rows = (markdown(text, course.maths) for text in one.says)
        yield "\n".join(row("-", text) for text in rows)
    yield "**Wrong answers that learners write, and the check refuses**"
    yield from (fenced(code, "python") for code in one.exercise.wrong)
    if one.exercise.hints:
        yield "**Hints, in the order in which they come**"
        hints = enumerate(one.exercise.hints, 1)
        yield "\n".join(row(f"{n}.", text) for n, text in hints)


def _question(one: Prediction, *, lined: bool) -> Iterator[str]:
    """What is to be predicted, with lines to write on or without."""
    yield one.ask or "The question stands in the lab."
    if one.options:
        yield f"Choose one of: {'; '.join(one.options)}."
    elif one.unit:
        yield f"Give a number in {one.unit}."
    behind = f" {_SHORT}" if lined else ""
    yield "\n".join(row("-", text + behind) for text in one.rows)
    if lined and not one.rows:
        yield f"Prediction: {_LINE}"


def _came_out(one: Prediction) -> Iterator[str]:
    yield from _question(one, lined=False)
    if one.differs:
        yield f"**What comes out** differs between machines: {one.differs}."
    if one.came_out:
        yield "**What comes out**"
        yield fenced(one.came_out)
    if one.whys:
        yield "**Why**"
        rows = (f"{name}: {why}" if name else why for name, why in one.whys)
        yield "\n".join(row("-", text) for text in rows)
    yield indent(one.reading, "> ", lambda _line: True)
