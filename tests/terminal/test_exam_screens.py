"""A mock exam on a whole screen, by keys alone."""

import json
import re
from collections.abc import Callable
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from certlab.course import Course
from certlab.study.exams import Sitting, blueprint, reports, unfinished
from certlab.study.history import History
from certlab.terminal.exam_request import ExamRequest
from certlab.terminal.screens.choices import Choices
from certlab.terminal.screens.exam_app import ExamApp
from certlab.terminal.screens.exam_question import ExamQuestion
from certlab.terminal.screens.exam_running import ExamPage
from certlab.terminal.screens.hints import Hints
from tests.study.exams.papers_course import EXAM, carrying
from tests.study.exams.test_sitting import NOON, Clock
from tests.terminal.keyboard import TALL, Keyboard, at, words
from tests.terminal.test_drill_screens import cut_off, right

SEED = 7
LONG = 3600  # seconds: no beat but those that a test makes


@pytest.fixture
def whole(fixed: Course) -> Course:
    """So many questions whatever the course comes to hold."""
    return fixed


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "history.jsonl")


@pytest.fixture
def made(whole: Course, history: History, clock: Clock) -> Callable[..., ExamApp]:
    """An app as the command makes it; another one finds the same history."""

    def make(code: str = "nca-aiio", **asked: Any) -> ExamApp:
        request = ExamRequest(blueprint(whole, code), **{"seed": SEED, **asked})
        return ExamApp(whole, history, request, clock, beat=LONG)

    return make


def running(app: ExamApp) -> Sitting:
    assert app.timer is not None
    return app.timer.sitting


async def answer(board: Keyboard, place: int) -> None:
    """Answer the question that is shown rightly."""
    assert isinstance(board.app, ExamApp)
    sitting = running(board.app)
    page = board.app.screen
    assert isinstance(page, ExamQuestion)
    assert page.place == place
    await board.press(*right(sitting.questions[place]))


def test_a_whole_exam_by_keys_agrees_with_the_history(
    made: Callable[..., ExamApp], whole: Course, history: History, clock: Clock
) -> None:
    app = made()

    async def act(board: Keyboard) -> str:
        said = words(app)
        assert "NCA-AIIO" in said
        assert "27 of 117 questions." in said
        assert "Too few questions could be drawn for objective 1.1" in said
        assert "(•) 1 33 minutes" in said
        assert "( ) 2 50 minutes, +50 % time" in said
        assert "( ) 4 no time limit" in said
        assert history.read().rows == ()  # nothing runs before the start
        said = await board.press("enter")
        assert "question 1 of 27" in said
        assert "33:00 left" in said
        sitting = running(app)
        for place in range(27):
            clock.pass_(seconds=30)
            await answer(board, place)
            said = await board.press("enter")
            assert sitting.standing(place) == "answered"
            for word in ("Right", "Wrong", "✓ R", "✗", "Correct"):
                assert word not in said
        assert "27 of 27 answered" in said
        assert history.read().answers == ()
        said = await board.press("s")
        assert "Every question is answered. Hand in now?" in said
        assert "Press Y to hand in" in await board.press("enter")
        return await board.press("y")

    said = at(app, act)
    assert "100 % 27 of 27 right, 0 wrong, 0 unanswered" in said
    assert "80 % interval:" in said
    assert "NVIDIA publishes no pass mark" in said
    (report,) = reports(whole, history, clock)
    assert report.right == 27
    assert app.report is not None
    assert asdict(app.report)["rows"] == asdict(report)["rows"]
    answers = history.read().answers
    assert [one.outcome for one in answers] == ["correct"] * 27
    assert {(one.surface, one.mode) for one in answers} == {("terminal", "exam")}
    assert app.result.startswith("NCA-AIIO: 27 of 27 right")


def test_every_answer_is_on_disk_when_it_is_given(
    made: Callable[..., ExamApp], whole: Course, history: History, clock: Clock
) -> None:
    """As another program finds it at any time, which is what a kill leaves behind."""
    app = made()

    async def act(board: Keyboard) -> None:
        await board.press("enter")
        for place in range(12):
            await answer(board, place)
            if place % 3 == 0:
                await board.press("escape", "f")
            if running(app).questions[place].kind in ("numeric", "cloze", "command"):
                await app.beat()  # what is typed is kept when the typing pauses,
                await app.beat()  # and not a row a letter
            found = unfinished(whole, history, now=clock)
            assert found is not None
            assert found.responses == running(app).responses
            assert found.standing(place) == "answered"
            await board.press("enter")

    at(app, act)
    rows = history.read().rows
    given = [row for row in rows if row.outcome == "given"]
    assert len({row.item for row in given}) == 12
    assert len(given) < 30


