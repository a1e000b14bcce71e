"""`certlab plan`, `certlab progress` and the drill that follows the plan, as typed."""

import json
import os
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from certlab.course import Course
from certlab.day.today import serving
from certlab.study.answers import Answer, to_line
from certlab.study.history import FILE, History
from certlab.terminal.paragraphs import columns
from tests.command_line import Run, certlab
from tests.words.latin import latin

EXAM = "NCA-AIIO"
DAYS = 4  # to plan three weeks takes ten times as long


@pytest.fixture(autouse=True)
def whole(fixed: Course, taught: Callable[[Course], None]) -> Course:
    """The course with few items, which stay the same; the commands read it too."""
    taught(fixed)
    return fixed


def day(days: int) -> str:
    return (date.today() + timedelta(days=days)).isoformat()  # noqa: DTZ011 -- the learner's own day


@pytest.fixture
def history() -> History:
    return History(Path(os.environ["CERTLAB_WORKSPACE"]) / FILE)


def goal(exam: str = EXAM, days: int = DAYS, minutes: int = 20) -> None:
    words = ("--exam", exam, "--date", day(days), "--minutes-a-day", str(minutes))
    run = certlab("plan", *words)
    assert run.returncode == 0, run.stderr


def practised(course: Course, history: History, items: int, days: float = 5) -> None:
    """First answers to so many questions and cards of every module, some days ago."""
    now = datetime.now(UTC)
    for n, item in enumerate(serving(course, EXAM.lower())[:items]):
        row = Answer(item.id, item.rev, "wrong" if n % 4 == 0 else "correct", 1.0)
        history.append(row, now - timedelta(days=days, seconds=-40 * n))


def passed(history: History, exam: str = "nca-aiio") -> None:
    """A goal whose day has come and gone."""
    told = {"exam": exam, "day": day(-3), "minutes": 20}
    at = datetime.now(UTC) - timedelta(days=20)
    history.append(Answer("", 0, "goal", 0, told, mode="plan"), at)


def narrow(text: str, width: int = 80) -> bool:
    return all(columns(line) <= width for line in text.splitlines())


def test_certlab_alone_says_how_to_begin() -> None:
    run = certlab()
    assert (run.returncode, run.stderr) == (0, "")
    lines = run.stdout.splitlines()
    assert lines[0].startswith("No exam is planned yet. Exams: ")
    assert lines[-3].startswith("> certlab plan --exam CODE ")
    assert lines[-2] == "> certlab drill   (all commands: certlab --help)"
    assert lines[-1] == "Days with answers: ○○○○○○○, 0 of the last 7."


def test_certlab_alone_says_today_in_five_lines(history: History) -> None:
    planned = {"exam": EXAM.lower(), "day": day(DAYS), "minutes": 20}
    history.append(Answer("", 0, "goal", 0, planned, mode="plan"), datetime.now(UTC))
    first = certlab()
    assert (first.returncode, first.stderr) == (0, "Planning…\n")
    again = certlab()
    assert (again.stdout, again.stderr) == (first.stdout, "")  # the list was recorded
    head, work, command, stands, week = first.stdout.splitlines()
    assert head.startswith(f"{EXAM} on ")
    assert work.startswith("Today: 0 of ")
    assert re.search(r"done, about \d+ minutes left\. Next: Read: ", work)
    assert command == "> certlab study   (all commands: certlab --help)"
    assert stands.startswith("Not enough data for domains 1, 2, 3: fewer than 5 first")
    assert week == "Days with answers: ○○○○○○○, 0 of the last 7."


def test_a_new_learner_reads_what_to_do_how_they_stand_and_why() -> None:
    goal()
    run = certlab("plan")
    assert (run.returncode, run.stderr) == (0, "")
    head, work, stands, why = run.stdout.split("\n\n")
    assert head.startswith(f"{EXAM} on ")
    assert head.endswith(f", in {DAYS} days, 20 minutes a day")
    first, *tasks = work.splitlines()
    minutes = re.fullmatch(r"Today, about (\d+) minutes", first)
    assert minutes is not None
    assert 10 < int(minutes[1]) <= 20
    assert re.search(r"\d min  Read: ", tasks[0])
    assert "> certlab study" in work
    assert re.search(r"\d min  \d+ new items: ", work)
    assert "> certlab drill" in work
    assert "fewer than 5 first answers each" in stands
    assert "Not enough data for domains 1, 2, 3" in stands
    assert why.startswith("Why this today\n- ")
    assert " new items come once their pages are read or skipped." in why
    assert "with this plan" not in stands, "nothing is known of this learner yet"
    assert re.search(r"questions on \d+ of the \d+ objectives of this exam", stands)
    assert narrow(run.stdout)
    assert len(run.stdout.splitlines()) <= 24  # one screen


