"""Drill and exam in Traditional Chinese: no English word of the interface, nothing cut off."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from certlab.course import Course
from certlab.course.items import Item
from certlab.course.items.scenario import Scenario
from certlab.study import session as sessions
from certlab.study.exams import blueprint, sitting
from certlab.study.history import History
from certlab.study.questions import Question, compile_item
from certlab.study.session import Session
from certlab.terminal.drill import Drill
from certlab.terminal.exam_lines import sit
from certlab.terminal.exam_request import ExamRequest
from certlab.terminal.paragraphs import columns, filled
from certlab.terminal.screens.drill_app import DrillApp
from certlab.terminal.screens.drill_deck import Deck
from certlab.terminal.screens.exam_app import ExamApp
from certlab.words import text
from tests import command_line
from tests.study.exams.test_sitting import Clock
from tests.study.kinds import kinds
from tests.terminal.keyboard import Keyboard, at, words
from tests.terminal.keyboard import text as shown
from tests.terminal.test_drill import Desk
from tests.terminal.test_drill_screens import cut_off, right
from tests.terminal.test_exam_lines import line
from tests.widgets.plain import plain, plain_question
from tests.words.latin import latin

_ = text("zh_TW")
SEED = 7
ADDRESS = "https://字"
# What is typed, and keys that are named.
KEYS = ("Enter", "Esc", "Tab", "Shift", "go", "map", "submit", "untimed")
RUN = "certlab exam"
PROGRAM = "nvidia-smi"  # a command that is hardly the one asked for
SIZES = ((100, 70), (40, 14))  # all of it, and the least room
LONG = 3600
COUNT = 4  # questions of an exam: each is drawn in three sizes, and again when reviewed


@pytest.fixture(autouse=True)
def authors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Authors who write no Latin letter, so that each that is left is the interface's."""

    def compiled(course: Course, item: Item, seed: int) -> Question:
        made = compile_item(course, item, seed)
        question = plain_question(made)
        if "calls" in made.key:  # what is typed stays; what is said of it does not
            question.key["calls"] = _reasons(made.key["calls"])
        for source in question.feedback["sources"]:
            source["address"] = ADDRESS
        return question

    monkeypatch.setattr(sessions, "compile_item", compiled)
    monkeypatch.setattr(sitting, "compile_item", compiled)


def _reasons(value: Any) -> Any:
    """A command's key, its reasons without a Latin letter."""
    if isinstance(value, dict):
        return {
            name: plain(one, name) if name == "why" else _reasons(one)
            for name, one in value.items()
        }
    return [_reasons(one) for one in value] if isinstance(value, list) else value


@pytest.fixture
def exams(fixed: Course) -> Course:
    """The course with exams and domains of other names."""
    named = {
        id: replace(
            one,
            name=plain(one.name, "title"),
            domains=tuple(
                replace(domain, name=plain(domain.name, "title"))
                for domain in one.domains
            ),
        )
        for id, one in fixed.certifications.items()
    }
    return replace(fixed, certifications=named)


def stays(question: Question) -> Iterator[str]:
    """What a question shows in any language: what is typed, and units."""
    show, says = question.show, question.feedback
    answer = str(says.get("answer") or "")
    yield from (answer, *re.split(r"[\s=,:]", answer), ADDRESS)
    yield from (one for texts in (says["accepted"] or {}).values() for one in texts)
    yield from says["whys"]
    yield from (word for unit in show.get("units", ()) for word in unit.split())
    yield from (word for row in show.get("given", ()) for word in row["unit"].split())


class Reader:
    """Somebody who reads what is shown, and knows what of it may stay English."""

    def __init__(self, *names: str) -> None:
        self.names = {ADDRESS, RUN, *KEYS, *names} - {""}

    def met(self, question: Question) -> None:
        self.names |= {*stays(question)} - {""}

    def reads(self, said: str) -> None:
        said = " ".join(said.split())
        names = (" ".join(name.split()) for name in self.names)
        assert latin(said, *names) == [], said[:2000]