def test_it_goes_on_after_a_kill_with_the_time_that_is_left(
    made: Callable[..., ExamApp], clock: Clock
) -> None:
    async def begin(board: Keyboard) -> dict[int, Any]:
        await board.press("enter")
        for place in range(3):
            await answer(board, place)
            await board.press("enter")
        await board.press("f")
        app = board.app
        assert isinstance(app, ExamApp)
        return dict(running(app).responses)

    before = at(made(), begin)
    clock.pass_(minutes=12)
    app = made()

    async def resume(board: Keyboard) -> None:
        said = words(app)
        assert "NCA-AIIO is not finished: 3 of 27 answered, 21:00 left." in said
        said = await board.press("enter")
        assert "question 4 of 27" in said
        assert "⚑ flagged · 21:00 left" in said
        assert running(app).responses == before
        said = await board.press("p")
        page = app.screen
        assert isinstance(page, ExamQuestion)
        assert page.query_one("Controls").read() == before[2]
        await board.press("q")

    at(app, resume)
    assert app.result == (
        "NCA-AIIO is not finished: 3 of 27 answered, 21:00 left. Continue it with "
        "certlab exam."
    )


def test_another_may_be_begun_instead(made: Callable[..., ExamApp]) -> None:
    async def begin(board: Keyboard) -> None:
        await board.press("enter", "q")

    at(made(), begin)
    app = made(seed=8)

    async def anew(board: Keyboard) -> None:
        assert "B begin a new NCA-AIIO" in words(app)
        assert "How long may it take?" in await board.press("b")
        await board.press("enter")
        assert running(app).paper.seed == 8

    at(app, anew)


def test_the_time_ends_it(
    made: Callable[..., ExamApp], whole: Course, history: History, clock: Clock
) -> None:
    app = made()

    async def act(board: Keyboard) -> None:
        await board.press("enter")
        await answer(board, 0)
        clock.pass_(minutes=32, seconds=59)
        await app.beat()
        assert "0:01 left" in await board.press("n")
        assert isinstance(app.screen, ExamPage)
        clock.pass_(seconds=1)
        await app.beat()
        said = await board.press()
        assert "1 of 27 right, 0 wrong, 26 unanswered" in said
        assert "Time 33 of 33 minutes" in said

    at(app, act)
    (report,) = reports(whole, history, clock)
    assert report.sitting.ended == NOON + timedelta(minutes=33)


def test_its_own_beat_ends_it(whole: Course, history: History, clock: Clock) -> None:
    request = ExamRequest(blueprint(whole, "nca-aiio"), SEED, time="1")
    app = ExamApp(whole, history, request, clock, beat=0.01)

    async def act(board: Keyboard) -> None:
        await board.press("enter", "m")
        clock.pass_(hours=1)
        while "0 of 27 right" not in words(app):
            await board.pilot.pause(0.05)

    at(app, act)


def test_the_time_left_is_said_at_ten_five_and_one(
    made: Callable[..., ExamApp], clock: Clock
) -> None:
    app = made()

    async def act(board: Keyboard) -> None:
        await board.press("enter")
        for minutes, says in [
            (22, []),
            (1, ["10 minutes left."]),
            (4, []),
            (1, ["5 minutes left."]),
            (3, []),
            (1, ["1 minute left."]),
        ]:
            clock.pass_(minutes=minutes)
            await app.beat()
            for key in ("escape", "n"):  # on the next page too
                said = await board.press(key)
                assert re.findall(r"\d+ minutes? left\.", said) == says
            for _ in range(20):
                await app.beat()  # and it goes again

    at(app, act)


def test_untimed_has_no_clock(made: Callable[..., ExamApp], clock: Clock) -> None:
    app = made()

    async def act(board: Keyboard) -> None:
        assert "no time limit" in await board.press("4", "enter")
        clock.pass_(days=3)
        await app.beat()
        assert "question 1 of 27" in await board.press()
        assert running(app).deadline is None

    at(app, act)


@pytest.mark.parametrize(
    ("key", "time"), [("1", "33:00"), ("2", "50:00"), ("3", "1:06:00")]
)
def test_more_time_is_chosen_before_the_start(
    made: Callable[..., ExamApp], key: str, time: str
) -> None:
    app = made()

    async def act(board: Keyboard) -> None:
        assert f"27 {time} left" in await board.press(key, "enter")

    at(app, act)


def test_a_wish_is_taken_to_the_start(made: Callable[..., ExamApp]) -> None:
    app = made(count=5, minutes=9, time="2")

    async def act(board: Keyboard) -> None:
        said = words(app)
        assert "( ) 1 9 minutes" in said
        assert "(•) 3 18 minutes, twice as long" in said
        assert "question 1 of 5 18:00 left" in await board.press("enter")

    at(app, act)