def test_after_a_first_answer_the_plan_has_a_score(
    whole: Course, history: History
) -> None:
    practised(whole, history, 1)
    goal()
    run = certlab("plan")
    assert re.search(r", with this plan +\d+ %  \d+ to \d+ %", run.stdout)
    assert ", with this plan: expected score " in certlab().stdout


def test_an_exam_that_the_course_hardly_serves_has_no_score_whatever_is_answered(
    whole: Course, history: History
) -> None:
    """NCP-AIO: three items or more on objectives of 9 % of it."""
    now = datetime.now(UTC)
    for item in serving(whole, "ncp-aio"):
        row = Answer(item.id, item.rev, "correct", 1.0)
        history.append(row, now - timedelta(days=2))
    goal("NCP-AIO")
    says = "No score can be expected yet: the course has 3 questions or more on "
    for verb in ("plan", "progress"):
        run = certlab(verb)
        text = " ".join(run.stdout.split())
        assert says in text
        assert "on objectives that are 9 % of this exam" in text
        assert "with this plan" not in text
        assert "Chance" not in text
    assert certlab().stdout.splitlines()[3].startswith(says[:40])
    found = json.loads(certlab("progress", "--json").stdout)
    assert [found[name] for name in ("mean", "low", "high", "curve")] == [None] * 4
    assert (found["today"], found["with_the_plan"], found["enough"]) == (
        None,
        None,
        False,
    )


def test_another_code_of_an_exam_is_taken_and_said_once(history: History) -> None:
    words = ("--exam", "ncp-aiol", "--date", day(DAYS), "--minutes-a-day", "20")
    run = certlab("plan", *words)
    says = "NCP-AIOL and NCP-AIO are codes of the same exam; here it is NCP-AIO.\n"
    assert (run.returncode, run.stderr) == (0, says)
    assert run.stdout.startswith("NCP-AIO on ")
    assert certlab("plan").stderr == ""
    assert certlab("progress", "--exam", "NCP-AIOL").stderr == says


def test_the_plan_as_json(whole: Course, history: History) -> None:
    practised(whole, history, 1)
    goal(minutes=3, days=3)
    found = json.loads(certlab("plan", "--json").stdout)
    assert (found["exam"], found["date"], found["minutes_a_day"]) == (EXAM, day(3), 3)
    assert found["days_left"] == 3
    assert (found["score_today"], found["score_on_the_day"]) == (None, None)
    kept = found["score_with_the_plan"]
    assert 0 < kept["low"] < kept["mean"] < kept["high"] <= 1
    items = {id for task in found["tasks"] for id in task["items"]}
    assert set(found["order"]) == items <= whole.items.keys()
    assert found["will_not_fit"] > 0
    assert found["more_minutes_a_day"] in (5, 10, 15, 30)
    assert 0 < found["would_bring_in"] <= found["will_not_fit"]
    assert found["last_sweep"]["ends"] == day(2)
    says = f"{found['will_not_fit']} of {len(serving(whole, 'nca-aiio'))} items will not fit; "
    assert any(one.startswith(says) for one in found["says"])
    assert all(task["why"] for task in found["tasks"])
    assert found["enough"] is False
    assert found["problems"] == []


def test_progress_without_enough_data_says_the_number(
    whole: Course, history: History
) -> None:
    goal()
    practised(whole, history, 3)
    run = certlab("progress")
    assert (run.returncode, run.stderr) == (0, "")
    assert "Not enough data for domains 1, 2, 3: fewer than 5" in run.stdout
    assert " of 5 " in run.stdout
    assert "%" in run.stdout
    assert narrow(run.stdout)
    found = json.loads(certlab("progress", "--json").stdout)
    assert (found["code"], found["enough"], found["today"]) == (EXAM, False, None)
    assert found["day"] == day(DAYS)
    other = json.loads(certlab("progress", "--exam", "ncp-aii", "--json").stdout)
    assert (other["code"], other["day"]) == ("NCP-AII", day(0))


def test_what_is_solved_of_labs_is_said_by_each_command(
    whole: Course, history: History
) -> None:
    lab = whole.labs["mig/10_slices"]
    count = len(lab.exercises)
    goal("ncp-aii")
    before = certlab("progress").stdout
    assert " 0 of " in next(
        one for one in before.splitlines() if one.startswith("Labs")
    )
    for n, exercise in enumerate(lab.exercises, 1):
        history.append(Answer(exercise.id, 1, "correct", 1.0, mode="exercise"))
        tick = " ✓" if n == count else ""
        said = certlab("lab", "list").stdout
        assert (
            f"{n} of {count} exercise{'' if count == 1 else 's'} solved{tick}" in said
        )
        rows = json.loads(certlab("lab", "list", "--json").stdout)
        (row,) = [one for one in rows if one["id"] == lab.id]
        assert (row["exercises"], row["solved"]) == (count, n)
    found = json.loads(certlab("progress", "--json").stdout)
    assert found["labs"][lab.id] == {"done": count, "count": count}
    assert before != certlab("progress").stdout