def wrong(question: Question) -> str:
    """A line that is graded, and hardly right."""
    show = question.show
    match question.kind:
        case "single":
            ids = [one["id"] for one in show["options"]]
            other = next(id for id in ids if id not in question.feedback["correct"])
            return f"{ids.index(other) + 1}?"
        case "multi":
            return " ".join(str(n + 1) for n in range(show["select"]))
        case "numeric":
            return f"987654 {show['units'][0] if show['units'] else ''}"
        case "order":
            order = line(question).split()
            return " ".join([*order[1:], order[0]])
        case "match":
            return " ".join(f"{n}a" for n, _one in enumerate(show["left"], 1))
        case "cloze":
            return ";".join(["1"] * len(show["gaps"]))
        case "command":
            return PROGRAM
        case _other:
            return "n"


def invalid(question: Question) -> str:
    return "'" if question.kind == "command" else ""


def few(course: Course) -> Course:
    """An item of each kind; of scenarios, one with its questions."""
    by_kind: dict[str, list[Item]] = {}
    for item in course.items.values():
        by_kind.setdefault(item.kind, []).append(item)
    scenario = by_kind.pop("scenario")[0]
    assert isinstance(scenario.body, Scenario)
    taken = [scenario, *(course.items[id] for id in scenario.body.items)]
    taken += [item for items in by_kind.values() for item in items[:1]]
    return replace(course, items={item.id: item for item in taken})


@pytest.fixture
def every(course: Course, tmp_path: Path) -> Callable[[], list[Session]]:
    """Sessions that ask questions of every kind."""

    def asked() -> list[Session]:
        history = History(tmp_path / "history.jsonl")
        courses = (course, few(kinds()))
        return [Session(one, history, count=500, seed=0) for one in courses]

    return asked


def test_the_plain_drill(every: Callable[[], list[Session]]) -> None:
    asked = set()
    for one in every():
        reader = Reader(PROGRAM)
        lines = []
        for question in one.questions:
            asked.add(question.kind)
            reader.met(question)
            if question.kind == "card":
                lines.append("")
            lines += [invalid(question), wrong(question)]
        desk = Desk(*lines, "y", "q")
        Drill(one, desk.ask, desk.say, words=_).run()
        for typed in lines:  # what was typed is not said
            desk.read = desk.read.replace(f"{typed}\n", "\n", 1) if typed else desk.read
        for question in one.again(one.questions):
            reader.met(question)
        reader.reads(desk.read)
        assert "沒有留下記錄" in desk.read
        assert "答對" in desk.read.rpartition("\n\n")[2]
        assert [one for one in desk.read.splitlines() if columns(one) > 80] == []
    everything = {"single", "multi", "numeric", "card"}
    assert asked == everything | {"order", "match", "cloze", "command"}


def test_right_lines_are_told_too(every: Callable[[], list[Session]]) -> None:
    for one in every():
        reader = Reader()
        for question in one.questions:
            reader.met(question)
        lines = [
            typed
            for question in one.questions
            for typed in (["", "y"] if question.kind == "card" else [line(question)])
        ]
        desk = Desk(*lines)
        summary = Drill(one, desk.ask, desk.say, 600, words=_).run()
        assert summary.wrong == []
        for typed in filter(None, lines):
            desk.read = desk.read.replace(f"{typed}\n", "\n", 1)
        reader.reads(desk.read)


def test_the_plain_exam(exams: Course, tmp_path: Path) -> None:
    history, clock = History(tmp_path / "history.jsonl"), Clock()
    request = ExamRequest(blueprint(exams, "nca-aiio"), SEED, COUNT)
    before = History(tmp_path / "none.jsonl")
    reader, lines = Reader("NCA-AIIO"), ["9", "1.5"]
    questions = request.begin(exams, before, "1", clock).questions
    for place, question in enumerate(questions):
        reader.met(question)
        lines += [invalid(question), line(question) if place % 3 else wrong(question)]
    lines = [*lines[:8], "f", "map", "p", "f", "submit", "n", "q"]
    first = Desk(*lines)
    assert sit(exams, history, request, first.ask, first.say, clock, _) is None
    last = ["y", f"go {COUNT}", wrong(questions[-1]), "submit", "y", "w", "a", "r", "q"]
    second = Desk(*last)
    assert sit(exams, history, None, second.ask, second.say, clock, _) is not None
    for desk, typed in ((first, lines), (second, last)):
        for one in sorted(filter(None, typed), key=len, reverse=True):
            desk.read = desk.read.replace(f"{one}\n", "\n", 1)
        reader.reads(desk.read)
        lines = [one for one in desk.read.splitlines() if RUN not in one]
        assert [one for one in lines if columns(one) > 80] == []
    assert "NVIDIA 不公布這項考試的及格標準" in second.read