def test_what_cannot_begin_is_said(made: Callable[..., ExamApp]) -> None:
    app = made(count=118)

    async def act(board: Keyboard) -> None:
        said = await board.press("enter")
        assert "118 questions: NCA-AIIO has at most 117; give 1 to 117." in said

    at(app, act)


def test_the_map_shows_and_jumps(made: Callable[..., ExamApp]) -> None:
    app = made()

    async def act(board: Keyboard) -> None:
        await board.press("enter")
        await answer(board, 0)
        await board.press("escape", "f")
        multi = next(
            n for n, one in enumerate(running(app).questions) if one.kind == "multi"
        )
        for _ in range(multi):
            await board.press("escape", "n")
        said = await board.press("1", "m")
        assert "1 of 27 answered, 1 flagged" in said
        assert "1 ✓⚑" in said
        assert f"{multi + 1} ~" in said
        assert f"Question {multi + 1}: started, not complete" in said
        assert "Question 1: answered, flagged" in await board.press("home")
        assert "Question 27: not seen" in await board.press("end")
        assert "Question 27: not seen" in await board.press("right", "down")
        await board.press("up")
        at = app.screen.query_one("Cells").at
        assert at < 26
        assert f"question {at + 1} of 27" in await board.press("enter")
        said = await board.press("escape", "m", "s")
        assert "26 questions have no answer and will count as wrong: 2, 3," in said
        assert "map" in await board.press("n")
        assert f"question {at + 1} of 27" in await board.press("m")

    at(app, act)


def test_the_last_question_leads_to_the_map(made: Callable[..., ExamApp]) -> None:
    app = made(count=2)

    async def act(board: Keyboard) -> None:
        assert "question 1 of 2" in await board.press("enter", "escape", "p")
        assert "question 2 of 2" in await board.press("right")
        assert "question 1 of 2" in await board.press("escape", "left")
        assert "0 of 2 answered" in await board.press("enter", "enter")

    at(app, act)


def test_the_review_tells_what_was_chosen_and_why(
    made: Callable[..., ExamApp], history: History
) -> None:
    app = made()

    async def act(board: Keyboard) -> None:
        await board.press("enter")
        questions = running(app).questions
        single = next(n for n, one in enumerate(questions) if one.kind == "single")
        for _ in range(single):
            await board.press("escape", "n")
        page = app.screen
        assert isinstance(page, ExamQuestion)
        options = questions[single].show["options"]
        correct = questions[single].feedback["correct"]
        wrong = next(n for n, one in enumerate(options, 1) if one["id"] not in correct)
        await board.press(str(wrong), "m", "s", "y")
        said = await board.press("a")
        assert "question 1 of 27" in said
        for _ in range(single):
            said = await board.press("n")
        assert f"question {single + 1} of 27" in said
        assert "✗ Wrong" in said
        assert "Your choice, wrong" in said
        assert "Right answer" in said
        for one in questions[single].feedback["whys"].values():
            assert " ".join(one.replace("`", "").split()[:4]) in said
        said = await board.press("n")
        assert "– Unanswered" in said
        assert "Your choice" not in said
        assert "Source" in said
        assert "0 of 27 right" in await board.press("escape")
        assert "question 1 of 27" in await board.press("w")

    at(app, act)
    assert sum(row.outcome == "ended" for row in history.read().rows) == 1


def test_only_the_wrong_are_reviewed_and_asked_again(
    made: Callable[..., ExamApp], history: History
) -> None:
    app = made(count=4)

    async def act(board: Keyboard) -> None:
        await board.press("enter")
        for place in range(4):
            if place in (0, 2):
                await answer(board, place)
            await board.press("enter")
        said = await board.press("s", "y")
        assert "2 of 4 right, 0 wrong, 2 unanswered" in said
        assert "W review the 2 not right" in said
        assert "question 2 of 4" in await board.press("enter")
        assert "question 4 of 4" in await board.press("enter")
        assert "2 of 4 right" in await board.press("enter")
        assert "item 1 of 2" in await board.press("r")
        await board.press("escape", "q")
        assert "2 of 4 right" in words(app)
        await board.press("r")
        page = app.screen
        keys = right(page.question)
        await board.press(*keys, "enter")
        (row,) = [row for row in history.read().answers if row.mode == "drill"]
        assert row.outcome == "correct"
        assert "2 of 4 right" in await board.press("q")

    at(app, act)