@pytest.mark.parametrize("verb", ["plan", "progress", "drill"])
def test_they_speak_the_learners_language(
    verb: str, whole: Course, history: History
) -> None:
    practised(whole, history, 12)
    words = ("--exam", EXAM, "--date", day(DAYS), "--minutes-a-day", "20")
    assert certlab("plan", *words, "--lang", "zh_TW").returncode == 0
    run = certlab(verb, "--lang", "zh_TW", lines="q\n")
    assert run.returncode == 0, run.stderr
    assert narrow(run.stdout)
    if verb == "drill":
        assert "題" in run.stdout
        return
    texts = [one.name for one in whole.certifications["nca-aiio"].domains]
    texts += [one.title for one in whole.modules.values()]
    texts += [one.short for one in whole.modules.values()]
    texts += [one.title for one in whole.labs.values()]
    known = ["certlab drill", "certlab study", "certlab lab open", EXAM]
    labs = [lab.id for lab in whole.labs.values()]
    unbroken = " ".join(run.stdout.split())  # a title may take two lines
    assert latin(unbroken, *texts, *known, *labs) == []


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("--exam", EXAM, "--date", day(-1)), 1, f"{day(-1)} has passed; give the"),
        (
            ("--exam", EXAM, "--date", "2026-13-01"),
            1,
            "2026-13-01 is not a date; write it",
        ),
        (
            ("--exam", EXAM, "--date", "soon"),
            1,
            "soon is not a date; write it like 2027-",
        ),
        (("--exam", EXAM, "--date", day(5000)), 1, f"{day(5000)} is more than ten"),
        (("--minutes-a-day", "0"), 1, "0 minutes a day: give 1 to 720."),
        (("--minutes-a-day", "-3"), 1, "-3 minutes a day: give 1 to 720."),
        (("--minutes-a-day", "100000"), 1, "100000 minutes a day: give 1 to 720."),
        (("--minutes-a-day", "many"), 2, "--minutes-a-day"),
        (("--exam", "NCA-AII"), 1, "There is no exam NCA-AII; did you mean NCA-AIIO"),
        (
            ("--exam", "nothing"),
            1,
            "There is no exam nothing; choose one of NCA-AIIO, ",
        ),
        (("--lang", "xx"), 1, "There is no language xx; choose one of en, zh_TW."),
        (("--when", "today"), 2, "--when"),
    ],
)
def test_what_makes_no_sense_is_refused_and_the_plan_stays(
    words: Sequence[str], code: int, says: str, history: History
) -> None:
    goal("NCP-AII")
    before = history.path.read_bytes()
    run = certlab("plan", *words)
    assert run.returncode == code
    assert says in run.stderr
    if code == 1:
        assert run.stderr.startswith(f"certlab: {says}")
        assert run.stderr.count("\n") == 1
    assert run.stdout == ""
    assert history.path.read_bytes() == before
    assert "NCP-AII" in certlab("plan").stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("plan",), "No exam is planned yet; give --exam CODE --date YYYY-MM-DD "),
        (("plan", "--exam", EXAM), "No exam is planned yet; give --exam and --date."),
        (("plan", "--minutes-a-day", "5"), "No exam is planned yet; give --exam"),
        (("progress",), "No exam is planned yet; give --exam CODE."),
        (("progress", "--exam", "NCP-AIJ"), "There is no exam NCP-AIJ; did you mean"),
        (("drill", "--exam", "NCP-AIJ"), "There is no exam NCP-AIJ; did you mean"),
    ],
)
def test_without_a_plan_it_says_what_to_give(
    words: Sequence[str], says: str, history: History
) -> None:
    run = certlab(*words)
    assert run.returncode == 1
    assert run.stderr.startswith(f"certlab: {says}")
    assert run.stderr.count("\n") == 1
    assert not history.path.exists()


@pytest.mark.parametrize(("days", "left"), [(0, "today"), (1, "tomorrow")])
def test_the_exam_is_today_or_tomorrow(
    days: int, left: str, whole: Course, history: History
) -> None:
    practised(whole, history, 30)
    goal(days=days)
    run = certlab("plan")
    assert f", {left}, 20 minutes a day" in run.stdout
    assert " reviews: " in run.stdout
    assert "sweep" not in run.stdout