def test_its_time_and_its_end_are_told(exams: Course, tmp_path: Path) -> None:
    history, clock = History(tmp_path / "history.jsonl"), Clock()
    history.path.write_bytes(b"torn\n")
    request = ExamRequest(blueprint(exams, "nca-aiio"), SEED, time="1")
    desk = Desk()
    minutes = iter([29, 3, 2])

    def ask(prompt: str) -> str:
        desk.read += prompt
        passed = next(minutes, None)
        if passed is None:
            raise EOFError
        clock.pass_(minutes=passed)
        return "map"

    report = sit(exams, history, request, ask, desk.say, clock, _)
    assert report is not None
    reader = Reader("NCA-AIIO")
    for question in report.sitting.questions:
        reader.met(question)
    reader.reads(desk.read)
    assert "剩下 5 分鐘。" in desk.read
    assert "\n時間到。\n" in desk.read


async def looks(board: Keyboard, reader: Reader) -> None:
    """Nothing English, and nothing cut off in any terminal."""
    for size in SIZES[::-1]:
        await board.pilot.resize_terminal(*size)
        await board.pilot.pause()
        assert (size, cut_off(board)) == (size, [])
        wide = [one for one in shown(board.app).split("\n") if columns(one) > size[0]]
        assert (size, wide) == (size, [])
    reader.reads(words(board.app))


def test_the_drill_s_screens(every: Callable[[], list[Session]]) -> None:
    for one in every():
        deck, reader = Deck(one, minutes=600), Reader()
        for question in one.questions:
            reader.met(question)

        async def act(
            board: Keyboard, deck: Deck = deck, reader: Reader = reader
        ) -> None:
            await looks(board, reader)
            while deck.at < deck.count:
                await _asked(board, deck, reader)
            await looks(board, reader)
            await board.press("enter")
            await looks(board, reader)
            await board.press("q", "a")
            await looks(board, reader)

        at(DrillApp(deck, _), act)


async def _asked(board: Keyboard, deck: Deck, reader: Reader) -> None:
    """One question: what is no answer, then every other one right."""
    question, place = deck.question, deck.at
    if question.kind == "card":
        await board.press("space")
        await looks(board, reader)
        await board.press("2" if deck.at % 2 else "1")
        await looks(board, reader)
        await board.press("u")
        await looks(board, reader)
        await board.press("space", "1")
        return
    await board.press("escape", "f", "exclamation_mark", "enter")
    await looks(board, reader)
    if question.kind in ("numeric", "cloze", "command", "match"):
        await board.press("tab")
    keys = right(question)
    if deck.at % 2 == 0 and question.kind in ("numeric", "command", "cloze"):
        # A number of its own: a flag with a 9 at its end is one that nobody knows.
        keys = [*keys, *(["space"] if question.kind == "command" else []), "9"]
    await board.press(*keys, "enter")
    await looks(board, reader)
    await board.press("escape", "enter")
    assert place in deck.answers, words(board.app)


def test_the_exam_s_screens(exams: Course, tmp_path: Path) -> None:
    history, clock = History(tmp_path / "history.jsonl"), Clock()
    history.path.write_bytes(b"torn\n")
    request, reader = (
        ExamRequest(blueprint(exams, "nca-aiio"), SEED, COUNT),
        Reader("NCA-AIIO"),
    )

    async def begin(board: Keyboard) -> None:
        app = board.app
        assert isinstance(app, ExamApp)
        await looks(board, reader)
        await board.press("enter")
        assert app.timer is not None
        for question in app.timer.sitting.questions:
            reader.met(question)
        for place, question in enumerate(app.timer.sitting.questions):
            await looks(board, reader)
            if place % 2:
                await board.press(*right(question))
                await board.press("escape", "f")
            await board.press("enter")
        await looks(board, reader)
        clock.pass_(minutes=29)
        await app.beat()
        await board.pilot.pause()
        await looks(board, reader)
        await board.press("up", "s", "enter")
        await looks(board, reader)

    app = ExamApp(exams, history, request, clock, LONG, _)
    at(app, begin)
    reader.reads(app.result)

    async def end(board: Keyboard) -> None:
        await looks(board, reader)
        await board.press("enter")
        await looks(board, reader)
        await board.press("m", "s", "y")
        await looks(board, reader)
        app = board.app
        assert isinstance(app, ExamApp)
        assert app.report is not None
        await board.press("a")
        for _place in app.report.rows:
            await looks(board, reader)
            await board.press("enter")
        await board.press("s")
        await looks(board, reader)

    app = ExamApp(exams, history, request, clock, LONG, _)
    at(app, end)
    reader.reads(app.result)


