"""A sitting: nothing acknowledged is lost, nothing counts that came too late."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from certlab.course import Course
from certlab.errors import CourseError, HistoryError
from certlab.study.exams import Sitting, begin, reports, unfinished
from certlab.study.history import History
from certlab.study.memory import fold

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.time = NOON

    def __call__(self) -> datetime:
        return self.time

    def pass_(self, **span: float) -> None:
        self.time += timedelta(**span)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "history.jsonl")


@pytest.fixture
def sitting(whole: Course, history: History, clock: Clock) -> Sitting:
    return begin(whole, history, "nca-aiio", seed=7, now=clock)


def right(sitting: Sitting, place: int) -> Any:
    """A right answer to one question."""
    question = sitting.questions[place]
    said = question.feedback
    match question.kind:
        case "single":
            return said["correct"][0]
        case "multi":
            return said["correct"]
        case "numeric":
            number, _, unit = said["answer"].partition(" ")
            return {"number": number, "unit": unit}
        case "order":
            return said["order"]
        case "match":
            return said["pairs"]
        case "cloze":
            return {gap: texts[0] for gap, texts in said["accepted"].items()}
        case _:
            return said["answer"]


def wrong(sitting: Sitting, place: int) -> Any:
    """A wrong answer to a single-choice question."""
    question = sitting.questions[place]
    assert question.kind == "single"
    return next(
        one for one in question.key["options"] if one not in question.key["correct"]
    )


def singles(sitting: Sitting) -> list[int]:
    return [n for n, one in enumerate(sitting.questions) if one.kind == "single"]


def again(whole: Course, history: History, clock: Clock) -> Sitting:
    """The sitting as another program finds it."""
    found = unfinished(whole, history, now=clock)
    assert found is not None
    return found


def test_a_whole_sitting_right_in_all_kinds(
    whole: Course, history: History, clock: Clock, sitting: Sitting
) -> None:
    for place in range(len(sitting.questions)):
        sitting.see(place)
        clock.pass_(seconds=30)
        assert sitting.respond(place, right(sitting, place), 30_000)
        assert sitting.standing(place) == "answered"
    assert history.read().answers == ()  # nothing is graded before the end
    sitting.finish()
    (report,) = reports(whole, history)
    assert (report.right, report.wrong, report.unanswered) == (27, 0, 0)
    assert report.percent == 100
    assert report.minutes == 14
    assert report.allowed == 33
    answers = history.read().answers
    assert [one.outcome for one in answers] == ["correct"] * 27
    assert {one.mode for one in answers} == {"exam"}
    assert {one.milliseconds for one in answers} == {30_000}
    assert {one.more["sitting"] for one in answers} == {sitting.id}
    assert len(fold(answers)) == 27


def test_every_step_is_there_for_another_program(
    whole: Course, history: History, clock: Clock, sitting: Sitting
) -> None:
    first, second, third, *_ = singles(sitting)
    sitting.respond(first, wrong(sitting, first), 1_000)
    sitting.respond(first, right(sitting, first), 2_000)  # thought better of it
    sitting.flag(second, True)
    sitting.flag(first, True)
    sitting.flag(first, False)
    sitting.see(third)
    clock.pass_(minutes=10)
    other = again(whole, history, clock)
    assert other.responses == {first: right(sitting, first)}
    assert other.spent == {first: 3_000}
    assert other.flags == {second}
    assert other.standing(third) == "seen"
    assert other.standing(second) == "unseen"
    assert other.left() == timedelta(minutes=23)
    assert other.paper == sitting.paper
    assert [one.show for one in other.questions] == [
        one.show for one in sitting.questions
    ]


def test_what_is_given_after_the_deadline_does_not_count(
    whole: Course, history: History, clock: Clock, sitting: Sitting
) -> None:
    first, second, *_ = singles(sitting)
    assert sitting.respond(first, right(sitting, first))
    clock.pass_(minutes=33)
    assert sitting.over
    assert not sitting.respond(second, right(sitting, second))
    clock.pass_(days=2)
    assert unfinished(whole, history, now=clock) is None  # and it was ended
    (report,) = reports(whole, history)
    assert (report.right, report.unanswered) == (1, 26)
    assert report.sitting.ended == NOON + timedelta(minutes=33)
    assert report.minutes == 33


def test_a_line_that_nobody_can_judge_is_unanswered_and_the_report_says_why(
    whole: Course, history: History, clock: Clock
) -> None:
    sitting = begin(whole, history, "ncp-aii", seed=7, now=clock)
    kinds = [one.kind for one in sitting.questions]
    place, other = kinds.index("command"), kinds.index("numeric")
    sitting.respond(place, "nobody-knows --this")
    sitting.respond(other, {"number": "many", "unit": ""})
    assert sitting.standing(place) == sitting.standing(other) == "incomplete"
    sitting.finish()
    (report,) = reports(whole, history)
    assert (report.right, report.wrong) == (0, 0)
    assert report.rows[place].outcome == report.rows[other].outcome == "unanswered"
    assert report.rows[place].response == "nobody-knows --this"
    said = "This question does not know `nobody-knows`, so it cannot judge the line."
    assert (report.rows[place].say, report.rows[other].say) == (said, "")


def test_the_end_can_be_told_twice_and_after_a_crash(
    whole: Course,
    history: History,
    clock: Clock,
    sitting: Sitting,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for place in singles(sitting)[:5]:
        sitting.respond(place, right(sitting, place))
    append, count = History.append, 0

    def crash(*given: Any, **named: Any) -> Any:
        nonlocal count
        count += 1
        if count > 3:  # the end and two answers
            raise HistoryError("power cut")
        return append(*given, **named)

    monkeypatch.setattr(History, "append", crash)
    with pytest.raises(HistoryError, match="power cut"):
        sitting.finish()
    monkeypatch.undo()
    assert len(history.read().answers) == 2
    sitting.finish()
    sitting.finish()
    other = reports(whole, history)[0]
    assert other.right == 5
    assert len(history.read().answers) == 5
    assert sum(row.outcome == "ended" for row in history.read().rows) == 1


def test_two_programs_in_one_sitting_lose_nothing_and_agree(
    whole: Course, history: History, clock: Clock, sitting: Sitting
) -> None:
    other = again(whole, history, clock)
    first, second, *_ = singles(sitting)
    sitting.respond(first, right(sitting, first))
    other.respond(second, right(other, second))
    sitting.finish()
    other.finish()
    (report,) = reports(whole, history)
    assert report.right == 2
    assert len(history.read().answers) == 2


def test_what_cannot_be_graded_is_not_answered(
    whole: Course, history: History, clock: Clock, sitting: Sitting
) -> None:
    place = next(n for n, one in enumerate(sitting.questions) if one.kind == "multi")
    sitting.respond(place, right(sitting, place)[:1])
    assert sitting.standing(place) == "incomplete"
    sitting.finish()
    (report,) = reports(whole, history)
    assert report.unanswered == 27
    assert history.read().answers == ()


def test_time_can_be_had_before_the_start(
    whole: Course, history: History, clock: Clock
) -> None:
    longer = begin(whole, history, "nca-aiio", factor=1.5, now=clock)
    assert longer.left() == timedelta(minutes=50)  # 33 by a half more, rounded up
    untimed = begin(whole, history, "nca-aiio", factor=None, now=clock)
    clock.pass_(days=40)
    assert untimed.left() is None
    assert not untimed.over
    own = begin(whole, history, "nca-aiio", minutes=10, factor=2, now=clock)
    assert own.left() == timedelta(minutes=20)


def test_a_paper_of_its_seed_is_the_same_for_everybody(
    whole: Course, tmp_path: Path, clock: Clock
) -> None:
    papers = [
        begin(whole, History(tmp_path / name / "h"), "nca-aiio", seed=2611, now=clock)
        for name in ("one", "two")
    ]
    assert papers[0].paper == papers[1].paper


def test_without_a_seed_what_was_answered_before_is_avoided(
    whole: Course, history: History, clock: Clock
) -> None:
    first = begin(whole, history, "ncp-aio", now=clock)
    for place in range(len(first.questions)):
        first.respond(place, right(first, place))
    first.finish()
    asked = {one.item for one in first.paper.asked}
    anew = [begin(whole, history, "ncp-aio", now=clock).paper for _ in range(5)]
    known = [sum(one.item in asked for one in paper.asked) for paper in anew]
    blind = [
        sum(
            one.item in asked
            for one in begin(whole, history, "ncp-aio", seed=n, now=clock).paper.asked
        )
        for n in range(40)
    ]
    assert max(known) < sum(blind) / len(blind)


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({"code": "NCX"}, "There is no exam NCX"),
        ({"code": "NCA-AIIO", "seed": -1}, "Seed -1: give a number from 0 to 9999."),
        ({"code": "NCA-AIIO", "count": 118}, "118 questions: NCA-AIIO has at most 117"),
        ({"code": "NCA-AIIO", "minutes": 0}, "0 minutes: give at least one."),
        ({"code": "NCA-AIIO", "factor": 0.5}, "Time x0.5: give 1, 1.5, 2 or untimed."),
    ],
)
def test_what_makes_no_sense_is_refused_and_nothing_recorded(
    whole: Course, history: History, told: dict[str, Any], says: str
) -> None:
    with pytest.raises(CourseError, match=says.replace("(", r"\(")):
        begin(whole, history, **told)
    assert history.read().rows == ()


def test_an_exam_without_a_question_is_refused(whole: Course, history: History) -> None:
    with pytest.raises(CourseError, match="NCP-AIO: no question can be drawn yet"):
        begin(replace(whole, items={}), history, "NCP-AIO")
    assert history.read().rows == ()


def test_a_sitting_of_an_exam_that_is_gone_or_torn_is_passed_over(
    whole: Course, history: History, clock: Clock, sitting: Sitting
) -> None:
    text = history.path.read_text("utf-8")
    row = json.loads(text)
    for broken in (
        {"exam": "nca-gone"},
        {},
        None,
        {**row["response"], "seats": [[9, 1, 1]]},
    ):
        history.path.write_text(json.dumps({**row, "response": broken}) + "\n", "utf-8")
        assert unfinished(whole, history, now=clock) is None
        assert reports(whole, history) == []


def test_a_question_that_the_course_has_no_more_is_left_out(
    whole: Course, history: History, clock: Clock, sitting: Sitting
) -> None:
    first, second, *_ = singles(sitting)
    sitting.respond(first, right(sitting, first))
    sitting.respond(second, right(sitting, second))
    gone = sitting.paper.asked[first].item
    items = {id: item for id, item in whole.items.items() if id != gone}
    course = replace(whole, items=items)
    other = again(course, history, clock)
    assert len(other.questions) == 26
    other.finish()
    assert reports(course, history)[0].right == 1


def test_the_report_by_domain_and_its_interval(
    whole: Course, history: History, clock: Clock, sitting: Sitting
) -> None:
    for place in singles(sitting):
        answer = wrong if place % 3 == 0 else right
        sitting.respond(place, answer(sitting, place))
    sitting.flag(0, True)
    sitting.finish()
    (report,) = reports(whole, history)
    assert len(report.rows) == 27
    assert sum(one.right for one in report.domains) == report.right
    assert sum(one.total for one in report.domains) == 27
    assert [one.domain for one in report.domains] == [1, 3]
    assert report.unasked == (2,)
    assert report.curve == ()  # of another exam: one of three domains was not asked
    assert report.rows[0].flagged
    text = json.dumps(report.as_dict())
    assert "pass" not in text


def test_the_curve_stands_where_every_domain_was_asked(
    whole: Course, history: History, clock: Clock, make: Callable[..., Course]
) -> None:
    course = make(whole)
    sitting = begin(course, history, "nca-aiio", seed=1, now=clock)
    assert len(sitting.questions) > 27
    sitting.finish()
    (report,) = reports(course, history)
    assert report.unasked == ()
    assert [cut for cut, _ in report.curve] == list(range(50, 91))


def test_a_part_paper_says_nothing_of_the_whole_exam(
    whole: Course, history: History, clock: Clock, make: Callable[..., Course]
) -> None:
    """Every domain is asked, but objectives of a third of the weight are not."""
    course = make(whole)
    exam = course.certifications["nca-aiio"]
    first, second, third = exam.domains
    more = tuple(
        replace(second.objectives[0], id=f"nca-aiio.2.{n}") for n in range(2, 60)
    )
    second = replace(second, objectives=(*second.objectives, *more))
    exam = replace(exam, domains=(first, second, third))
    course = replace(course, certifications={**course.certifications, "nca-aiio": exam})
    sitting = begin(course, history, "nca-aiio", seed=1, now=clock)
    assert sitting.paper.is_part
    sitting.finish()
    (report,) = reports(course, history)
    assert (report.unasked, report.curve) == ((), ())
    assert report.sitting.paper == sitting.paper, "what it lacks is in its row"


def test_an_exam_by_its_other_code_with_the_time_of_its_questions(
    whole: Course, history: History, clock: Clock
) -> None:
    one = begin(whole, history, "ncp-aiol", seed=1, now=clock)
    asked = len(one.questions)
    assert one.paper.code == "NCP-AIO"
    assert one.paper.minutes == -(-45 * asked // 30)
    own = begin(whole, history, "NCP-AIO", seed=1, minutes=120, now=clock)
    assert own.left() == timedelta(minutes=120)


def test_a_sitting_of_an_older_version_says_nothing_of_what_it_lacked(
    whole: Course, history: History, clock: Clock
) -> None:
    begin(whole, history, "nca-aiio", seed=1, now=clock)
    row = json.loads(history.path.read_text("utf-8"))
    assert row["response"].pop("lacks")
    history.path.write_text(f"{json.dumps(row)}\n", "utf-8")
    assert again(whole, history, clock).paper.notes == ()


@pytest.fixture
def make() -> Callable[[Course], Course]:
    """A course in which some questions serve the second domain of NCA-AIIO."""

    def moved(course: Course) -> Course:
        spare = [
            one
            for one in course.items.values()
            if one.objective.startswith("ncp-aii.2")
            and one.pool == "practice"
            and not any("nca-aiio" in also for also in one.also)
            and one.kind == "single"
        ][:11]
        items = {one.id: replace(one, also=("nca-aiio.2.1",)) for one in spare}
        return replace(course, items={**course.items, **items})

    return moved