def test_after_the_exam_it_asks_for_the_next_and_review_goes_on(
    whole: Course, history: History
) -> None:
    passed(history)
    practised(whole, history, 20, days=15)
    run = certlab("plan")
    assert run.returncode == 0
    assert ", passed, 20 minutes a day" in run.stdout
    assert " reviews: " in run.stdout
    assert "The day of the exam has passed; give the next one." in run.stdout
    assert "Until then you review what is due." in run.stdout
    drilled = certlab("drill", "--plain", lines="q\n")
    assert " due." in drilled.stdout
    assert certlab("plan", "--minutes-a-day", "9").returncode == 1  # of a day gone by
    goal(days=3)
    assert "in 3 days" in certlab("plan").stdout


def test_after_the_exam_with_nothing_due_the_drill_says_how_to_go_on(
    history: History,
) -> None:
    passed(history)
    run = certlab("drill", "--plain")
    assert run.returncode == 0
    assert (
        "give the next one. To study ahead of the plan, run certlab drill --exam NCA-AIIO"
        in run.stdout
    )


def test_all_mastered_is_enough(whole: Course, history: History) -> None:
    now = datetime.now(UTC)
    for days in (60, 30, 12, 3):
        for item in serving(whole, "nca-aiio"):
            history.append(
                Answer(item.id, item.rev, "correct", 1), now - timedelta(days)
            )
    for lab in whole.labs.values():
        for one in lab.exercises:
            row = Answer(one.id, 1, "correct", 1, mode="exercise")
            history.append(row, now - timedelta(2))
    goal(minutes=200)
    run = certlab("plan")
    assert "Nothing more today" in run.stdout
    assert "- That is enough today, because the rest is worth more later." in run.stdout
    drilled = certlab("drill", "--json")
    assert drilled.returncode == 0
    assert json.loads(drilled.stdout)["asked"] == 0
    assert drilled.stderr.startswith("That is enough today, ")


def test_lines_of_a_newer_version_are_told_of_once_and_nothing_is_lost(
    whole: Course, history: History
) -> None:
    goal()
    practised(whole, history, 6)
    rows = history.read().rows
    newer = [
        to_line(replace(row, ulid=f"{row.ulid[:-1]}Z")).replace(
            '"schema": 1', '"schema": 9'
        )
        for row in rows
    ]
    with history.path.open("a", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in newer)
    before = history.path.read_bytes()
    for verb in ("plan", "progress"):
        run = certlab(verb)
        assert run.returncode == 0
        assert run.stderr == (
            f"history.jsonl: {len(newer)} lines were written by a newer version of certlab; "
            "they are kept and skipped until you update it.\n"
        )
        assert len(json.loads(certlab(verb, "--json").stdout)["problems"]) == 1
    assert history.path.read_bytes() == before
    goal(minutes=25)
    assert history.path.read_bytes().startswith(before)


def test_a_clock_that_went_backwards_is_told_and_nothing_is_lost(
    whole: Course, history: History
) -> None:
    practised(whole, history, 30, days=-4)
    before = history.path.read_bytes()
    goal()
    run = certlab("plan")
    assert run.returncode == 0
    assert "Today, about" in run.stdout
    told = certlab("progress").stdout
    assert "have a time in the future and count as given now; check" in (
        " ".join(told.split())
    )
    assert history.path.read_bytes().startswith(before)


def in_zone(zone: str) -> Run:
    """The plan where clocks show another time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", zone)
        time.tzset()
        run = certlab("plan", "--json")
    time.tzset()
    return run


def test_from_taipei_to_los_angeles(whole: Course, history: History) -> None:
    practised(whole, history, 30)
    goal()
    there, here = (
        json.loads(in_zone(zone).stdout)
        for zone in ("Asia/Taipei", "America/Los_Angeles")
    )
    assert there["date"] == here["date"] == day(DAYS)
    assert here["days_left"] - there["days_left"] in (0, 1)
    assert there["minutes_left"] == here["minutes_left"] == 20
    assert there["score_today"] == here["score_today"]


def test_the_drill_asks_what_is_planned_in_its_order(
    whole: Course, history: History
) -> None:
    practised(whole, history, 30)
    goal(minutes=6)
    order = json.loads(certlab("plan", "--json").stdout)["order"]
    assert len(order) > 5
    asked = []
    for _again in range(2):
        run = certlab("drill", "--plain", lines="q\n")
        assert f"{len(order)} items: " in run.stdout
        assert f" · 1 of {len(order)}" in run.stdout
        asked.append(run.stdout)
    assert asked[0] == asked[1]
    few = certlab("drill", "--plain", "--count", "2", lines="q\n")
    assert few.stdout.startswith("2 items: ")
    other = certlab("drill", "--plain", "--module", "mig", lines="q\n")
    assert other.stdout.startswith("10 items: ")
    ask = " ".join(run.stdout.split())
    words = whole.items[order[0]].ask.partition("{")[0].split("`")[0].split()
    assert " ".join(words[:5]) in ask