def test_what_cannot_begin_is_said_on_the_screen(exams: Course, tmp_path: Path) -> None:
    request = ExamRequest(blueprint(exams, "nca-aiio"), 10_000, time="1")

    async def act(board: Keyboard) -> None:
        said = await board.press("enter")
        assert "種子 10000：請輸入 0 到 9999 的數字。" in said

    history = History(tmp_path / "history.jsonl")
    at(ExamApp(exams, history, request, Clock(), LONG, _), act)


@pytest.mark.usefixtures("read_once")
@pytest.mark.parametrize(
    "given",
    [
        ("drill", "--module", "mig", "--count", "1"),
        ("exam", "NCA-AIIO", "--time", "1", "--seed", "7"),
    ],
)
def test_the_command_speaks_a_language(given: tuple[str, ...]) -> None:
    certlab = partial(command_line.certlab, lines="q\n")
    english = certlab(*given).stdout
    by_option = certlab(*given, "--lang", "zh-TW")
    assert (by_option.returncode, by_option.stderr) == (0, "")
    assert "離開" in by_option.stdout or "輸入 q 停止" in by_option.stdout
    by_setting = certlab(*given, "--lang", "en", CERTLAB_LANG="zh_TW").stdout
    assert latin(by_setting)
    assert "離開" not in by_setting
    assert certlab(*given, CERTLAB_LANG="zh_TW").stdout != english


@pytest.mark.usefixtures("read_once")
def test_a_translated_item_is_asked_in_its_language() -> None:
    words = ("drill", "--module", "mig", "--count", "1", "--lang", "zh_TW")
    said = command_line.certlab(*words, lines="q\n").stdout
    asked = said.split("---")[1].splitlines()[2]
    assert latin(asked) == [], said


@pytest.mark.usefixtures("read_once")
@pytest.mark.parametrize(
    ("given", "says"),
    [
        (
            ("drill", "--lang", "xx"),
            "certlab: There is no language xx; choose one of en, zh_TW.\n",
        ),
        (
            ("exam", "NCA-AIIO", "--lang", "xx"),
            "certlab: There is no language xx; choose one of en, zh_TW.\n",
        ),
        (
            ("drill", "--lang", "zh_TW", "--module", "none"),
            "certlab: 沒有 none 這個單元；有：",
        ),
        (
            ("exam", "--lang", "zh_TW"),
            "certlab: 沒有中斷的考試；請指定要開始的考試：",
        ),
        (
            ("exam", "NCA-AIIO", "--lang", "zh_TW", "--count", "9999"),
            "certlab: 9999 題：NCA-AIIO 最多有 ",
        ),
    ],
)
def test_what_is_refused_is_one_sentence(given: tuple[str, ...], says: str) -> None:
    run = command_line.certlab(*given)
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.startswith(says)
    assert run.stderr.count("\n") == 1


WIDE = (
    "在一個 H100 上，`1g.10gb` 最多可以有七個執行個體：每個占用一個運算切片（共七個）。"
    * 3
)


@pytest.mark.parametrize("width", [20, 40, 41, 78])
def test_wide_signs_are_filled_to_the_columns(width: int) -> None:
    lines = filled(WIDE, width, "  1  ", "     ").split("\n")
    assert lines[0].startswith("  1  在")
    assert "".join("".join(lines).split()) == "1" + "".join(WIDE.split())
    assert all(one.startswith("     ") for one in lines[1:])
    assert all(columns(one) <= width for one in lines)
    # Full but for what no line may be broken within.
    assert all(columns(one) > width - 16 for one in lines[:-1])
    assert not any(one.lstrip()[0] in "，。：）" for one in lines[1:])
    assert not any(one.endswith("（") for one in lines)


def test_marks_take_no_column_and_narrow_text_is_filled_as_before() -> None:
    assert columns("é\u0301한a") == 1 + 0 + 2 + 1
    assert filled("one two three", 9, "- ", "  ") == "- one two\n  three"
