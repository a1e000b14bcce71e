"""The drill on a whole screen, by keys alone."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.widgets import Static

from certlab.course import Course
from certlab.study.history import History
from certlab.study.own_decks import own_items
from certlab.study.questions import Question
from certlab.study.session import Session
from certlab.terminal.drill import Summary
from certlab.terminal.screens.drill_app import DrillApp
from certlab.terminal.screens.drill_deck import Deck
from certlab.terminal.screens.drill_end import End
from certlab.terminal.screens.drill_question import AnswerPage, QuestionPage
from certlab.terminal.screens.hints import Hints
from tests.study.kinds import kinds
from tests.terminal.keyboard import Keyboard, at, text, typed, words

Act = Callable[[Keyboard], Any]
UNITS = "cuda-grid-size"
OF_KIND = {
    "order": "mig-order-first-use",
    "match": "mig-match-options",
    "cloze": "cuda-cloze-partial-warp",
    "command": "mig-line-two-halves",
}
SMALL = {
    "single": "small-warp-size",
    "multi": "small-memories",
    "numeric": "small-blocks",
    "card": "small-card",
}


def deck(course: Course, folder: Path, *items: str, **options: Any) -> Deck:
    """A deck of these items in this order, or of what a session chooses."""
    history = History(folder / "history.jsonl")
    if items:  # a session makes a question of each item there is
        course = replace(course, items={id: course.items[id] for id in items})
    session = Session(course, history, count=5000, seed=0, surface="terminal")
    by_id = {one.item: one for one in session.questions}
    session.questions = [by_id[id] for id in items] or session.questions
    return Deck(session, **options)


def rows(folder: Path) -> list[Any]:
    return list(History(folder / "history.jsonl").read().answers)


def test_the_screen_stands_before_the_deck_is_made(
    course: Course, tmp_path: Path
) -> None:
    free = Event()

    def make() -> Deck:
        assert free.wait(900)
        return deck(course, tmp_path, SMALL["single"])

    app = DrillApp(make)

    async def act(keys: Keyboard) -> None:
        assert "Reading the course and your answers" in await keys.press("1", "enter")
        free.set()
        while "item 1 of 1" not in words(app):
            await keys.pilot.pause(0.01)
        assert "(•)" not in words(app)
        assert app.deck is not None
        assert app.deck.answers == {}

    at(app, act)


@pytest.fixture
def dealt(course: Course, tmp_path: Path) -> Callable[[str], Deck]:
    """A deck of one question of a kind."""

    def deal(kind: str) -> Deck:
        if kind in SMALL:
            return deck(course, tmp_path, SMALL[kind])
        return deck(kinds(), tmp_path, OF_KIND[kind])

    return deal


def right(question: Question) -> list[str]:
    """The keys that answer a question rightly, from its first control on."""
    show, says = question.show, question.feedback
    match question.kind:
        case "single" | "multi":
            ids = [option["id"] for option in show["options"]]
            return [str(ids.index(id) + 1) for id in says["correct"]]
        case "numeric":
            return typed(says["answer"].partition(" ")[0])
        case "order":
            return _sorting([one["id"] for one in show["steps"]], says["order"])
        case "match":
            ids = [one["id"] for one in show["right"]]
            lefts = [says["pairs"][one["id"]] for one in show["left"]]
            return [key for id in lefts for key in (str(ids.index(id) + 1), "tab")]
        case "cloze":
            texts = [says["accepted"][gap["id"]][0] for gap in show["gaps"]]
            return [key for one in texts for key in (*typed(one), "tab")][:-1]
        case "command":
            return typed(says["answer"])
        case _:
            return ["space"]


def _sorting(ids: list[str], wanted: list[str]) -> list[str]:
    """Digits and moves that bring ids in order."""
    ids, keys = list(ids), []
    for place, id in enumerate(wanted):
        here = ids.index(id)
        keys += [str(here + 1), *["shift+up"] * (here - place)]
        ids.insert(place, ids.pop(here))
    return keys


KINDS = [*SMALL, *OF_KIND]


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_answered_by_keys_and_recorded(
    dealt: Callable[[str], Deck], kind: str, tmp_path: Path
) -> None:
    one = dealt(kind)
    keys = right(one.question)

    async def act(board: Keyboard) -> None:
        await board.press(*keys)
        assert rows(tmp_path) == []
        said = await board.press("enter")
        (row,) = rows(tmp_path)
        assert (row.item, row.outcome) == (one.questions[0].item, "correct")
        assert row.surface == "terminal"
        assert row.milliseconds >= 0
        assert ("Recorded: known." if kind == "card" else "✓ Right") in said
        if kind != "card":
            assert "Next due in" in said
            said = await board.press("enter")
        assert "1 right of 1" in said
        assert "Nothing to ask again." in said

    at(DrillApp(one), act)


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("single", "Choose one option."),
        ("multi", "Choose 2 options."),
        ("numeric", "Enter a number, such as 1024"),
        ("order", "Put all 5 steps in order."),
        ("match", "Match all 4 entries on the left; 4 are still open."),
        ("cloze", "Fill all 3 gaps; 3 are still empty."),
        ("command", "Nothing was recorded."),
    ],
)
def test_what_is_no_answer_costs_nothing(
    dealt: Callable[[str], Deck], kind: str, says: str, tmp_path: Path
) -> None:
    one = dealt(kind)

    async def act(board: Keyboard) -> None:
        said = await board.press("enter")
        assert says in said
        assert "Nothing was recorded." in said
        assert isinstance(board.app.screen, QuestionPage)
        assert not (tmp_path / "history.jsonl").exists()
        await board.press(*right(one.question), "enter")
        assert [row.outcome for row in rows(tmp_path)] == ["correct"]

    at(DrillApp(one), act)


def test_what_was_chosen_wrongly_is_explained(course: Course, tmp_path: Path) -> None:
    one = deck(course, tmp_path, "small-warp-size")
    ids = [option["id"] for option in one.question.show["options"]]

    async def act(board: Keyboard) -> None:
        key = str(ids.index("sixteen") + 1)
        said = await board.press(key, "exclamation_mark", "enter")
        assert "✗ Wrong The size is 32 threads." in said
        assert "16 threads Your choice, wrong That is half of it." in said
        assert "32 threads Right answer It has not changed." in said
        assert "64 threads That is another vendor's." in said
        assert "Source A guide · NVIDIA · tier A · opened 2026-11-21" in said
        assert "Read Warps" in said
        assert "Sure. Wrong answers you were sure of" in said
        reported = await board.press("r")
        assert "Copy this line and send it to the authors of this course:" in reported
        assert 'small-warp-size rev 1 seed 0: "sixteen"' in reported
        (row,) = rows(tmp_path)
        assert (row.outcome, row.confidence, row.response) == (
            "wrong",
            "sure",
            "sixteen",
        )

    at(DrillApp(one), act)


def test_an_own_card_says_whose_it_is_and_cannot_be_reported(
    course: Course, tmp_path: Path
) -> None:
    options = [
        {"id": "a", "text": "[@click=app.quit]A[/]", "correct": True, "why": ""},
        {"id": "b", "text": "<b>B</b>", "why": ""},
    ]
    card = {"guid": "1", "rev": 1, "kind": "single", "ask": "So?", "option": options}
    path = tmp_path / "decks" / "net.json"
    path.parent.mkdir()
    path.write_text(json.dumps({"name": "[red]Net", "cards": [card]}), "utf-8")
    one = deck(replace(course, items=own_items(tmp_path, course)[0]), tmp_path)

    async def act(board: Keyboard) -> None:
        shown = words(board.app)
        assert "your own card, deck [red]Net" in shown
        assert "[@click=app.quit]A[/]" in shown
        assert "<b>B</b>" in shown
        answered = await board.press("1", "enter")
        assert "report a mistake" not in answered
        assert "Copy this line" not in await board.press("r")

    at(DrillApp(one), act)


@pytest.mark.parametrize(
    ("kind", "keys", "says"),
    [
        ("order", ["J", "enter"], "Too early: it was no."),
        ("match", ["1", "tab", "1", "tab", "1", "tab", "1", "enter"], "You chose:"),
        ("cloze", ["9", "tab", "9", "tab", "9", "enter"], "You wrote: 9."),
        ("command", [*typed("nvidia-smi"), "enter"], "A right one sudo nvidia-smi mig"),
        ("numeric", ["3", "enter"], "Rounded down."),
    ],
)
def test_each_kind_says_what_was_wrong(
    dealt: Callable[[str], Deck], kind: str, keys: list[str], says: str
) -> None:
    one = dealt(kind)
    if kind == "numeric" and one.question.key["answer"] != 4:
        keys = ["7", "enter"]

    async def act(board: Keyboard) -> None:
        said = await board.press(*keys)
        assert "✗ Wrong" in said
        assert says in said

    at(DrillApp(one), act)


def test_a_unit_is_picked_from_its_list(whole: Course, tmp_path: Path) -> None:
    item = next(
        id for id, one in whole.items.items()
        if one.kind == "numeric" and one.pool == "practice"
        and len(deck(whole, tmp_path, id).question.show["units"]) > 1
    )  # fmt: skip
    one = deck(whole, tmp_path, item)
    units = one.question.show["units"]

    async def act(board: Keyboard) -> None:
        said = await board.press("1", "enter")
        assert "Choose a unit as well. Nothing was recorded." in said
        await board.press("tab", "space", "down", "down", "enter", "enter")
        (row,) = rows(tmp_path)
        assert row.response == {"number": "1", "unit": units[1]}

    at(DrillApp(one), act)


def test_sure_is_taken_back_and_letters_in_a_field_are_typed(
    course: Course, tmp_path: Path
) -> None:
    one = deck(course, tmp_path, "small-blocks")

    async def act(board: Keyboard) -> None:
        said = await board.press("q", "f", "question_mark")
        assert "Number qf?" in said
        assert "leave the field" in said
        assert "Q leave" not in said
        said = await board.press("escape", "question_mark", "f")
        assert "(•) Unsure" in said
        assert "⚑ flagged · item 1 of 1" in said
        assert "Q leave" in said
        said = await board.press("question_mark", "f")
        assert "( ) Unsure" in said
        assert "flagged" not in said

    at(DrillApp(one), act)


def test_the_end_lists_what_to_read_and_asks_the_wrong_again(
    course: Course, tmp_path: Path
) -> None:
    one = deck(course, tmp_path, "small-warp-size", "small-card", "small-memories")
    wrong = [id["id"] for id in one.question.show["options"]].index("sixteen") + 1

    async def act(board: Keyboard) -> None:
        said = await board.press(str(wrong), "enter", "enter", "space", "1")
        assert "Recorded: forgotten. Next due" in said
        await board.press("f", *right(one.questions[2]), "enter")
        said = await board.press("enter")
        assert "1 right of 3" in said
        assert "Missed: open one to see why" in said
        assert "✗ How many threads run together in a warp?" in said
        assert "✗ Threads in a warp?" in said
        assert "⚑ Which are shared by a block?" in said
        assert "2 items are due by tomorrow." in said
        assert "That is half of it." in await board.press("enter")
        assert "1 right of 3" in await board.press("q")
        assert "✗ Forgotten" in await board.press("down", "enter")
        said = await board.press("enter", "a")
        assert "again: item 1 of 2" in said
        said = await board.press(*right(one.question), "enter", "enter", "space", "2")
        assert "2 right of 2" in said
        assert board.app.screen.query("Row").results() is not None
        await board.press("q")
        assert board.app._exit

    at(DrillApp(one), act)
    outcomes = [row.outcome for row in rows(tmp_path)]
    assert outcomes == ["wrong", "wrong", "correct", "correct", "correct"]
    assert one.summary == Summary(asked=5, right=3)


def test_what_was_wrong_comes_again_before_the_end(
    course: Course, tmp_path: Path
) -> None:
    items = ("small-warp-size", "small-memories", "small-blocks", "small-card")
    one = deck(course, tmp_path, *items)
    wrong = [id["id"] for id in one.question.show["options"]].index("sixteen") + 1

    async def act(board: Keyboard) -> None:
        assert "item 1 of 4" in await board.press(str(wrong), "enter")
        await board.press("enter", *right(one.questions[1]), "enter", "enter")
        await board.press(*right(one.questions[2]), "enter", "enter")
        said = await board.press("space", "1")  # a card, forgotten
        assert "again: 2 at most" in said  # it is too fresh itself
        assert "Threads in a warp" not in said
        said = await board.press("u")  # which was pressed by mistake
        assert "item 4 of 4" in said
        said = await board.press("space", "2")
        assert "again: 1 at most" in said
        said = await board.press(*right(one.question), "enter", "enter")
        assert "3 right of 4" in said
        assert "Asked again" in said
        assert "1 right of 1" in said
        assert "4 of 4 answered" in said
        assert "ask the wrong ones again" not in said
        await board.press("q")

    at(DrillApp(one), act)
    assert [row.mode for row in rows(tmp_path)] == ["drill"] * 4 + ["repeat"]
    assert one.summary == Summary(asked=4, right=3, repeats=1, repeats_right=1)


@pytest.mark.parametrize("key", ["q", "ctrl+q", "ctrl+c"])
def test_it_is_left_at_any_time_and_what_was_answered_stays(
    course: Course, tmp_path: Path, key: str
) -> None:
    one = deck(course, tmp_path)
    assert one.question.kind == "single"

    async def act(board: Keyboard) -> None:
        await board.press(*right(one.question), "enter", key)
        assert board.app._exit

    at(DrillApp(one), act)
    assert len(rows(tmp_path)) == 1
    assert one.summary.stopped


def test_enter_pressed_twice_answers_once(course: Course, tmp_path: Path) -> None:
    one = deck(course, tmp_path, "small-warp-size", "small-memories", "small-blocks")

    async def act(board: Keyboard) -> None:
        await board.press("1")
        page = board.app.screen
        assert isinstance(page, QuestionPage)
        page.action_enter()
        page.action_enter()
        await board.pilot.pause()
        assert len(rows(tmp_path)) == 1
        page = board.app.screen
        assert isinstance(page, AnswerPage)
        page.action_enter()
        page.action_enter()
        await board.pilot.pause()
        assert "item 2 of 3" in words(board.app)

    at(DrillApp(one), act)


def test_a_full_disk_loses_nothing(
    course: Course, tmp_path: Path, full_disk: Callable[[], None]
) -> None:
    one = deck(course, tmp_path, "small-warp-size", "small-card")

    async def act(board: Keyboard) -> None:
        said = await board.press(*right(one.question), "enter")
        assert "the answer was not recorded (No space left on device)" in said
        assert "(•)" in said
        full_disk()
        assert "✓ Right" in await board.press("enter")
        assert len(rows(tmp_path)) == 1

    at(DrillApp(one), act)


def test_a_full_disk_keeps_a_card(
    course: Course, tmp_path: Path, full_disk: Callable[[], None]
) -> None:
    one = deck(course, tmp_path, "small-card")

    async def act(board: Keyboard) -> None:
        assert "the answer was not recorded" in await board.press("space", "3")
        full_disk()
        assert "1 right of 1" in await board.press("3")

    at(DrillApp(one), act)


def test_u_takes_the_last_card_back(course: Course, tmp_path: Path) -> None:
    one = deck(course, tmp_path, "small-card", "small-warp-size")

    async def act(board: Keyboard) -> None:
        assert "U undo" not in words(board.app)
        assert "U undo the last card" in await board.press("space", "1")
        said = await board.press("u")
        assert "The last grade was taken back." in said
        assert "item 1 of 2" in said
        assert rows(tmp_path) == []
        assert (one.tally.asked, one.tally.right) == (0, 0)
        assert "U undo" not in said
        assert "item 1 of 2" in await board.press("u")  # nothing more to take back
        await board.press("space", "3", *right(one.questions[1]), "enter", "enter")
        assert "2 right of 2" in words(board.app)
        assert "item 1 of 2" in await board.press("u")
        assert "0 right of 1" not in await board.press("space", "1")
        assert "1 right of 2" in words(board.app)

    at(DrillApp(one), act)
    assert {row.item: row.outcome for row in rows(tmp_path)} == {
        "small-card": "wrong",
        "small-warp-size": "correct",
    }


def test_undo_twice_takes_back_one(course: Course, tmp_path: Path) -> None:
    one = deck(whole_of_cards(course), tmp_path)

    async def act(board: Keyboard) -> None:
        await board.press("space", "2", "space", "2")
        page = board.app.screen
        assert isinstance(page, End)
        await page.run_action("undo")
        await page.run_action("undo")
        await board.press()
        assert len(rows(tmp_path)) == 1

    at(DrillApp(one), act)


def test_a_full_disk_keeps_a_grade(
    course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = deck(course, tmp_path, "small-card")

    def refuse(_file: int, _data: object) -> int:
        raise OSError(28, "No space left on device")

    async def act(board: Keyboard) -> None:
        await board.press("space", "2")
        monkeypatch.setattr("certlab.study.history.os.write", refuse)
        assert "No space left on device" in await board.press("u")
        assert "1 right of 1" in words(board.app)

    at(DrillApp(one), act)
    assert len(rows(tmp_path)) == 1


def whole_of_cards(course: Course) -> Course:
    """The small course with two cards and nothing else."""
    card = course.items["small-card"]
    other = replace(card, id="small-other")
    return replace(course, items={"small-card": card, "small-other": other})


def test_minutes_end_it_before_a_new_question(course: Course, tmp_path: Path) -> None:
    times = iter([0.0, 30.0])
    one = deck(course, tmp_path, minutes=1, clock=lambda: next(times, 61.0))

    async def act(board: Keyboard) -> None:
        said = await board.press(*right(one.question), "enter", "enter")
        assert "1 minutes are up. 1 right of 1" in said

    at(DrillApp(one), act)
    assert one.summary.stopped


def test_what_the_history_could_not_read_is_told(
    course: Course, tmp_path: Path
) -> None:
    (tmp_path / "history.jsonl").write_text("torn", "utf-8")
    one = deck(course, tmp_path)

    async def act(board: Keyboard) -> None:
        assert "line 1 is torn or corrupt; it is kept" in words(board.app)

    at(DrillApp(one), act)


def cut_off(board: Keyboard) -> list[str]:
    """What of a page cannot be read even by scrolling."""
    screen = board.app.screen
    body = screen.query_one("#body")
    found = ["sideways"] if body.max_scroll_x else []
    for one in screen.query("#page Static").results(Static):
        wanted = one.content_size.width and one.get_content_height(
            one.container_size, board.app.size, one.content_size.width
        )
        # What is scrolled to the end shows the last line of all.
        inside = one.virtual_region_with_margin.right <= one.parent.size.width
        width = one.content_size.width
        squeezed = len(str(one.content)) > 1 and width < min(10, len(str(one.content)))
        if one.content_size.height < wanted or not inside or squeezed:
            found.append(str(one.content))
    shown = text(board.app)
    hints = screen.query_one(Hints)
    found += [key for key, does in hints.shown if f"{key} {does}" not in shown]
    if hints.region.bottom > board.app.size.height or body.size.height < 3:
        found.append("keys")
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_cut_off_when_the_terminal_changes(
    dealt: Callable[[str], Deck], kind: str
) -> None:
    one = dealt(kind)
    sizes = [(80, 24), (60, 24), (40, 14), (120, 40)]

    async def act(board: Keyboard) -> None:
        for keys in ([], [*right(one.question), "enter"]):
            await board.press(*keys)
            for size in sizes:
                await board.pilot.resize_terminal(*size)
                await board.pilot.pause()
                assert (size, cut_off(board)) == (size, [])

    at(DrillApp(one), act)


def test_arrows_scroll_where_no_row_is_left(whole: Course, tmp_path: Path) -> None:
    one = deck(whole, tmp_path, "mig-line-two-halves")

    async def act(board: Keyboard) -> None:
        await board.press(*typed("nvidia-smi"), "enter")
        body = board.app.screen.query_one("#body")
        await board.press("down", "down")
        assert body.scroll_offset.y == 2
        await board.press("up")
        assert body.scroll_offset.y == 1
        await board.press("end")
        assert body.scroll_offset.y == body.max_scroll_y > 2

    at(DrillApp(one), act, (60, 12))
