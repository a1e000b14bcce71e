"""A rubric of a syllabus: what is looked at in each answer, and what each level means."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import astuple, dataclass, fields

from certlab.classroom.csv_lines import lines
from certlab.classroom.plan.kit.lab_tasks import Task
from certlab.classroom.plan.kit.markdown_text import cell, code, escaped
from certlab.classroom.plan.kit.predictions import Prediction
from certlab.classroom.plan.kit.stages import Asked, Part, Stage, name_of, said
from certlab.classroom.plan.markdown import day_heading
from certlab.classroom.plan.syllabi import Syllabus
from certlab.course import Course
from certlab.course.items import LEVELS
from certlab.course.items.scores import RULES
from certlab.course.marks import fenced
from certlab.course.markup import plain
from certlab.study.answer_sheet import answers

EXERCISE = 4  # points; a question has as many as the place of its level
LONGEST = 160  # characters of a question or a task as a criterion names it
ABOUT = (
    "**For the teacher.** Only the sheet is for learners, because the rubric names what is "
    "right."
)
POINTS = (
    "The points are a suggestion by difficulty, which you may change here or in rubric.csv: a "
    "question has 1 at the level *recall*, 2 at *apply* and 3 at *analyse*, an exercise has "
    f"{EXERCISE}, and a prediction has none, because it is made to be compared and never "
    "marked for being right. *With help* counts three quarters of them, *begun* half, and a "
    "question that counts in part says how. There is no pass mark."
)
SEEN = (
    "How many hints somebody has opened shows below the check in their own notebook, and "
    "nowhere else. A poll on the screen shows how many chose what and never who, so to mark "
    "a question let learners answer it on the sheet."
)
# The columns and how wide they are on paper, in parts.
_LEVELS = {"Full": 18, "With help": 16, "Begun": 20, "Not yet": 14}
_HEAD = {"Criterion": 40, **_LEVELS, "Points": 7}
_SERVES = {"Objective": 14, "Title": 36, "Domain": 26, "Weight of the domain": 12}


@dataclass(frozen=True)
class Criterion:
    """One row of a rubric, in plain words; its fields are the columns of the CSV."""

    day: int
    step: str
    minutes: int
    kind: str
    id: str
    criterion: str
    looked_at: str
    full: str
    with_help: str
    begun: str
    not_yet: str
    points: int
    objectives: str


def criteria(told: Iterable[Stage]) -> tuple[Criterion, ...]:
    """A row for each question, exercise and prediction, in the syllabus' order."""
    return tuple(_row(stage, one) for stage in told for one in stage.parts)


def as_csv(rows: Iterable[Criterion]) -> str:
    """The rows as a table for a spreadsheet."""
    head = (field.name for field in fields(Criterion))
    return "".join(lines(head, map(astuple, rows)))


def as_markdown(
    syllabus: Syllabus,
    told: tuple[Stage, ...],
    rows: tuple[Criterion, ...],
    course: Course,
) -> str:
    """The rows as a table for each step, and what they serve."""
    blocks = [f"# Rubric: {syllabus.title}", ABOUT, POINTS, SEEN]
    left, day = iter(rows), 0
    for stage in told:
        if stage.day != day:
            day = stage.day
            blocks.append(f"## {day_heading(syllabus, day)}")
        if stage.parts:
            blocks.append(f"### {stage.step.title} ({stage.step.minutes} minutes)")
            found = [next(left) for _ in stage.parts]
            blocks.append(_table(_HEAD, map(_cells, found)))
    blocks.append(f"Together: {sum(one.points for one in rows)} points.")
    blocks += ["## What it serves", *_served(told, course)]
    return "\n\n".join(blocks) + "\n"


def _row(stage: Stage, one: Part) -> Criterion:
    step = stage.step
    match one:
        case Asked():
            looked_at, levels = _of_question(one)
            kind, points = "question", LEVELS.index(one.item.level) + 1
        case Task():
            looked_at, levels = _of_exercise(one)
            kind, points = "exercise", EXERCISE
        case Prediction():
            looked_at = _cut(plain(one.ask))
            levels = ("Made before the cell below is run.", "", "", "None is made.")
            kind, points = "prediction", 0
    about = (stage.day, step.title, step.minutes, kind, one.id, name_of(one))
    codes = ", ".join(map(said, _objectives(one)))
    return Criterion(*about, looked_at, *levels, points, codes)


Levels = tuple[str, str, str, str]


def _of_question(one: Asked) -> tuple[str, Levels]:
    right = answers(one.question)
    told = right[:1] if one.question.kind == "numeric" else right
    rule = one.question.key.get("score", "all")
    part = f"Right in part: {RULES[rule]}." if rule != "all" else ""
    wrong = "Anything else; answers.md says why."
    full = "; ".join(plain(text) for text in told)
    asks = " ".join(fenced(one.question.show["ask"])[::2])  # without its exhibits
    return _cut(plain(asks)), (full, part, "", wrong)


def _of_exercise(one: Task) -> tuple[str, Levels]:
    hints, wrong = len(one.exercise.hints), len(one.exercise.wrong)
    full, helped = "The check accepts it.", ""
    if hints == 1:
        full = "The check accepts it, without the hint."
        helped = "The check accepts it, after the hint."
    elif hints:
        full = f"The check accepts it, before the last of {hints} hints."
        helped = (
            f"The check accepts it, after the last of {hints} hints, which says most."
        )
    known = f"the {wrong} wrong answers" if wrong > 1 else "the wrong answer"
    begun = (
        f"The check refuses it, as it does {known} in answers.md, and the learner can say "
        "what is wrong."
    )
    looked_at = _cut(plain(one.wants))
    if one.says:
        looked_at += f" The check looks at: {' / '.join(map(plain, one.says))}"
    missing = "Nothing is tried, or nothing said of what is wrong."
    return looked_at, (full, helped, begun, missing)


def _cut(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3].rstrip()}..."


def _objectives(one: Part) -> tuple[str, ...]:
    match one:
        case Asked():
            return (one.item.objective, *one.item.also)
        case Task():
            return one.lab.objectives
    return ()


def _cells(one: Criterion) -> Iterator[str]:
    serves = f" {one.objectives}." if one.objectives else ""
    yield f"**{escaped(one.criterion)}** {code(one.id)}: {escaped(one.looked_at)}{serves}"
    yield from map(escaped, (one.full, one.with_help, one.begun, one.not_yet))
    yield str(one.points)


def _table(head: Mapping[str, int], rows: Iterable[Iterable[str]]) -> str:
    """A table; pandoc makes a column as wide as its line of hyphens is long."""
    lines_below = ("-" * width for width in head.values())
    table = [head, lines_below, *(map(cell, row) for row in rows)]
    return "\n".join(f"| {' | '.join(row)} |" for row in table)


def _served(told: Iterable[Stage], course: Course) -> Iterator[str]:
    """The objectives with their names, and what their domain weighs in the exam."""
    wanted = {id for stage in told for one in stage.parts for id in _objectives(one)}
    rows = [
        (
            said(objective.id),
            escaped(objective.title),
            escaped(domain.name),
            f"{domain.weight} %",
        )
        for certification in course.certifications.values()
        for domain in certification.domains
        for objective in domain.objectives
        if objective.id in wanted
    ]
    yield _table(_SERVES, rows)
