"""What a learner may hold against it: every time a sentence, never a traceback."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from benchmarks.readiness.courses import EXAM
from certlab.course.certifications import Certification
from certlab.course.labs import Exercise, Lab
from certlab.errors import CourseError
from certlab.readiness import ASSUMED, readiness
from certlab.readiness.evidence import walk
from certlab.study.answers import from_line, to_line
from certlab.study.exams.blueprint import blueprint
from certlab.study.standing import Standing
from tests.readiness.histories import NOW, answers, exam, items

COURSE = exam(60, 40)
TODAY = NOW.date()
ALL = [(id, n % 4 > 0, 3.0) for domain in (1, 2) for n, id in enumerate(items(domain))]


def test_an_exam_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(
        CourseError, match=r"There is no exam NCP-X; choose one of NCA-SIM\."
    ):
        readiness(Standing(COURSE, []), "NCP-X", None, NOW)


def test_an_exam_whose_domains_have_no_weight_says_so() -> None:
    empty = exam(0, 0)
    with pytest.raises(CourseError, match="NCA-SIM: no domain has a weight"):
        readiness(Standing(empty, answers(ALL)), EXAM, None, NOW)


def test_a_day_that_has_passed_is_told_and_taken_as_today() -> None:
    found = readiness(Standing(COURSE, answers(ALL)), EXAM, date(2026, 11, 1), NOW)
    today = readiness(Standing(COURSE, answers(ALL)), EXAM, TODAY, NOW)
    assert found.day == TODAY
    assert found.chances == today.chances
    assert found.notes == (
        (
            "NCA-SIM: the exam day 2026-11-01 has passed, so this is for today; "
            "give the next date."
        ),
    )
    assert readiness(Standing(COURSE, answers(ALL)), EXAM, None, NOW) == today


def test_answers_from_the_future_count_as_of_now_and_are_told() -> None:
    """The clock went backwards after two of them."""
    ahead = [
        (id, right, -400.0 if n < 2 else 0.0) for n, (id, right, _) in enumerate(ALL)
    ]
    found = readiness(Standing(COURSE, answers(ahead)), EXAM, TODAY, NOW)
    assert found.notes == (
        (
            "2 of your answers have a time in the future and count as given now; "
            "check this machine's clock."
        ),
    )
    now = [(id, right, 0.0) for id, right, _ in ALL]
    plain = readiness(Standing(COURSE, answers(now)), EXAM, TODAY, NOW)
    assert found.mean == pytest.approx(plain.mean, abs=0.01)


def test_two_devices_clocks_may_differ_a_little() -> None:
    ahead = [(id, right, -1 / 24 / 60) for id, right, _ in ALL]
    assert readiness(Standing(COURSE, answers(ahead)), EXAM, TODAY, NOW).notes == ()


def test_the_day_is_that_of_the_learners_own_zone() -> None:
    """At 20:00 UTC it is the next day in Taipei, and that day is not passed yet."""
    late = datetime(2026, 11, 21, 20, tzinfo=UTC)
    taipei = late.astimezone(timezone(timedelta(hours=8)))
    found = readiness(Standing(COURSE, answers(ALL)), EXAM, date(2026, 11, 22), taipei)
    assert (found.day, found.notes) == (date(2026, 11, 22), ())
    passed = readiness(Standing(COURSE, answers(ALL)), EXAM, date(2026, 11, 21), taipei)
    assert "has passed" in passed.notes[0]


def test_a_time_without_a_zone_is_this_machines() -> None:
    naive = NOW.astimezone().replace(tzinfo=None)
    found = readiness(Standing(COURSE, answers(ALL)), EXAM, None, naive)
    assert found == readiness(
        Standing(COURSE, answers(ALL)), EXAM, None, NOW.astimezone()
    )


def test_the_last_day_of_the_calendar_is_a_day() -> None:
    found = readiness(Standing(COURSE, answers(ALL)), EXAM, date.max, NOW)
    assert found.day == date.max
    assert sum(found.chances) == pytest.approx(1)


def test_without_answers_there_is_not_enough_data() -> None:
    found = readiness(Standing(COURSE, []), EXAM, TODAY, NOW)
    assert not found.enough
    assert found.notes == (
        (
            "Not enough data: answer more questions that are new to you, "
            "5 of domain 1, 5 of domain 2."
        ),
    )


def test_enough_is_five_new_questions_of_every_domain() -> None:
    rows = [row for row in ALL if row[0] not in items(2)[ASSUMED.fresh :]]
    assert readiness(Standing(COURSE, answers(rows)), EXAM, TODAY, NOW).enough
    repeated = [*rows[:-1], rows[-2]]
    found = readiness(Standing(COURSE, answers(repeated)), EXAM, TODAY, NOW)
    assert not found.enough
    assert [one.missing for one in found.domains] == [0, 1]


def test_a_course_with_too_few_questions_is_told() -> None:
    found = readiness(Standing(exam(60, 40, count=3), []), EXAM, TODAY, NOW)
    assert found.notes[-1] == "The course has too few questions yet for domains 1, 2."


def test_only_the_first_answer_to_an_item_speaks_for_new_ones() -> None:
    """A repeat changes what is remembered of the item, and nothing else."""
    record = {}
    for again in (True, False):
        rows = answers([("d1-0", True, 9.0), ("d1-0", again, 4.0)])
        record[again] = walk(Standing(COURSE, rows), blueprint(COURSE, EXAM), NOW)
        assert record[again].first["d1-0"].ulid == rows[0].ulid
    assert [right for _, right in record[True].predicted] == [True]
    assert [right for _, right in record[False].predicted] == [False]
    recalls = [record[one].memory["d1-0"].recall(NOW) for one in (False, True)]
    assert recalls[0] < recalls[1]


def test_repeats_of_one_sitting_are_not_held_against_what_was_predicted() -> None:
    rows = answers([("d1-0", True, 9.0), ("d1-0", True, 8.9), ("d1-0", True, 8.0)])
    record = walk(Standing(COURSE, rows), blueprint(COURSE, EXAM), NOW)
    assert len(record.predicted) == 1


def test_mock_exams_count_as_first_answers() -> None:
    drill = readiness(Standing(COURSE, answers(ALL)), EXAM, TODAY, NOW)
    assert readiness(Standing(COURSE, answers(ALL, "exam")), EXAM, TODAY, NOW) == drill


def test_rows_that_are_no_answers_or_of_another_course_are_passed_over() -> None:
    rows = answers(ALL)
    steps = [replace(one, ulid=f"s{one.ulid}", outcome="seen") for one in rows]
    gone = answers([("gone", False, 1.0)], "gone")
    found = readiness(Standing(COURSE, [*steps, *gone, *rows]), EXAM, TODAY, NOW)
    assert found == readiness(Standing(COURSE, rows), EXAM, TODAY, NOW)
    undone = replace(
        rows[0], ulid="u", item="", outcome="undone", response=rows[0].ulid
    )
    without = readiness(Standing(COURSE, rows[1:]), EXAM, TODAY, NOW)
    assert readiness(Standing(COURSE, [*rows, undone]), EXAM, TODAY, NOW) == without


def test_answers_from_before_a_reset_are_passed_over() -> None:
    changed = replace(COURSE.items["d1-0"], rev=2, reset=2)
    course = replace(COURSE, items=COURSE.items | {"d1-0": changed})
    found = readiness(Standing(course, answers(ALL)), EXAM, TODAY, NOW)
    assert found.domains[0].fresh == len(items(1)) - 1


def test_a_history_of_a_newer_version_keeps_what_it_adds() -> None:
    rows = [replace(one, more={"mood": "good"}) for one in answers(ALL)]
    again = [from_line(to_line(one)) for one in rows]
    found = readiness(Standing(COURSE, again), EXAM, TODAY, NOW)
    assert found == readiness(Standing(COURSE, answers(ALL)), EXAM, TODAY, NOW)


def test_exercises_count_a_little_and_for_no_fresh_question(tmp_path: object) -> None:
    """The last outcome counts: they are tried until they are right."""
    lab = Lab(
        "a/10", "a", "", (), (f"{EXAM}.2.1",), 10, (), (EXERCISE,), COURSE.root, ""
    )
    course = replace(COURSE, labs={"a/10": lab})
    before = readiness(Standing(course, answers(ALL)), EXAM, TODAY, NOW)
    tried = answers([("solve", False, 2.0), ("solve", True, 1.0)], "exercise")
    found = readiness(Standing(course, [*answers(ALL), *tried]), EXAM, TODAY, NOW)
    assert (
        before.domains[1].share
        < found.domains[1].share
        < before.domains[1].share + 0.02
    )
    assert [one.fresh for one in found.domains] == [one.fresh for one in before.domains]
    failed = readiness(Standing(course, [*answers(ALL), *tried[:1]]), EXAM, TODAY, NOW)
    assert failed.domains[1].share < before.domains[1].share


EXERCISE = Exercise("solve", "stub", "check", "x = 1", ("x = 2",))


def test_labs_of_an_exam_and_weights_that_are_not_100_are_told() -> None:
    one: Certification = COURSE.certifications[EXAM]
    domains = tuple(replace(part, weight=part.weight - 1) for part in one.domains)
    changed = replace(one, hands_on_labs=3, domains=domains)
    course = replace(COURSE, certifications={EXAM: changed})
    assert readiness(Standing(course, answers(ALL)), EXAM, TODAY, NOW).notes == (
        "The published weights sum to 98 %; each is taken as its share of that sum.",
        "NCA-SIM also has 3 hands-on labs; this is for its questions only.",
    )


def test_every_exam_of_the_real_course_has_a_readiness() -> None:
    from certlab.course import load

    course = load()
    for code in course.certifications:
        found = readiness(Standing(course, []), code, None, NOW)
        assert not found.enough
        assert sum(found.chances) == pytest.approx(1)