def test_the_same_seed_asks_the_same_again(
    made: Callable[..., ExamApp], history: History, clock: Clock
) -> None:
    app = made(seed=None, count=6, time="2")

    async def act(board: Keyboard) -> None:
        await board.press("enter")
        first = running(app).paper
        assert "0 of 6 right" in await board.press("escape", "m", "s", "y")
        said = await board.press("s")
        assert f"seed {first.seed}" in said
        assert "(•) 3" in said
        assert "Your mock exams, % right" in said
        clock.pass_(minutes=1)
        await board.press("enter")
        assert running(app).paper == first
        said = await board.press("escape", "m", "s", "y")
        assert said.count("← this one") == 1
        first_of_them = app.report
        await board.press("tab", "enter")
        assert app.report is not None
        assert first_of_them is not None
        assert app.report.sitting.id != first_of_them.sitting.id

    at(app, act)
    begun = [row for row in history.read().rows if row.outcome == "begun"]
    assert [row.response["asked"] for row in begun] == [begun[0].response["asked"]] * 2
    assert json.dumps(begun[0].response["factor"]) == "2"


def test_a_full_disk_holds_the_page_and_loses_nothing(
    made: Callable[..., ExamApp], full_disk: Callable[[], None], history: History
) -> None:
    app = made()

    async def act(board: Keyboard) -> None:
        assert "this was not recorded" in await board.press("enter")
        full_disk()
        await board.press("enter")

    at(app, act)
    assert len(history.read().rows) >= 1


def test_a_disk_that_fills_up_midway(
    made: Callable[..., ExamApp],
    whole: Course,
    history: History,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = made()
    full = "certlab.study.history.os.write"

    def refuse(_file: int, _data: object) -> int:
        raise OSError(28, "No space left on device")

    async def act(board: Keyboard) -> None:
        await board.press("enter")
        with monkeypatch.context() as disk:
            disk.setattr(full, refuse)
            await answer(board, 0)
            said = await board.press("n")
            assert "not recorded (No space left on device)" in said
            assert "question 1 of 27" in said
        said = await board.press("n")
        assert "question 2 of 27" in said
        assert "No space" not in said
        assert running(app).standing(0) == "answered"
        with monkeypatch.context() as disk:
            disk.setattr(full, refuse)
            clock.pass_(minutes=40)
            await app.beat()
            assert "No space left on device" in await board.press()
            assert isinstance(app.screen, ExamPage)
        await app.beat()
        assert "1 of 27 right" in await board.press()

    at(app, act)
    assert len(reports(whole, history, clock)) == 1


def test_keys_pressed_twice_turn_one_page(made: Callable[..., ExamApp]) -> None:
    app = made()

    async def act(board: Keyboard) -> None:
        await board.press("enter")
        page = app.screen
        assert isinstance(page, ExamQuestion)
        page.action_step(1)
        page.action_step(1)
        assert "question 2 of 27" in await board.press()

    at(app, act)


def test_a_key_that_comes_too_late_changes_no_answer(
    made: Callable[..., ExamApp],
) -> None:
    app = made()

    async def act(board: Keyboard) -> None:
        await board.press("enter", "1")
        page = app.screen
        assert isinstance(page, ExamQuestion)
        before = running(app).responses[0]
        page.action_step(1)
        page.query_one(Choices).number(2)  # reaches it before the page has turned
        assert "question 2 of 27" in await board.press()
        assert running(app).responses == {0: before}

    at(app, act)


def test_nothing_is_cut_off(made: Callable[..., ExamApp]) -> None:
    app = made()
    sizes = [(80, 24), (60, 24), (40, 14), TALL]

    async def act(board: Keyboard) -> None:
        for keys in ([], ["enter"], ["1", "m"], ["s"], ["y"], ["a"]):
            await board.press(*keys)
            for size in sizes:
                await board.pilot.resize_terminal(*size)
                await board.pilot.pause()
                assert (keys, size, cut_off(board)) == (keys, size, [])
                assert {
                    one.size.height for one in app.screen.query(".plot > .mark")
                } <= {1}
                assert app.screen.query_one(Hints).region.bottom == size[1]

    at(app, act)


def test_p_turns_over_the_three_papers_of_an_exam(
    fixed: Course, history: History, clock: Clock
) -> None:
    course = carrying(fixed)
    app = ExamApp(course, history, ExamRequest(blueprint(course, EXAM)), clock, LONG)

    async def act(board: Keyboard) -> None:
        assert "P chooses: paper 1, paper 2, paper 3, or a random one" in words(app)
        await board.press("p")
        await board.press("3", "enter")
        assert (running(app).paper.number, running(app).factor) == (2, 2)

    at(app, act)
